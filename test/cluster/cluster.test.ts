import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUDGETS } from '../../src/limits/budget.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { keyOf } from '../faults/vote-stream.ts';
import { present } from '../kit/present.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { type Cluster, type Member, print, startCluster } from './cluster.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/** Ten votes a second, each with its webhook, leave two cores a third of their time. */
const ROUND_MS = 100;
/**
 * From so many percent on, cores have no time left. Then strangers' pages give way to bots and voters, as
 * `docs/decisions/overload.md` says.
 */
const FULL = 85;
const PAUSE_MS = 3000;
/** New processes compile what they run. Together they need all cores for this time. */
const WARM_UP_MS = 20_000;
/** How long a worker is frozen. Longer than its heartbeats and leases. */
const FROZEN_MS = 60_000;
const BOTS = 60;
const USERS = 400;

let receiver: Receiver;
let cluster: Cluster;
let sample: Seeded;
let cookies: string[];
beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster();
  sample = await cluster.seed({ bots: BOTS, users: USERS, votes: 0, webhookUrl: receiver.url });
  cookies = await Promise.all(sample.users.map(({ id }) => cluster.signIn(id)));
});
afterAll(async () => {
  await cluster?.close();
  await receiver?.close();
});

/** Bots that the traffic does not use. */
let spare = BOTS - 1;
const ownBot = () => present(sample.bots[spare--]);

describe('Two web processes and two workers behind nginx', () => {
  let traffic: Traffic;
  const steps: string[] = [];

  /**
   * Does something to the cluster under traffic.
   *
   * @returns the requests that failed, but for pages that gave way
   */
  async function during(step: string, work: () => Promise<void>): Promise<readonly string[]> {
    const at = Date.now();
    const before = coresTime();
    const said = cluster.webs.map((web) => web.process.output().length);
    await work();
    await delay(PAUSE_MS);
    const after = coresTime();
    const busy = Math.round((100 * (after.busy - before.busy)) / (after.all - before.all));
    const failed = traffic.failuresSince(at);
    for (const what of new Set(failed)) print(`${step}: ${what}`);
    const kept = failed.filter((what) => busy < FULL || !what.startsWith('pages: 503'));
    const seconds = Math.round((Date.now() - at) / 100) / 10;
    const gaveWay = failed.length - kept.length;
    if (kept.length > 0)
      for (const [index, web] of cluster.webs.entries())
        for (const line of web.process.output().slice(said[index]).split('\n'))
          if (/"level":[456]0/.test(line)) print(`${step}: web ${index + 1}: ${line}`);
    steps.push(`${step}: ${seconds} s, cores busy ${busy} %, ${kept.length} failed, ${gaveWay} gave way`);
    return kept;
  }

  beforeAll(async () => {
    // A tenth of the bots is left to the other tests.
    const bots = sample.bots.slice(0, BOTS - 10);
    traffic = startTraffic(cluster.url, { bots, users: sample.users }, cookies, ROUND_MS);
    const refused = await during('warm-up', () => delay(WARM_UP_MS));
    for (const what of refused) expect(what).toMatch(/^pages: 503/);
  });

  afterAll(async () => {
    await traffic.stop();
    for (const step of steps) print(step);
  });

  test('while nothing happens to them, no request fails', async () => {
    expect(await during('nothing', () => delay(PAUSE_MS))).toEqual([]);
  });

  test.each([0, 1] as const)('restart of web process %s fails no request', async (index) => {
    const restarting = () => cluster.restart(cluster.webs[index]);
    expect(await during(`restart of web ${index + 1}`, restarting)).toEqual([]);
  });

  test.each([0, 1] as const)('restart of worker %s fails no request', async (index) => {
    const worker = cluster.workers[index];
    expect(await during(`restart of worker ${index + 1}`, () => cluster.restart(worker))).toEqual([]);
  });

  test('a reload of nginx fails no request', async () => {
    const { nginx } = cluster.parts;
    expect(await during('reload of nginx', async () => nginx.kill('SIGHUP'))).toEqual([]);
  });

  test('a restart of Redis fails no request: requests pass uncounted', async () => {
    const { Redis } = cluster.parts;
    expect(await during('restart of Redis', async () => Redis.kill('SIGTERM'))).toEqual([]);
  });

  test('a restart of Temporal fails no request: deliveries wait', async () => {
    const failed = await during('restart of Temporal', async () => {
      cluster.parts.Temporal.kill('SIGTERM');
      await delay(1000);
      for (const worker of cluster.workers) await cluster.untilReady(worker);
    });
    expect(failed).toEqual([]);
  });

  test('a killed worker fails no request, and the other one takes its deliveries', async () => {
    const [worker] = cluster.workers;
    const failed = await during('kill -9 of worker 1', async () => {
      worker.process.kill('SIGKILL');
      await delay(200);
      await cluster.untilReady(worker);
    });
    expect(failed).toEqual([]);
  });

  test('a worker that is frozen for a minute and continues fails no request', async () => {
    const [, worker] = cluster.workers;
    const failed = await during('worker 2 frozen for a minute', async () => {
      worker.process.kill('SIGSTOP');
      await delay(FROZEN_MS);
      worker.process.kill('SIGCONT');
      await cluster.untilReady(worker);
    });
    expect(failed).toEqual([]);
  });

  test('a restart of PostgreSQL fails only requests of the moment without a database', async () => {
    const { PostgreSQL } = cluster.parts;
    const since = Date.now();
    const failed = await during('restart of PostgreSQL', async () => {
      // A fast shutdown, as by a service manager.
      PostgreSQL.kill('SIGINT');
      await delay(500);
      for (const web of cluster.webs) await cluster.untilReady(web);
    });
    const backAt = Date.now();
    print(`restart of PostgreSQL: ${failed.length} requests failed within ${(backAt - since) / 1000} s`);
    await delay(PAUSE_MS);
    expect(traffic.failuresSince(backAt)).toEqual([]);
    for (const what of failed) expect(what).toMatch(/50[0234]|INTERNAL_SERV/);
  });

  test('in the end each vote that was answered is recorded and has arrived, once for its delivery', async () => {
    await traffic.stop();
    const { accepted, forgotten, tallies } = traffic;
    await cluster.untilNothingIsDue();
    const recorded = await readRecorded();
    const arrived = new Map<string, Set<string>>();
    for (const { body, headers } of receiver.received) {
      const key = keyOf(body.bot_id, body.user_id, body.voted_at);
      arrived.set(key, (arrived.get(key) ?? new Set()).add(String(headers['x-webhook-delivery'])));
    }
    const requests = Object.values(tallies).reduce((sum, tally) => sum + tally.requests, 0);
    const failures = Object.values(tallies).reduce((sum, tally) => sum + tally.failures.length, 0);
    print(
      `${requests} requests, ${failures} failed; ${accepted.size} votes answered, ${recorded.size} recorded, ` +
        `${arrived.size} arrived with ${receiver.received.length} requests`,
    );
    expect.soft(forgotten).toEqual([]);
    expect.soft([...accepted].filter((key) => !recorded.has(key))).toEqual([]);
    expect.soft([...recorded].filter((key) => !arrived.has(key))).toEqual([]);
    expect.soft([...arrived.keys()].filter((key) => !recorded.has(key))).toEqual([]);
    expect.soft([...arrived].filter(([, deliveries]) => deliveries.size > 1)).toEqual([]);
  });
});

