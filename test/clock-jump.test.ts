import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../src/embedded/ports.ts';
import { given } from './kit/given.ts';
import { newUserId } from './kit/ids.ts';
import { type ServiceProcess, startProcess } from './kit/process.ts';
import { fieldOf, forFile, postOperation, startOwnService } from './kit/service.ts';
import { votesOf } from './kit/stored.ts';

const HOUR_MS = 3_600_000;
const CAST = 'mutation ($id: ID!) { result: castVote(botId: $id) { __typename } }';

/** Has the clock that is right, on the same database. */
const other = await forFile(startOwnService());

describe.each([
  ['ahead', 13],
  ['back', -13],
])('A process whose machine sets its clock 13 hours %s', (_, hours) => {
  let jumping: ServiceProcess;
  beforeAll(async () => {
    jumping = await startProcess(
      {
        ...inject('environment'),
        ...other.environment,
        PORT: String(await freePort(0)),
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import ${resolve(import.meta.dirname, 'kit/jumping-clock.mjs')}`,
        CLOCK_JUMP_MS: String(hours * HOUR_MS),
      },
      ['web'],
    );
  }, 130_000);
  afterAll(() => jumping?.stop());

  test('accepts no second vote, dates the next votes as before, and keeps sessions', async () => {
    const bot = await given(other.services).listing().approved();
    const userId = newUserId();
    const cookie = await other.signIn(userId);
    const cast = async (signedIn: string) => {
      const response = await postOperation(
        jumping.url,
        { query: CAST, variables: { id: bot.id } },
        { cookie: signedIn },
      );
      return fieldOf<{ __typename: string }>(await response.json(), 'result').__typename;
    };
    expect(await cast(cookie)).toBe('CastVotePayload');

    jumping.signal('SIGUSR2');
    await expect.poll(jumping.output, { timeout: 15_000 }).toContain('The clock jumped');
    expect(await cast(cookie)).toBe('VoteWindowActiveError');
    expect(await cast(await other.signIn())).toBe('CastVotePayload');

    const { log } = await votesOf(other.services, bot.id);
    expect(log).toHaveLength(2);
    for (const vote of log) {
      const offMs = Date.now() - Date.parse(vote.split(' ')[1] ?? '');
      expect(Math.abs(offMs)).toBeLessThan(HOUR_MS);
    }
  });

  test('says that its clock is wrong', async () => {
    await expect
      .poll(jumping.output, { timeout: 15_000 })
      .toContain(`clock is ${hours > 0 ? 'ahead of' : 'behind'} the database's`);
  });
});
