import { expect, test } from 'vitest';
import { readConfig, warningsOf } from '../../src/config/config.ts';
import { problemsOf, SERVER } from './support.ts';

const at = (rest: string) => ({ ...SERVER, TEMPORAL_ADDRESS: 't:7233', DATABASE_URL: `postgres://${rest}` });
const PRIMARY = 'target_session_attrs=primary';

test.each([
  'db.example/bots',
  'db.example:5433/bots',
  'user:pass@db.example:5433/bots?sslmode=require',
  '[::1]:5433/bots',
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
  [
    'one:5432,[::1]:5432/bots',
    'names several hosts, of which one is an IPv6 address: the driver needs names or IPv4',
  ],
  ['user:p@ss@one:5432,two:5432/bots', 'has a user or a password with "@": write it as %40'],
  ['one:x/bots', 'must be a URL that starts with postgres:// or postgresql://'],
  ['one:x,two:5432/bots', 'must be a URL that starts with postgres:// or postgresql://'],
  [
    'one:5432,two:5432/bots?target_session_attrs=read-write',
    'names several hosts with a target_session_attrs that is not primary: the driver may choose a standby',
  ],
])('%s is refused with its reason', (rest, reason) => {
  expect(problemsOf(at(rest))).toEqual([`DATABASE_URL ${reason}`]);
});

test('several hosts without a choice of the primary are warned of', () => {
  const env = at('one:5432,two:5432/bots');
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([
    expect.stringContaining('several hosts without target_session_attrs=primary'),
  ]);
});
