import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CAST_VOTE } from '../casting/answers.ts';
import { runWrk } from '../compare/wrk.ts';
import { median, print, table } from '../support.ts';
import { growth, type Role, type Setting, startRole } from './setting.ts';
import { cpuMsOf, residentMbOf, treeOf } from './usage.ts';

const CONNECTIONS = 64;

interface Load {
  readonly script: URL;
  readonly args: readonly string[];
}

/** Everything but the first two is for one request. */
interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly webMs: number;
  readonly postgresMs: number;
  readonly redisMs: number;
  /** Commands, also those that a script runs. */
  readonly redisOperations: number;
  readonly walBytes: number;
}

/** Prints what a request costs each server. */
export async function measureRequests(setting: Setting, rounds: number, seconds: number): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const service = await startRole('web', setting.environment, parts);
  const rows: string[][] = [];
  let runs = 0;
  for (const [name, load] of Object.entries(await loadsOf(setting))) {
    await setting.sql`vacuum (analyze)`;
    const before = await setting.tableBytes();
    let requests = 0;
    const measured: Round[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      runs += 1;
      const result = await measure(setting, service, { ...load, args: [...load.args, `${runs}`] }, seconds);
      requests += result.perSecond * seconds;
      if (round > 0) measured.push(result);
    }
    const of = (field: keyof Round) => median(measured.map((round) => round[field]));
    const micros = [of('webMs'), of('postgresMs'), of('redisMs')].map((ms) => (ms * 1000).toFixed(0));
    rows.push([
      ...[name, of('perSecond').toFixed(0), of('p99Ms').toFixed(1), ...micros],
      ...[of('redisOperations').toFixed(2), of('walBytes').toFixed(0)],
    ]);
    if (name === 'vote') print(`bytes of a vote: ${growth(before, await setting.tableBytes(), requests)}`);
  }
  const columns = [
    'load',
    'requests/s',
    'p99 ms',
    'web µs',
    'PostgreSQL µs',
    'Redis µs',
    'Redis ops',
    'WAL B',
  ];
  print(table(columns, rows));
  const sizes = treeOf(service.pid).map((id) => residentMbOf(id).toFixed(0));
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
  const ofRest = new URL('../rest/load.lua', import.meta.url);
  return {
    check: { script: ofRest, args: ['check', tokens, checked] },
    stats: { script: ofRest, args: ['stats', tokens, checked] },
    widget: { script: new URL('cached.lua', import.meta.url), args: [tokens] },
    vote: {
      script: new URL('../casting/load.lua', import.meta.url),
      args: ['spread', document, sessions, ids, ids],
    },
  };
}

async function measure(setting: Setting, { pid, url }: Role, load: Load, seconds: number): Promise<Round> {
  const web = treeOf(pid);
  const used = async () => {
    const info = await setting.redis.info();
    const number = (name: string) => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(info)?.[1]);
    return {
      webMs: cpuMsOf(web),
      postgresMs: cpuMsOf(treeOf(setting.postgres)),
      redisMs: (number('used_cpu_user') + number('used_cpu_sys')) * 1000,
      redisOperations: number('total_commands_processed'),
      walBytes: await setting.walBytes(),
    };
  };
  const before = await used();
  const { requestsPerSecond, p99Ms } = await runWrk(url, { ...load, connections: CONNECTIONS, seconds });
  const after = await used();
  const each = (field: keyof typeof before) => (after[field] - before[field]) / (requestsPerSecond * seconds);
  return {
    perSecond: requestsPerSecond,
    p99Ms,
    webMs: each('webMs'),
    postgresMs: each('postgresMs'),
    redisMs: each('redisMs'),
    redisOperations: each('redisOperations'),
    walBytes: each('walBytes'),
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
