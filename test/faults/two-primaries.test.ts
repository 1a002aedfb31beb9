import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { adminOf } from '../kit/admin.ts';
import { makeFolder } from '../kit/folder.ts';
import type { OwnPostgres } from '../kit/postgres.ts';
import { present } from '../kit/present.ts';
import { startRedis } from '../kit/redis.ts';
import { until } from '../kit/service-parts.ts';
import { addressOf, type Failover, metricOf, startFailover, statusOf, type Web } from './failover.ts';

/** How long a process may need to notice a change, on a busy machine. */
const NOTICED_MS = 10_000;
const VOTERS = 300;
const ROUNDS = 16;

let opened: AsyncDisposableStack;
let failover: Failover;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  failover = await startFailover(opened, VOTERS);
});
afterEach(() => opened.disposeAsync());

/** How many rows a server has of a part of a statement. */
async function countOn({ url }: OwnPostgres, from: string): Promise<number> {
  const db = openDatabase({ url }, 1);
  try {
    await until('PostgreSQL', () => db.sql`select 1`);
    const [row] = await db.sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${from}`);
    return row?.count ?? 0;
  } finally {
    await db.close();
  }
}

/** The votes that a server has stored. */
const votesOn = (server: OwnPostgres) => countOn(server, 'votes');
/** The connections that processes of the service have to a server. */
const connectionsTo = (server: OwnPostgres) =>
  countOn(server, "pg_stat_activity where application_name = 'bot-listing' and pid <> pg_backend_pid()");

async function stop({ server }: OwnPostgres): Promise<void> {
  const { pid } = server;
  server.hold();
  server.kill('SIGQUIT');
  await expect.poll(() => isAlive(pid)).toBe(false);
}

function isAlive(pid = 0): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function healthOf(web: Web) {
  const response = await fetch(`${web.process.url}/api/health`);
  return { status: response.status, body: await response.json() };
}

test('an old primary that comes back gets no vote, and every process says why it serves nothing', async () => {
  const { primary: old, standby, operator, environment, startWeb, vote } = failover;
  const databaseUrl = addressOf([old, standby]);
  const own = { DATA_DIR: await makeFolder('two-primaries', opened) };
  const webs = [await startWeb(databaseUrl, own), await startWeb(databaseUrl, own)];
  for (const web of webs) expect(await vote(web)).toBe(true);

  await stop(old);
  await operator.sql`select pg_promote()`;
  for (const web of webs) await expect.poll(() => vote(web), { timeout: NOTICED_MS }).toBe(true);

  old.server.release();
  const before = { old: await votesOn(old), standby: await votesOn(standby) };
  // A new process meets the old primary first.
  webs.push(await startWeb(databaseUrl, own));
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const web of webs) if (await vote(web)) acknowledged += 1;
  }
  expect(acknowledged).toBe(ROUNDS * webs.length);
  expect(await votesOn(standby)).toBe(before.standby + acknowledged);
  expect(await votesOn(old)).toBe(before.old);
  expect(webs.at(-1)?.process.output()).toMatch(
    /The database on [\d.]+:\d+ is an older copy: its timeline is 1/,
  );

  // Only the old one is left.
  await stop(standby);
  for (const web of webs) {
    await expect
      .poll(() => healthOf(web), { timeout: NOTICED_MS })
      .toMatchObject({
        status: 503,
        body: {
          status: 'unavailable',
          database: 'outdated',
          error: expect.stringContaining('an older copy'),
        },
      });
    expect(await statusOf(`${web.metricsUrl}/readyz`)).toBe(200);
    expect(await metricOf(web, 'database_up')).toBe('0');
    expect(Number(await metricOf(web, 'database_outdated_connections_total'))).toBeGreaterThan(0);
    expect(web.process.output()).toContain('is an older copy');
    expect(await vote(web)).toBe(false);
  }
  await expect(startWeb(databaseUrl, own)).rejects.toThrow(
    /cannot be used: The database on .* is an older copy/,
  );
  const { stdout } = await adminOf({ ...environment, ...own, DATABASE_URL: databaseUrl })('doctor');
  expect(stdout).toMatch(/^problem +database +The database on [\d.]+:\d+ is an older copy/m);
  expect(await votesOn(old)).toBe(before.old);

  standby.server.release();
  for (const web of webs) await expect.poll(() => vote(web), { timeout: NOTICED_MS }).toBe(true);
});

/** An address that leads to whichever server the test says: a proxy, a name or an address that moves. */
async function startMovingAddress(to: OwnPostgres) {
  let target = to;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const { hostname, port } = new URL(target.url);
    const server = connect(Number(port), hostname);
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const address = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    moveTo(next: OwnPostgres) {
      target = next;
    },
    /** Every connection has to be made anew. */
    cut() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
  opened.defer(() => {
    proxy.close();
    address.cut();
  });
  return address;
}

test('of two primaries behind one address only the newer one gets votes, until an operator accepts the other', async () => {
  const { primary: old, standby, operator, environment, startWeb, vote } = failover;
  const redis = present(await startRedis());
  opened.defer(() => redis.stop());
  const address = await startMovingAddress(old);
  const machine = async () => ({ DATA_DIR: await makeFolder('machine', opened), REDIS_URL: redis.url });
  // The first keeps its connections to the old primary, which is only cut off from the standby.
  const first = await startWeb(address.url, await machine());
  expect(await vote(first)).toBe(true);
  await operator.sql`select pg_promote()`;
  address.moveTo(standby);
  const second = await startWeb(address.url, await machine());
  expect(await vote(second)).toBe(true);

  // It learns from the second one that there is a newer copy, and loses its connections to the old one.
  await expect.poll(() => connectionsTo(old), { timeout: NOTICED_MS }).toBe(0);
  const before = { old: await votesOn(old), standby: await votesOn(standby) };
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    address.moveTo(round % 2 === 0 ? old : standby);
    address.cut();
    for (const web of [first, second]) if (await vote(web)) acknowledged += 1;
  }
  process.stdout.write(`${acknowledged} of ${2 * ROUNDS} votes were acknowledged.\n`);
  expect(acknowledged).toBeGreaterThan(0);
  expect(await votesOn(old)).toBe(before.old);
  expect(await votesOn(standby)).toBe(before.standby + acknowledged);

  // The operator wants the old one back.
  address.moveTo(old);
  await stop(standby);
  for (const web of [first, second]) {
    await expect
      .poll(async () => (await healthOf(web)).body, { timeout: NOTICED_MS })
      .toMatchObject({
        database: 'outdated',
      });
  }
  const admin = adminOf({ ...environment, ...(await machine()), DATABASE_URL: address.url });
  expect((await admin('database', 'accept')).stderr).toMatch(
    /^This site has used the database \d+ on timeline 2 so far\. This makes it use an older copy, the database \d+ on timeline 1 at 127\.0\.0\.1, port \d+\./,
  );
  const { code, stdout } = await admin('database', 'accept', '--yes');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('on timeline 1') });
  expect((await admin('database', 'accept', '--yes')).stderr).toBe('This site uses this database already.\n');
  for (const web of [first, second]) {
    await expect.poll(() => vote(web), { timeout: NOTICED_MS }).toBe(true);
  }
  expect(await votesOn(old)).toBeGreaterThan(before.old);
});
