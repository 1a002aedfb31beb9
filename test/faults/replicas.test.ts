import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/client.ts';
import { MAX_LAG_MS } from '../../src/db/replicas.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { createRoutes } from '../../src/http/routes.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { servicesOn } from '../kit/service-parts.ts';
import { freeze } from './database-faults.ts';
import { startFailover } from './failover.ts';

/** A process looks each second, and a busy machine is slow. */
const NOTICED_MS = 15_000;
/** What a reader waits at most, when a server goes silent at the beginning of a statement. */
const RESPONSE_MS = 4000;

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

const site = await startFailover(opened, 0);
const primary = openDatabase({ url: site.primary.url }, 2);
opened.defer(() => primary.close());
const { id: botId } = first(
  await primary.sql<{ id: string }[]>`select id from bots where state = 'approved'`,
);
const cookie = `session=${await startSession(servicesOn(primary), { id: newUserId(), name: 'Member' })}`;
const web = await site.startWeb(site.primary.url, { DATABASE_REPLICA_URL: site.standby.url });

async function metric(pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${web.metricsUrl}/metrics`)).text();
  return Number(pattern.exec(text)?.[1] ?? 0);
}
const isUsed = () => metric(/^database_replica_used\{replica="[\d.:]+"\} (\d)$/m);
const becomesUsed = (used: 0 | 1) => expect.poll(isUsed, { timeout: NOTICED_MS }).toBe(used);
const statementsOf = (pool: string, outcome = 'ok') =>
  metric(
    new RegExp(
      `^db_client_operation_duration_seconds_count\\{pool="${pool}",outcome="${outcome}"\\} (\\d+)$`,
      'm',
    ),
  );

const VALUES: Readonly<Record<string, string>> = {
  slug: 'music',
  hash: 'a'.repeat(64),
  tab: 'votes',
  part: '0',
};

/** An address of each route that takes GET, but for GraphQL. */
function pathsOfRoutes(): string[] {
  // Only the table is read.
  const nothing = {} as never;
  const { routes } = createRoutes({
    config: readConfig({}),
    services: servicesOn(primary) as never,
    contexts: nothing,
    cache: nothing,
    memberCache: nothing,
    signIn: undefined,
    pictures: nothing,
    around: undefined,
    onFault: () => {},
  });
  return [...routes.api, ...routes.page].flatMap(([method, path]) =>
    method === 'GET'
      ? path.replace(/:(\w+)/g, (_, name) => VALUES[name] ?? botId).replace('*', 'nothing')
      : [],
  );
}

/** The page of the bot, as the stranger or the member sees it. */
async function page(headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${web.process.url}/bot/${botId}`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}
const rename = (name: string) => primary.sql`update bots set name = ${name} where id = ${botId}`;

/** Sends searches that nothing keeps, one after the other, until it is told to end. @returns the slowest and the failed */
function keepSearching(connections = 4) {
  let isOver = false;
  let count = 0;
  const failed: string[] = [];
  let slowestMs = 0;
  const searching = Array.from({ length: connections }, async (_, index) => {
    while (!isOver) {
      count += 1;
      const since = performance.now();
      const response = await fetch(`${web.process.url}/bots?q=a${index}${count}.`);
      const text = await response.text();
      if (response.status !== 200) failed.push(`${response.status} ${text.slice(0, 100)}`);
      slowestMs = Math.max(slowestMs, performance.now() - since);
      await delay(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(searching);
    return { count, failed, slowestMs };
  };
}

test('strangers can read every page from a standby, and no statement of a page goes elsewhere', async () => {
  await becomesUsed(1);
  const paths = [...pathsOfRoutes(), '/bots?q=bot', '/bots?tags=music', `/compare?bots=${botId}`];
  expect(paths.length).toBeGreaterThan(50);
  const [strangers, replica] = await Promise.all([statementsOf('strangers'), statementsOf('replica')]);
  for (const path of paths) {
    const { status } = await fetch(web.process.url + path, { redirect: 'manual' });
    expect([path, status < 500 && status !== 429]).toEqual([path, true]);
  }
  expect(await statementsOf('replica', 'error')).toBe(0);
  expect(await statementsOf('strangers')).toBe(strangers);
  expect(await statementsOf('replica')).toBeGreaterThan(replica + 20);
  expect(await isUsed()).toBe(1);
});

test('members read what was just written, strangers read it when it is replayed, or the replica is too far behind', async () => {
  await rename('Before');
  await expect.poll(() => page(), { timeout: NOTICED_MS }).toContain('Before');
  await site.operator.sql`select pg_wal_replay_pause()`;
  await rename('Afterwards');
  expect(await page({ cookie })).toContain('Afterwards');
  expect(await page()).not.toContain('Afterwards');
  const since = performance.now();
  await expect.poll(() => page(), { timeout: MAX_LAG_MS + NOTICED_MS }).toContain('Afterwards');
  process.stdout.write(`A replica too far behind: left after ${Math.round(performance.now() - since)} ms.\n`);
  expect(await isUsed()).toBe(0);
  await site.operator.sql`select pg_wal_replay_resume()`;
  await becomesUsed(1);
  expect(await page()).toContain('Afterwards');
});

test.each(['killed', 'frozen'] as const)(
  'a replica that is %s fails no page, and is used when it is back',
  async (fault) => {
    await becomesUsed(1);
    const end = keepSearching();
    await delay(1000);
    const { server } = site.standby;
    let mend = async () => server.release();
    if (fault === 'frozen') mend = await freeze(server);
    else {
      server.hold();
      server.kill('SIGKILL');
    }
    await becomesUsed(0);
    await delay(2000);
    await mend();
    await becomesUsed(1);
    await delay(500);
    const { count, failed, slowestMs } = await end();
    process.stdout.write(`A replica ${fault}: ${count} pages, the slowest ${Math.round(slowestMs)} ms.\n`);
    expect(failed).toEqual([]);
    expect(slowestMs).toBeLessThan(RESPONSE_MS);
  },
);

test('a replica that is promoted is not read from', async () => {
  await becomesUsed(1);
  const end = keepSearching();
  await expect
    .poll(() =>
      site.operator.sql`select pg_promote()`.then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await becomesUsed(0);
  await rename('On the primary');
  await expect.poll(() => page()).toContain('On the primary');
  expect((await end()).failed).toEqual([]);
});
