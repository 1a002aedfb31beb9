import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/embedded/ports.ts';
import { isRoot, SERVER_USER } from '../../src/embedded/postgres-user.ts';
import { makeFolder } from './folder.ts';
import { superviseIn, until } from './service-parts.ts';

/** What the service sets when it connects. PgBouncer refuses it unless it is told to leave it out. */
const IGNORED = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'jit',
  'pg_trgm.word_similarity_threshold',
];

/**
 * Starts a PgBouncer, which `opened` ends.
 *
 * @param server the URL of the database
 * @param options.settings further lines of its configuration
 * @returns the address of the database behind it
 */
export async function startPgbouncer(
  server: string,
  opened: AsyncDisposableStack,
  {
    mode = 'session',
    ignored = IGNORED,
    settings = [],
  }: { mode?: 'session' | 'transaction'; ignored?: readonly string[]; settings?: readonly string[] } = {},
): Promise<string> {
  const folder = await makeFolder('pooler', opened);
  await chmod(folder, 0o755);
  const { hostname, port, pathname, username, password } = new URL(server);
  const listenPort = await freePort(0);
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const lines = [
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
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o644);
  superviseIn(opened)({ command: 'pgbouncer', args: [file], ...(isRoot() && { user: SERVER_USER }) });
  await until('PgBouncer', () => once(connect(listenPort, '127.0.0.1'), 'connect'));
  return `postgres://${username}@127.0.0.1:${listenPort}/bots`;
}
