import { describe, expect, inject, test } from 'vitest';
import { adminOf } from '../kit/admin.ts';
import { startPgbouncer } from '../kit/pgbouncer.ts';
import { forFile, startService } from '../kit/service.ts';

const { DATABASE_URL: server = '' } = inject('environment');
const hasPooler = inject('parts').pgbouncer && server !== '';
const parts = await forFile(new AsyncDisposableStack());

/** @returns the address of the tests' database behind a PgBouncer */
const poolBy = (mode: 'session' | 'transaction', ignored?: readonly string[]) =>
  startPgbouncer(server, parts, { mode, ...(ignored && { ignored }) });

describe.skipIf(!hasPooler)('Behind PgBouncer', () => {
  test('in transaction mode the service does not start, and says what to set', async () => {
    const DATABASE_URL = await poolBy('transaction');
    await expect(startService({ DATABASE_URL })).rejects.toThrow(
      /^DATABASE_URL leads to a pooler in transaction mode.*Set pool_mode = session there, or name PostgreSQL itself\.$/,
    );
    const { code, stdout } = await adminOf({ DATABASE_URL })('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +database +DATABASE_URL leads to a pooler in transaction mode/m);
  });

  test('in session mode it serves, and a bot with a token is let in', async () => {
    await using service = await startService({ DATABASE_URL: await poolBy('session') });
    const { bots } = await service.seed({ bots: 1 });
    const [bot] = bots;
    const asked = Array.from({ length: 40 }, () =>
      service.call('GET', `/api/v1/bots/${bot?.id}/votes`, { token: bot?.token ?? '' }),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    const { stdout } = await adminOf({ DATABASE_URL: await poolBy('session') })('doctor');
    expect(stdout).toMatch(/^warning +database +Statements have no time limit/m);
  });

  test('that refuses the settings of connections, the start names DATABASE_URL and the setting', async () => {
    await expect(startService({ DATABASE_URL: await poolBy('session', []) })).rejects.toThrow(
      /^DATABASE_URL: the database cannot be used: .*statement_timeout/,
    );
    const { stdout } = await adminOf({ DATABASE_URL: await poolBy('session', []) })('doctor');
    expect(stdout).toMatch(/^problem +database +DATABASE_URL: .*statement_timeout/m);
  });
});
