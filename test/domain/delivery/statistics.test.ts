import { expect, test } from 'vitest';
import { attemptDelivery, recordAttempt } from '../../../src/domain/delivery/attempt.ts';
import { resendDelivery } from '../../../src/domain/delivery/resend.ts';
import { deliveryStatistics } from '../../../src/domain/delivery/statistics.ts';
import { sendTest } from '../../../src/domain/delivery/webhook.ts';
import { runRetention } from '../../../src/domain/retention/run-retention.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());

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

test('tests do not count', async () => {
  const { bot, request } = await givenDelivery(service.services);
  const services = { ...at(service.services, NOON), sender: fakeSender(answered(200)) };
  const tried = await sendTest(services, bot.id, bot.ownerId);
  await attemptDelivery(services, { ...request(1), deliveryId: tried.id });
  await resendDelivery(services, bot.id, tried.id);
  expect(await deliveryStatistics(services, bot.id)).toEqual(EMPTY);
});

/** Makes the attempts of one round: all fail, or the first one succeeds. */
async function runRound(
  { request }: Pick<GivenDelivery, 'request'>,
  round: number,
  time: Date,
  isGood: boolean,
) {
  const sender = fakeSender(answered(isGood ? 200 : 500));
  const services = { ...at(service.services, time), sender };
  for (let number = 1; number <= (isGood ? 1 : ATTEMPTS); number++)
    await attemptDelivery(services, request(number, round));
}

test('five votes of which one failed, was resent and delivered, are five delivered ones', async () => {
  const votes = [];
  for (let n = 0; n < 5; n++) votes.push(await givenDelivery(service.services));
  const botId = first(votes).bot.id;
  await service.services.db.sql`
    update deliveries set bot_id = ${botId} where id = any(${votes.map(({ deliveryId }) => deliveryId)}::uuid[])`;
  const ofOne = votes.map((vote) => ({
    request: (number: number, round?: number) => ({ ...vote.request(number, round), botId }),
  }));
  for (const [index, vote] of ofOne.entries()) await runRound(vote, 1, NOON, index > 0);
  const services = at(service.services, after(NOON, DAY_MS));
  expect(await deliveryStatistics(services, botId)).toMatchObject({ delivered: 4, failed: 1 });
  await resendDelivery(services, botId, first(votes).deliveryId);
  expect(await deliveryStatistics(services, botId)).toMatchObject({ delivered: 4, failed: 0 });
  await runRound(first(ofOne), 2, after(NOON, DAY_MS), true);
  const untilDelivered = { p50: expect.any(Number), p99: near(DAY_MS) };
  expect(await deliveryStatistics(services, botId)).toMatchObject({
    delivered: 5,
    failed: 0,
    untilDelivered,
  });
});

test('a delivery counts as what its last round became, with the time until its first success', async () => {
  const vote = await givenDelivery(service.services);
  const later = (days: number) => after(NOON, days * DAY_MS + 1000);
  const read = () => deliveryStatistics(at(service.services, later(4)), vote.bot.id);
  const resend = (days: number) =>
    resendDelivery(at(service.services, later(days)), vote.bot.id, vote.deliveryId);
  await runRound(vote, 1, later(0), true);
  const good = { delivered: 1, failed: 0, untilDelivered: { p50: near(1000), p99: near(1000) } };
  expect(await read()).toMatchObject(good);
  await resend(1);
  expect(await read()).toMatchObject({ delivered: 0, failed: 0, untilDelivered: null });
  await runRound(vote, 2, later(2), false);
  expect(await read()).toMatchObject({ delivered: 0, failed: 1, untilDelivered: null });
  await resend(3);
  await runRound(vote, 3, later(3), true);
  expect(await read()).toMatchObject(good);
});

test('an outcome whose count is deleted already leaves no count below 0', async () => {
  const vote = await givenDelivery(service.services);
  const { sql } = service.services.db;
  await runRound(vote, 1, NOON, false);
  await sql`update delivery_timings set count = 0 where bot_id = ${vote.bot.id} and measure = 'failed'`;
  await resendDelivery(service.services, vote.bot.id, vote.deliveryId);
  await runRound(vote, 2, NOON, false);
  await sql`delete from delivery_timings where bot_id = ${vote.bot.id}`;
  await resendDelivery(service.services, vote.bot.id, vote.deliveryId);
  expect(await sql`select from delivery_timings where bot_id = ${vote.bot.id} and count < 0`).toEqual([]);
  expect(await deliveryStatistics(at(service.services, NOON), vote.bot.id)).toEqual(EMPTY);
});

test('what is older than 30 days does not count, and is deleted', async () => {
  const { bot, request } = await givenDelivery(service.services);
  await attemptDelivery({ ...at(service.services, NOON), sender: fakeSender() }, request(1));
  const day30 = at(service.services, after(NOON, 29 * DAY_MS));
  expect(await deliveryStatistics(day30, bot.id)).toMatchObject({ delivered: 1 });
  const day31 = at(service.services, after(NOON, 30 * DAY_MS));
  expect(await deliveryStatistics(day31, bot.id)).toEqual(EMPTY);
  const policy = {
    retentionDeliveriesDays: 0,
    retentionAttemptBodiesDays: 0,
    retentionReportsDays: 0,
    retentionDailyCountsDays: 0,
  };
  const rows = () => service.services.db.sql`select from delivery_timings where bot_id = ${bot.id}`;
  await runRetention(day31, policy);
  expect(await rows()).not.toHaveLength(0);
  await runRetention(at(service.services, after(NOON, 31 * DAY_MS)), policy);
  expect(await rows()).toHaveLength(0);
});
