import { expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { newUserId } from '../kit/ids.ts';
import { first, present } from '../kit/present.ts';
import { forFile, postOperation } from '../kit/service.ts';
import { servicesOn } from '../kit/service-parts.ts';
import { startStack } from '../kit/stack.ts';
import { FAULTS, mountDisk, SETTINGS } from './database-faults.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const opened = await forFile(new AsyncDisposableStack());

test('health tells of a full disk and of a read-only server once votes fail, and that both are over', async () => {
  const disk = await mountDisk(opened);
  const stack = await startStack({ postgres: { settings: SETTINGS, parent: disk } });
  opened.defer(() => stack.close());
  const admin = openDatabase({ url: `${stack.databaseUrl}?application_name=admin` }, 1, { isPatient: true });
  opened.defer(() => admin.close());
  const sample = await stack.seed({ bots: 1, users: 0, votes: 0 });
  const botId = first(sample.bots).id;
  // Sessions of the time before, since none can be stored later.
  const services = servicesOn(stack.db);
  const cookies: string[] = [];
  for (let user = 0; user < 2000; user += 1) {
    cookies.push(`session=${await startSession(services, { id: newUserId(), name: 'Voter' })}`);
  }
  const vote = async () => {
    const response = await postOperation(
      stack.url,
      { query: CAST, variables: { id: botId } },
      { cookie: cookies.pop() ?? '' },
    );
    return response.text();
  };
  const health = async () => {
    const response = await fetch(`${stack.url}/api/health`);
    return { code: response.status, ...((await response.json()) as { database: string }) };
  };

  for (const fault of ['disk full', 'read-only']) {
    expect(await health()).toMatchObject({ code: 200, database: 'ok' });
    const mend = await present(FAULTS[fault])({ stack, disk, admin: admin.sql });
    // Free space within the tables takes some votes yet.
    let answer = '';
    while (!answer.includes('"errors"') && cookies.length > 0) answer = await vote();
    await expect.poll(health, { timeout: 15_000 }).toMatchObject({ code: 503, status: 'unavailable' });
    await mend();
    // Nobody votes meanwhile.
    await expect.poll(health, { timeout: 60_000 }).toMatchObject({ code: 200, database: 'ok' });
    expect(await vote()).toContain('CastVotePayload');
  }
}, 180_000);