test('a budget is exact when both web processes spend it at once', async () => {
  const bot = ownBot();
  const { max } = BUDGETS.check;
  const path = `/api/v1/bots/${bot.id}/check?userId=10000000000000000`;
  const statuses = await Promise.all(
    Array.from({ length: max + 100 }, async (_, index) => {
      const { url } = cluster.webs[index % 2] as Member;
      const response = await fetch(url + path, { headers: { authorization: bot.token } });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  print(`a budget of ${max}: ${count(200)} admitted, ${count(429)} refused, overshoot ${count(200) - max}`);
  expect([count(200), count(429)]).toEqual([max, 100]);
});

test('a new token holds in both web processes at once, and the old one in neither', async () => {
  const bot = ownBot();
  const cookie = await cluster.signIn(bot.ownerId);
  const path = `/api/v1/bots/${bot.id}/check?userId=10000000000000000`;
  const statusAt = async ({ url }: Member, token: string) =>
    (await fetch(url + path, { headers: { authorization: token } })).status;
  // Both processes have verified the old one.
  for (const web of cluster.webs) expect(await statusAt(web, bot.token)).toBe(200);
  const answer = await fetch(`${cluster.webs[0].url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      query:
        'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
      variables: { id: bot.id },
    }),
  });
  const { data } = (await answer.json()) as { data: { result: { token: string } } };
  for (const web of cluster.webs) {
    expect(await statusAt(web, bot.token)).toBe(401);
    expect(await statusAt(web, data.result.token)).toBe(200);
  }
});

test('a page that one web process has cached shows a change by the other one within a second', async () => {
  const bot = ownBot();
  const [first, second] = cluster.webs;
  const pageAt = async ({ url }: Member) => (await fetch(`${url}/bot/${bot.id}`)).text();
  for (const web of cluster.webs) expect(await pageAt(web)).not.toContain('54,321');
  const report = await fetch(`${first.url}/api/v1/bots/${bot.id}/stats`, {
    method: 'POST',
    headers: { authorization: bot.token },
    body: JSON.stringify({ server_count: 54_321 }),
  });
  expect(report.status).toBe(200);
  expect(await pageAt(first)).toContain('54,321');
  await delay(1100);
  expect(await pageAt(second)).toContain('54,321');
});

/** The time of all cores since the machine has started, in milliseconds. */
function coresTime(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

async function readRecorded(): Promise<Set<string>> {
  const rows = await cluster.db.sql<{ botId: string; userId: string; votedAt: Date }[]>`
    select bot_id as "botId", user_id as "userId", voted_at as "votedAt" from votes`;
  return new Set(rows.map(({ botId, userId, votedAt }) => keyOf(botId, userId, votedAt.toISOString())));
}
