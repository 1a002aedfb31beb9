import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { pauseWebhook } from '../../src/domain/delivery/hold.ts';
import { holdAll } from '../../src/domain/delivery/hold-all.ts';
import { createWorkerWatch } from '../../src/domain/health.ts';
import { announceProcess, forgetProcess, GONE_AFTER_MS } from '../../src/domain/kernel/processes.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { createDeliveryMetrics } from '../../src/telemetry/delivery-metrics.ts';
import { createExposition } from '../../src/telemetry/exposition.ts';
import { RETENTION, VOTE_MONTHS } from '../../src/workflows/worker/jobs.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { newUserId } from '../kit/ids.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';

const service = await forFile(startService());

const NOT_USED = async () => ({ temporal: 'not used', redis: 'not used' }) as const;

function open(db: Database, outside: Partial<Parameters<typeof createExposition>[0]> = {}) {
  const registry = new Registry();
  const services = {
    db,
    now: () => new Date(),
    isHeld: () => false,
    databaseStatus: async () => 'ok' as const,
    lacksWorker: createWorkerWatch({ db, now: () => new Date() }),
  };
  const text = createExposition({
    registry,
    services,
    partStatus: NOT_USED,
    isReady: async () => true,
    clockAheadMs: () => 0,
    jobs: () => [RETENTION, VOTE_MONTHS],
    ...outside,
  });
  return { metrics: createDeliveryMetrics(registry), text };
}

test('operators see attempts by outcome, how long receivers take, how long votes wait, and the backlog', async () => {
  const { metrics, text } = open(service.services.db);
  metrics.attempted('1', { state: 'delivered', said: '204', tookMs: 20, deliveredAfterMs: 70_000 });
  // As of one that was sent again by hand.
  metrics.attempted('1', { state: 'delivered', said: '200', tookMs: 20 });
  metrics.attempted('1', { state: 'pending', said: 'timeout', tookMs: 10_000, retryInMs: 60_000 });
  metrics.attempted('1', undefined);
  const { body, contentType } = await text();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('webhook_attempts_total{outcome="204",class="2xx",state="delivered"} 1');
  expect(body).toContain('webhook_attempts_total{outcome="timeout",class="network",state="pending"} 1');
  expect(body).toContain('webhook_attempts_total{outcome="not made",class="none",state="pending"} 1');
  expect(body).toContain('webhook_attempt_duration_seconds_count 3');
  expect(body).toContain('webhook_delivery_latency_seconds_sum 70\n');
  expect(body).toContain('webhook_delivery_latency_seconds_count 1\n');
  for (const gauge of [
    'outbox_deliveries',
    'waiting_deliveries',
    'oldest_undelivered_seconds',
    'late_seconds',
  ]) {
    expect(body).toMatch(new RegExp(`^webhook_${gauge} \\d`, 'm'));
  }
});

