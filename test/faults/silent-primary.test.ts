import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { seed } from '../../src/seed/seed.ts';
import { newUserId } from '../kit/ids.ts';
import { findPostgres, startPostgres } from '../kit/postgres.ts';
import { first } from '../kit/present.ts';
import { type ServiceProcess, startProcess } from '../kit/process.ts';
import { found, servicesOn, until } from '../kit/service-parts.ts';
import { freeze } from './database-faults.ts';

/** When an operator, or a program of theirs, promotes the standby. */
const PROMOTED_AFTER_MS = 5000;
/** How long a process may need after that, on a busy machine. */
const SERVES_AGAIN_MS = 10_000;
/** Longer than a process may go on with what is in progress. */
const SECOND_SIGNAL_MS = 100;
const VOTERS = 400;
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

interface Web {
  readonly process: ServiceProcess;
  readonly metricsUrl: string;
}

async function startWeb(databaseUrl: string, key: Buffer): Promise<Web> {
  const metricsPort = await freePort(0);
  const process = await startProcess(
    {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '8',
      ENCRYPTION_KEY: key.toString('base64'),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      METRICS_PORT: String(metricsPort),
      PORT: String(await freePort(0)),
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort(0)}`,
      VOTES_PER_ADDRESS_PER_DAY: '0',
    },
    ['web'],
  );
  opened.defer(() => void process.signal('SIGKILL'));
  return { process, metricsUrl: `http://127.0.0.1:${metricsPort}` };
}

const statusOf = async (url: string) => (await fetch(url)).status;
const databaseUp = async ({ metricsUrl }: Web) =>
  /^database_up (\d)$/m.exec(await (await fetch(`${metricsUrl}/metrics`)).text())?.[1];

test('while the primary is silent a standby takes over: every process serves again, and a new one starts', async () => {
  const program = found(await findPostgres(process.env.PATH ?? ''), 'PostgreSQL (install its server)');
  const settings = { max_connections: '100' };
  const primary = await startPostgres(program, opened, { settings });
  const before = openDatabase({ url: primary.url }, 2);
  await until('PostgreSQL', () => migrateDatabase(before));
  const key = randomBytes(32);
  const services = servicesOn(before, key);
  const botId = first((await seed(services, { bots: 2, users: 2, votes: 0 })).bots).id;
  const cookies: string[] = [];
  for (let user = 0; user < VOTERS; user += 1) {
    cookies.push(`session=${await startSession(services, { id: newUserId(), name: 'Voter' })}`);
  }
  await before.close();
  const standby = await startPostgres(program, opened, { settings, standbyOf: primary.url });
  const operator = openDatabase({ url: standby.url }, 1);
  opened.defer(() => operator.close());
  await until('the standby', () => operator.sql`select 1`);

  const [one, two] = [primary, standby].map(({ url }) => new URL(url).host);
  const databaseUrl = `postgres://postgres@${one},${two}/postgres?target_session_attrs=primary`;
  const webs = [await startWeb(databaseUrl, key), await startWeb(databaseUrl, key)];
  /** Whether a vote is stored. */
  const vote = async (web: Web) => {
    const response = await fetch(`${web.process.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.pop() ?? '' },
      body: JSON.stringify({ query: CAST, variables: { id: botId } }),
    });
    return (await response.text()).includes('CastVotePayload');
  };
  for (const web of webs) expect(await vote(web)).toBe(true);

  const thaw = await freeze(primary.server);
  opened.defer(thaw);
  const promoted = performance.now() + PROMOTED_AFTER_MS;
  const refused = webs.map(() => false);
  while (performance.now() < promoted) {
    await Promise.all(
      webs.map(async (web, index) => {
        if (!(await vote(web))) refused[index] = true;
      }),
    );
    await delay(250);
  }
  expect(refused).toEqual([true, true]);
  for (const web of webs) {
    expect(await statusOf(`${web.metricsUrl}/readyz`)).toBe(503);
    expect(await databaseUp(web)).toBe('0');
  }
  await operator.sql`select pg_promote()`;
  const back = performance.now();
  for (const web of webs) {
    await expect.poll(() => vote(web), { timeout: SERVES_AGAIN_MS, interval: 200 }).toBe(true);
    await expect.poll(() => statusOf(`${web.metricsUrl}/readyz`), { timeout: SERVES_AGAIN_MS }).toBe(200);
    expect(await databaseUp(web)).toBe('1');
  }
  process.stdout.write(
    `Both serve ${((performance.now() - back) / 1000).toFixed(1)} s after the promotion.\n`,
  );
  // It stays so: no connection goes back to the server that is silent.
  for (let round = 0; round < 20; round += 1) {
    for (const web of webs) expect(await vote(web)).toBe(true);
  }

  const late = await startWeb(databaseUrl, key);
  process.stdout.write(`A new process starts in ${(late.process.startMs / 1000).toFixed(1)} s.\n`);
  expect(await vote(late)).toBe(true);
  late.process.signal('SIGTERM');
  await delay(SECOND_SIGNAL_MS);
  late.process.signal('SIGTERM');
  expect(await Promise.race([late.process.ended, delay(2000, 'it still runs')])).not.toBe('it still runs');
});
