import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { isRoot, SERVER_USER } from '../../src/embedded/postgres-user.ts';
import { adminOf } from '../kit/admin.ts';
import { makeFolder } from '../kit/folder.ts';
import { startService } from '../kit/service.ts';
import { superviseIn, until } from '../kit/service-parts.ts';

const { DATABASE_URL: server = '' } = inject('environment');
const hasPooler = inject('parts').pgbouncer && server !== '';
const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

/** PgBouncer refuses these unless it is told to leave them out. */
const IGNORED = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'jit',
  'pg_trgm.word_similarity_threshold',
];

/** @returns the address of the tests' database behind a PgBouncer */
async function poolBy(mode: 'session' | 'transaction', ignored = IGNORED): Promise<string> {
  const folder = await makeFolder('pooler', parts);
  await chmod(folder, 0o755);
  const { hostname, port, pathname, username, password } = new URL(server);
  const listenPort = await freePort(0);
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `bots = host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} user=${username}${secret}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 30',
    ...(ignored.length > 0 ? [`ignore_startup_parameters = ${ignored.join(', ')}`] : []),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  await chmod(file, 0o644);
  superviseIn(parts)({ command: 'pgbouncer', args: [file], ...(isRoot() && { user: SERVER_USER }) });
  const url = `postgres://${username}@127.0.0.1:${listenPort}/bots`;
  await until('PgBouncer', () => once(connect(listenPort, '127.0.0.1'), 'connect'));
  return url;
}

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
  });

  test('that refuses the settings of connections, the start names DATABASE_URL and the setting', async () => {
    await expect(startService({ DATABASE_URL: await poolBy('session', []) })).rejects.toThrow(
      /^DATABASE_URL: the database cannot be used: .*statement_timeout/,
    );
  });
});