test('receivers are counted once by their last attempt, for five minutes, however many attempts one of them has', async () => {
  const registry = new Registry();
  let nowMs = 0;
  const metrics = createDeliveryMetrics(registry, () => nowMs);
  const counts = async () => {
    const { values = [] } = (await registry.getSingleMetric('webhook_receivers')?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };
  const failed = { state: 'pending', said: '503', tookMs: 5 } as const;
  for (let attempt = 0; attempt < 100; attempt += 1) metrics.attempted('popular', failed);
  metrics.attempted('other', { state: 'delivered', said: '200', tookMs: 5 });
  metrics.attempted('third', { state: 'failed', said: 'timeout', tookMs: 5 });
  // Nothing was sent, so the receiver has not failed.
  metrics.attempted('fourth', undefined);
  metrics.attempted('fifth', { state: 'held', said: 'held' });
  // A probe's.
  metrics.attempted('0123456789012345678', { state: 'delivered', said: '204', tookMs: 5 });
  expect(await counts()).toEqual({ ok: 1, failing: 2 });
  nowMs = 4 * 60_000;
  metrics.attempted('popular', { state: 'delivered', said: '200', tookMs: 5 });
  expect(await counts()).toEqual({ ok: 2, failing: 1 });
  nowMs = 6 * 60_000;
  expect(await counts()).toEqual({ ok: 1, failing: 0 });
});

test('a gauge says while deliveries are due and no process makes them, unless they are held', async () => {
  await using own = await startOwnService();
  const { db, now } = own.services;
  const services = {
    db,
    now,
    databaseStatus: async () => 'ok' as const,
    lacksWorker: createWorkerWatch({ db, now }),
  };
  const missing = async (isHeld = false) =>
    /^webhook_worker_missing (\d)$/m.exec(
      (await open(db, { services: { ...services, isHeld: () => isHeld } }).text()).body,
    )?.[1];
  const bot = await given(own.services).listing().withWebhook(RECEIVER).approved();
  await castVote(own.services, bot.id, newUserId());
  expect(await missing()).toBe('0');
  await db.sql`update deliveries set created_at = ${new Date(now().getTime() - GONE_AFTER_MS - 1000)}`;
  expect(await missing()).toBe('1');
  expect(await missing(true)).toBe('0');
  const id = randomUUID();
  await announceProcess(own.services, id, { delivers: true, keyIds: [] });
  expect(await missing()).toBe('0');
  await forgetProcess(own.services, id);
  expect(await missing()).toBe('1');
});

test('while the database is away the other numbers are served, and a gauge says that it is', async () => {
  expect((await open(service.services.db).text()).body).toContain('database_up 1');
  // Nothing listens there.
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/bots' }, 1);
  try {
    const { body } = await open(away).text();
    expect(body).toContain('database_up 0');
    expect(body).toContain('webhook_attempt_duration_seconds_count 0');
    expect(body).not.toContain('webhook_late_seconds');
  } finally {
    await away.close();
  }
});

test('servers that the process uses have a gauge, and others have none', async () => {
  const { db } = service.services;
  const partStatus = async () => ({ temporal: 'unavailable', redis: 'ok' }) as const;
  const { body } = await open(db, { partStatus }).text();
  expect(body).toMatch(/^temporal_up 0$/m);
  expect(body).toMatch(/^redis_up 1$/m);
  const none = await open(db).text();
  expect(none.body).not.toMatch(/^(temporal|redis)_up /m);
});

test('a gauge says whether the database stores data', async () => {
  const { db } = service.services;
  expect((await open(db).text()).body).toMatch(/^database_writable 1$/m);
  const services = { ...service.services, databaseStatus: async () => 'read-only' as const };
  expect((await open(db, { services }).text()).body).toMatch(/^database_writable 0$/m);
});

test('gauges say whether the process is ready, and how far its clock is ahead of the database', async () => {
  const { db } = service.services;
  const { body } = await open(db).text();
  expect(body).toMatch(/^process_ready 1$/m);
  expect(body).toMatch(/^clock_ahead_seconds 0$/m);
  const other = await open(db, { isReady: async () => false, clockAheadMs: () => -3500 }).text();
  expect(other.body).toMatch(/^process_ready 0$/m);
  expect(other.body).toMatch(/^clock_ahead_seconds -3.5$/m);
});

test('a gauge says how late regular work is', async () => {
  await using own = await startOwnService();
  const { db, now } = own.services;
  const due = (hours: number) => new Date(now().getTime() + hours * 3_600_000);
  await db.sql`insert into jobs (name, due_at) values ('retention', ${due(-2)}), ('vote months', ${due(2)})
    on conflict (name) do update set due_at = excluded.due_at`;
  const { body } = await open(db).text();
  expect(body).toMatch(/^regular_work_late_seconds\{work="retention"\} 72\d\d/m);
  expect(body).toMatch(/^regular_work_late_seconds\{work="vote months"\} 0$/m);
});

test.each<[what: string, settings: Record<string, string>, late: string[]]>([
  ['listings follow the platform', { APPLICATION_LOOKUP_URL: 'http://127.0.0.1:1/{id}' }, ['refresh']],
  ['look-ups are off', { APPLICATION_LOOKUP_URL: 'off' }, []],
])(
  'only regular work that somebody does can be late, and none of it while deliveries are held: %s',
  async (_, settings, late) => {
    const port = await freePort(0);
    await using own = await startOwnService({ ...settings, METRICS_PORT: String(port) });
    const { db, now } = own.services;
    await db.sql`insert into jobs (name, due_at) values ('refresh', ${new Date(now().getTime() - 7_200_000)})`;
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const body = await read();
    expect(body).toMatch(/^database_up 1$/m);
    const works = (text: string) =>
      [...text.matchAll(/^regular_work_late_seconds\{work="(\w+)"\} 72\d\d/gm)].map(([, work]) => work);
    expect(works(body)).toEqual(late);
    await holdAll(own.services);
    await expect.poll(async () => works(await read()), { timeout: 10_000 }).toEqual([]);
  },
);

test('a gauge says whether deliveries are held', async () => {
  const { db } = service.services;
  const services = { ...service.services, isHeld: () => true };
  expect((await open(db, { services }).text()).body).toMatch(/^webhook_deliveries_held 1$/m);
  expect((await open(db).text()).body).toMatch(/^webhook_deliveries_held 0$/m);
});

test('a gauge counts what owners hold, by the reason', async () => {
  const { db } = service.services;
  const bot = await given(service.services).listing().withWebhook(RECEIVER).approved();
  await pauseWebhook(service.services, bot.id, bot.ownerId);
  await castVote(service.services, bot.id, newUserId());
  const { body } = await open(db).text();
  // Other tests may hold some in the same database.
  expect(body).toMatch(/^webhook_held_deliveries\{reason="paused"\} [1-9]\d*$/m);
  expect(body).toMatch(/^webhook_held_deliveries\{reason="failing"\} \d+$/m);
});

test('metrics of the SDK are added, and left out while it does not answer', async () => {
  const { db } = service.services;
  const added = await open(db, { sdkMetrics: async () => 'temporal_request 1\n' }).text();
  expect(added.body).toMatch(/^temporal_request 1$/m);
  const broken = await open(db, { sdkMetrics: () => Promise.reject(new Error('gone')) }).text();
  expect(broken.body).toMatch(/^database_up 1$/m);
});
