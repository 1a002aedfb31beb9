import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, warningsOf } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/client.ts';
import { readPostgresUrl } from '../../src/lib/postgres-url.ts';
import { startDatabase } from '../kit/database.ts';
import { problemsOf, SERVER } from './support.ts';

const at = (rest: string) => ({ ...SERVER, TEMPORAL_ADDRESS: 't:7233', DATABASE_URL: `postgres://${rest}` });
const PRIMARY = 'target_session_attrs=primary';

test.each([
  'db.example/bots',
  'db.example:5433/bots',
  'db.example:/bots',
  'db.example/bots?idle_timeout=20&prepare=false&connect_timeout=9',
  'db.example/bots?sslrootcert=system',
  'user:pass@db.example:5433/bots?sslmode=require',
  '[::1]:5433/bots',
  `[::1]:5432,one:5433,[fd00::2]:5432/bots?${PRIMARY}`,
  'bots@/bots?host=/run/postgresql&port=5433',
  'bots@%2Frun%2Fpostgresql/bots?sslmode=prefer',
  'db.example/bots?target_session_attrs=any&sslmode=allow',
  'one:5432,two:5432/bots?target_session_attrs=read-write',
  'user:p@ss@one:5432,two:5432/bots?target_session_attrs=primary',
  `one,two/bots?${PRIMARY}`,
  `one:5432,two:5433/bots?${PRIMARY}`,
  `user:p%40ss,word@10.0.0.1:5432,10.0.0.2:5432,three.example:5433/bots?sslmode=require&${PRIMARY}`,
])('an address of one or several hosts is taken as it is: %s', (rest) => {
  const env = at(rest);
  expect(problemsOf(env)).toEqual([]);
  expect(readConfig(env).databaseUrl).toBe(env.DATABASE_URL);
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([]);
});

test.each([
  ['one,two:5433/bots', 'names several hosts and a port for only some of them: give each host its port'],
  ['one:5432,two/bots', 'names several hosts and a port for only some of them: give each host its port'],
  ['one:5432,two:65536/bots', 'has a port that is not 1 to 65535'],
  ['one:5432,two:0/bots', 'has a port that is not 1 to 65535'],
  ['one:5432,two:x/bots', 'names several hosts, of which one is not a name with or without a port'],
  ['one:5432,/bots', 'names several hosts, of which one is not a name with or without a port'],
  ['one:5432,,two:5432/bots', 'names several hosts, of which one is not a name with or without a port'],
  ['/bots', 'names no host: write postgres://USER:PASSWORD@HOST:5432/DATABASE'],
  ['/bots?host=run', 'has a host parameter that is not the folder of a Unix socket'],
  ['one:5432,[::g]:5432/bots', 'has an address in brackets that is not IPv6'],
  ['[::1/bots', 'has a host that is not a name with or without a port'],
  ['one:x/bots', 'has a host that is not a name with or without a port'],
  ['one:x,two:5432/bots', 'names several hosts, of which one is not a name with or without a port'],
  ['user:100%@one/bots', 'has a "%" that is not followed by two hexadecimal digits: write it as %25'],
  ...['read-only', 'standby', 'prefer-standby'].map((target) => [
    `one,two/bots?target_session_attrs=${target}`,
    `has target_session_attrs=${target}, and the service writes: write primary or read-write`,
  ]),
  [
    'one/bots?target_session_attrs=master',
    'has a target_session_attrs that does not exist: ' +
      'write one of any, read-write, read-only, primary, standby, prefer-standby',
  ],
  ['%2Frun/bots?sslmode=verify-full', 'names a Unix socket, which has no TLS: remove sslmode'],
  ['one/bots?sslcrl=/x', 'has sslcrl, which this service does not read: remove it'],
  [
    'one/bots?ssl=true',
    'has ssl: write sslmode=verify-full, or sslmode=require, which checks no certificate, in its place',
  ],
  ['one/bots?sslmode=require&sslmode=disable', 'has sslmode twice'],
  ['one/bots?host=/run', 'names a host twice: before the path, and as a parameter'],
  ...['', '?sslmode=prefer'].map((mode) => [
    `one/bots${mode}${mode ? '&' : '?'}sslrootcert=/ca.pem`,
    'names files of TLS, which need an sslmode of require, verify-ca or verify-full',
  ]),
  ['one/bots?sslmode=require&sslcert=/c', 'needs both sslcert and sslkey, or none of them'],
  [
    'one/bots?sslmode=verify-full&sslrootcert=/missing',
    "names a file of TLS that cannot be used: ENOENT: no such file or directory, open '/missing'",
  ],
])('%s is refused with its reason', (rest, reason) => {
  expect(problemsOf(at(rest))).toEqual([`DATABASE_URL ${reason}`]);
});

test('a file that holds no certificate is refused', () => {
  const [problem] = problemsOf(at(`one/bots?sslmode=verify-ca&sslrootcert=${import.meta.filename}`));
  expect(problem).toMatch(/^DATABASE_URL names a file of TLS that cannot be used: /);
});

test('several hosts without a choice of the primary are warned of', () => {
  const env = at('one:5432,two:5432/bots');
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([
    expect.stringContaining('several hosts without target_session_attrs=primary'),
  ]);
});

test('what is not written in an address is left to the driver and its environment', () => {
  expect(readPostgresUrl('postgres://u@h/bots?max=9&application_name=a\n')).toEqual({
    ...{ host: ['h'], port: [5432], user: 'u', pass: '', database: 'bots' },
    connection: { application_name: 'a' },
  });
});

test('who logs in and to which database may come from the environment, and where the server is may not', async () => {
  await using parts = new AsyncDisposableStack();
  const { url } = await startDatabase('without tables', parts);
  const { host, pathname, username, password } = new URL(url);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PGDATABASE', pathname.slice(1));
  for (const [name, value] of Object.entries({ PGHOST: '192.0.2.1', PGPORT: '1', PGSSLMODE: 'verify-full' }))
    vi.stubEnv(name, value);
  const at = async (login: string) => {
    const db = openDatabase({ url: `postgres://${login}${host}` }, 1);
    return db.sql`select current_database() as database, current_user as user`.finally(() => db.close());
  };
  const expected = [{ database: pathname.slice(1), user: username }];
  expect(await at(`${username}:${password}@`)).toEqual(expected);
  vi.stubEnv('PGUSER', username);
  vi.stubEnv('PGPASSWORD', password);
  expect(await at('')).toEqual(expected);
});
