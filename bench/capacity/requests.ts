import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CAST_VOTE } from '../casting/answers.ts';
import { runWrk } from '../compare/wrk.ts';
import { median, print, table } from '../support.ts';
import { growth, type Role, type Setting, startRole } from './setting.ts';
import { cpuMsOf, residentMbOf, treeOf } from './usage.ts';

interface Load {
  readonly script: URL;
  readonly args: readonly string[];
  /** At once, to all web processes together. */
  readonly connections?: number;
}

/** Everything but the first two is for one request. */
interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time in microseconds, by server. */
  readonly micros: Readonly<Record<string, number>>;
  /** Commands of Redis, also those that a script runs. */
  readonly redisCommands: number;
  readonly walBytes: number;
}

export interface Amount {
  /** How many web processes share the requests. */
  readonly webs: number;
  /** To all of them together. */
  readonly connections: number;
  readonly rounds: number;
  /** Of a round. */
  readonly seconds: number;
}

/** Prints what a request costs each server. */
export async function measureRequests(
  setting: Setting,
  { webs, connections, rounds, seconds }: Amount,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const services: Role[] = [];
  for (let web = 0; web < webs; web += 1) services.push(await startRole('web', setting.environment, parts));
  const rows: string[][] = [];
  const names = ['web', ...Object.keys(await setting.cpuMs())];
  let runs = 0;
  for (const [name, load] of Object.entries(await loadsOf(setting))) {
    await setting.sql`vacuum (analyze)`;
    const before = await setting.tableBytes();
    let requests = 0;
    const measured: Round[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const result = await measure(setting, services, { connections, ...load }, seconds, runs);
      runs += webs;
      requests += result.perSecond * seconds;
      if (round > 0) measured.push(result);
    }
    const of = (field: (round: Round) => number, digits = 0) => median(measured.map(field)).toFixed(digits);
    rows.push([
      ...[name, of(({ perSecond }) => perSecond), of(({ p99Ms }) => p99Ms, 1)],
      ...names.map((server) => of(({ micros }) => micros[server] ?? 0)),
      ...[of(({ redisCommands }) => redisCommands, 2), of(({ walBytes }) => walBytes)],
    ]);
    if (name === 'vote') print(`bytes of a vote: ${growth(before, await setting.tableBytes(), requests)}`);
  }
  const columns = ['load', 'requests/s', 'p99 ms', ...names.map((server) => `${server} µs`)];
  print(table([...columns, 'Redis commands', 'WAL B'], rows));
  const sizes = services.flatMap(({ pid }) => treeOf(pid)).map((id) => residentMbOf(id).toFixed(0));
  print(`memory: ${sizes.join(' + ')} MB`);
}

async function loadsOf({ folder, bots, userIds, sql }: Setting): Promise<Record<string, Load>> {
  const file = async (name: string, lines: readonly string[]) => {
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
    return join(folder, name);
  };
  const tokens = await file(
    'tokens',
    bots.map(({ id, token }) => `${id} ${token}`),
  );
  const ids = await file(
    'ids',
    bots.map(({ id }) => id),
  );
  const checked = await file('users', userIds.slice(0, 20));
  const document = await file('document', [JSON.stringify(CAST_VOTE)]);
  const sessions = await file('sessions', await signIn(sql, userIds));
  // The page cache keeps the directory, and no search with a sign.
  const ofPages = new URL('../pages/load.lua', import.meta.url);
  const ofRest = new URL('../rest/load.lua', import.meta.url);
  return {
    check: { script: ofRest, args: ['check', tokens, checked] },
    stats: { script: ofRest, args: ['stats', tokens, checked] },
    directory: { script: ofPages, args: ['/bots', '-'] },
    // With more at once, some are told to come later.
    search: { script: ofPages, args: ['/bots?q=melody.', '-'], connections: 8 },
    widget: { script: new URL('cached.lua', import.meta.url), args: [tokens] },
    vote: {
      script: new URL('../casting/load.lua', import.meta.url),
      args: ['spread', document, sessions, ids, ids],
    },
  };
}

/** @param runs how many loads ran before */
async function measure(
  setting: Setting,
  services: readonly Role[],
  load: Required<Load>,
  seconds: number,
  runs: number,
): Promise<Round> {
  const webs = services.flatMap(({ pid }) => treeOf(pid));
  const used = async () =>
    [
      { web: cpuMsOf(webs), ...(await setting.cpuMs()) },
      await setting.redisCommands(),
      await setting.walBytes(),
    ] as const;
  const before = await used();
  const results = await Promise.all(
    services.map(({ url }, index) => {
      const args = [...load.args, `${runs + index + 1}`];
      const connections = Math.ceil(load.connections / services.length);
      return runWrk(url, { ...load, args, connections, seconds });
    }),
  );
  const after = await used();
  const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  const each = (from: number, to: number) => (to - from) / (perSecond * seconds);
  const names = Object.keys(before[0]) as (keyof (typeof before)[0])[];
  return {
    perSecond,
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    micros: Object.fromEntries(names.map((name) => [name, each(before[0][name], after[0][name]) * 1000])),
    redisCommands: each(before[1], after[1]),
    walBytes: each(before[2], after[2]),
  };
}

/** @returns the session of each user */
async function signIn(sql: Setting['sql'], userIds: readonly string[]): Promise<string[]> {
  const sessions = userIds.map(() => randomBytes(32).toString('base64url'));
  const hashes = sessions.map((session) => createHash('sha256').update(session).digest('hex'));
  await sql`
    insert into sessions (id_hash, user_id, created_at, expires_at)
    select decode(hash, 'hex'), user_id, now(), now() + interval '30 days'
    from unnest(${hashes}::text[], ${[...userIds]}::text[]) as session(hash, user_id)`;
  return sessions;
}
