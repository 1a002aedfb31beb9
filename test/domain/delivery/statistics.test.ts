import { afterAll, expect, test } from 'vitest';
import { attemptDelivery, recordAttempt } from '../../../src/domain/delivery/attempt.ts';
import { resendDelivery } from '../../../src/domain/delivery/resend.ts';
import { deliveryStatistics } from '../../../src/domain/delivery/statistics.ts';
import { sendTest } from '../../../src/domain/delivery/webhook.ts';
import { runRetention } from '../../../src/domain/retention/run-retention.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const service = await startOwnService();
afterAll(() => service.close());

const EMPTY = { delivered: 0, failed: 0, untilDelivered: null, ofAttempt: null };
const near = (ms: number) => ({
  asymmetricMatch: (value: number) => Math.abs(value / ms - 1) <= 0.09,
  toString: () => `about ${ms}`,
});

test('deliveries and attempts are counted once, with their durations', async () => {
  const { bot, request } = await givenDelivery(service.services);
  const later = at(service.services, after(NOON, 62_000));
  expect(await deliveryStatistics(later, bot.id)).toEqual(EMPTY);
  const sender = (status: number, durationMs: number) => fakeSender(answered(status, { durationMs }));
  await attemptDelivery({ ...at(service.services, NOON), sender: sender(500, 800) }, request(1));
  await attemptDelivery({ ...later, sender: sender(200, 40) }, request(2));
  const statistics = {
    delivered: 1,
    failed: 0,
    untilDelivered: { p50: near(62_000), p99: near(62_000) },
    ofAttempt: { p50: near(40), p99: near(800) },
  };
  expect(await deliveryStatistics(later, bot.id)).toEqual(statistics);
  // Temporal may ask for the record of an attempt again.
  const record = { ...request(2), startedAt: NOON.toISOString(), durationMs: 40, statusCode: 200 };
  await recordAttempt(later, { ...record, failure: null, excerpt: '', retryAfterSeconds: null });
  expect(await deliveryStatistics(later, bot.id)).toEqual(statistics);
});

test('the 99th percentile is that of the slow ones, the median that of most', async () => {
  const { bot } = await givenDelivery(service.services);
  await service.services.db.sql`
    insert into delivery_timings (bot_id, day, measure, bucket, count)
    values (${bot.id}, '2026-03-04', 'attempt', 20, 60), (${bot.id}, '2026-03-01', 'attempt', 22, 37),
      (${bot.id}, '2026-02-10', 'attempt', 53, 3)`;
  const { ofAttempt } = await deliveryStatistics(at(service.services, NOON), bot.id);
  expect(ofAttempt).toEqual({ p50: Math.round(2 ** 5.125), p99: Math.round(2 ** 13.375) });
});

test('tests do not count, a fifth failure does, and a resend counts without the time since its vote', async () => {
  const { bot, deliveryId, request } = await givenDelivery(service.services);
  const services = at(service.services, NOON);
  const tried = await sendTest(services, bot.id, bot.ownerId);
  const posting = (status: number) => ({ ...services, sender: fakeSender(answered(status)) });
  await attemptDelivery(posting(200), { ...request(1), deliveryId: tried.id });
  expect(await deliveryStatistics(services, bot.id)).toEqual(EMPTY);
  for (let number = 1; number <= 5; number++) await attemptDelivery(posting(500), request(number));
  await resendDelivery(services, bot.id, deliveryId);
  await attemptDelivery(posting(200), request(1, 2));
  expect(await deliveryStatistics(services, bot.id)).toMatchObject({
    delivered: 1,
    failed: 1,
    untilDelivered: null,
  });
});

test('what is older than 30 days does not count, and is deleted', async () => {
  const { bot, request } = await givenDelivery(service.services);
  await attemptDelivery({ ...at(service.services, NOON), sender: fakeSender() }, request(1));
  const day30 = at(service.services, after(NOON, 29 * DAY_MS));
  expect(await deliveryStatistics(day30, bot.id)).toMatchObject({ delivered: 1 });
  const day31 = at(service.services, after(NOON, 30 * DAY_MS));
  expect(await deliveryStatistics(day31, bot.id)).toEqual(EMPTY);
  const policy = { deliveriesDays: 0, attemptBodiesDays: 0, reportsDays: 0, dailyCountsDays: 0 };
  const rows = () => service.services.db.sql`select from delivery_timings where bot_id = ${bot.id}`;
  await runRetention(day31, policy);
  expect(await rows()).not.toHaveLength(0);
  await runRetention(at(service.services, after(NOON, 31 * DAY_MS)), policy);
  expect(await rows()).toHaveLength(0);
});
