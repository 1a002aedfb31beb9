import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPatient } from '../../../src/db/client.ts';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { claimDeliveries } from '../../../src/domain/delivery/claim.ts';
import { pauseWebhook, resumeWebhook } from '../../../src/domain/delivery/hold.ts';
import {
  advanceReplays,
  listReplays,
  MAX_REPLAYED,
  MAX_REPLAYS,
  previewReplay,
  REPLAYED_STATES,
  type ReplayFilter,
  startReplay,
  stopReplay,
} from '../../../src/domain/delivery/replay.ts';
import { deliveryStatistics } from '../../../src/domain/delivery/statistics.ts';
import { removeWebhook, sendTest } from '../../../src/domain/delivery/webhook.ts';
import { voidVotes } from '../../../src/domain/moderation/void-votes.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());
const { sql } = services.db;

const LATER = after(NOON, HOUR_MS);
const later = at(services, LATER);
const ALL: ReplayFilter = { from: after(NOON, -HOUR_MS), to: LATER, states: REPLAYED_STATES };

beforeEach(async () => void (await sql`update replays set state = 'stopped' where state = 'running'`));

/** Looks once in each of these seconds after the start, as the worker does. */
async function look(...seconds: number[]) {
  let sent = 0;
  for (const second of seconds) sent += await advanceReplays(at(services, after(LATER, second * 1000)));
  return sent;
}

interface Row {
  readonly id: string;
  readonly userId: string;
  readonly state: string;
  readonly round: number;
}

/** Oldest first. */
const rowsOf = (botId: string) => sql<Row[]>`
  select id, user_id as "userId", state, round from deliveries where bot_id = ${botId} order by created_at, id`;

/** The places of the deliveries that were resent, oldest first. */
const resentOf = async (botId: string) =>
  (await rowsOf(botId)).flatMap(({ round }, index) => (round > 1 ? [index] : []));

/** A bot whose votes, a second after each other, became these. */
async function owned(states: readonly string[]) {
  const bot = await given(at(services, NOON)).listing().withWebhook(RECEIVER).approved();
  for (const [index, state] of states.entries()) {
    const userId = newUserId();
    await castVote(at(services, after(NOON, index * 1000)), bot.id, userId);
    await sql`
      update deliveries set state = ${state}, dispatched_at = ${NOON}, finished_at = ${after(NOON, 60_000)}
      where bot_id = ${bot.id} and user_id = ${userId}`;
  }
  return bot;
}
type Bot = Awaited<ReturnType<typeof owned>>;

const delivered = (count: number) => owned(Array.from({ length: count }, () => 'delivered'));
const start = ({ id, ownerId }: Bot, filter = ALL, perSecond = 5) =>
  startReplay(later, id, ownerId, filter, perSecond);

/** Takes everything out of the outbox, and lets it end. */
const settle = (botId: string) => sql`
  update deliveries set state = 'delivered', dispatched_at = ${LATER}, next_attempt_at = null, finished_at = ${after(LATER, 1)}
  where bot_id = ${botId} and state = 'pending'`;

const replayOf = async (botId: string) => first(await listReplays(services, botId));

test('the deliveries go out oldest first, each once, at the chosen rate, until all are sent', async () => {
  const bot = await delivered(7);
  const ids = (await rowsOf(bot.id)).map(({ id }) => id);
  const preview = await previewReplay(later, bot.id, ALL, 5);
  expect(preview).toEqual({ count: 7, seconds: 2 });
  await start(bot);
  await look(1);
  expect(await resentOf(bot.id)).toEqual([0, 1, 2, 3, 4]);
  const claimed = await claimDeliveries(later, { limit: 100, limitOfOne: 100, underWay: new Map() });
  expect(claimed.filter(({ botId }) => botId === bot.id).map(({ id }) => id)).toEqual(ids.slice(0, 5));
  await settle(bot.id);
  await look(2, 3);
  expect((await rowsOf(bot.id)).map(({ round }) => round)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(await replayOf(bot.id)).toMatchObject({
    state: 'finished',
    total: preview.count,
    sent: preview.count,
  });
});

test('its deliveries keep their X-Webhook-Delivery and body, and count as what their new round became', async () => {
  const bot = await owned(['pending']);
  const { id: deliveryId } = first(await rowsOf(bot.id));
  await sql`update deliveries set finished_at = null where id = ${deliveryId}`;
  const sender = fakeSender(answered(200));
  const attempt = (round: number, number: number) =>
    attemptDelivery({ ...later, sender }, { deliveryId, botId: bot.id, round, number });
  await attempt(1, 1);
  expect(await deliveryStatistics(later, bot.id)).toMatchObject({ delivered: 1, failed: 0 });
  await start(bot);
  expect(await look(1)).toBe(1);
  sender.outcome = () => Promise.resolve(answered(500));
  for (let number = 1; number <= ATTEMPTS; number += 1) await attempt(2, number);
  expect(new Set(sender.posts.map(({ headers }) => headers['X-Webhook-Delivery']))).toEqual(
    new Set([deliveryId]),
  );
  expect(sender.posts).toHaveLength(ATTEMPTS + 1);
  expect(sender.posts.at(-1)).toEqual(sender.posts[0]);
  expect(await rowsOf(bot.id)).toMatchObject([{ state: 'failed', round: 2 }]);
  expect(await deliveryStatistics(later, bot.id)).toMatchObject({ delivered: 0, failed: 1 });
});

test('only votes of the period, the states and the voter are sent, and none that is voided or has not ended', async () => {
  const bot = await owned(['delivered', 'failed', 'cancelled', 'pending', 'delivered', 'failed']);
  await sendTest({ ...at(services, NOON), wakeDispatcher: () => {} }, bot.id, bot.ownerId);
  await sql`update deliveries set state = 'failed', finished_at = ${NOON} where bot_id = ${bot.id} and kind = 'test'`;
  await sql`update deliveries set finished_at = null where bot_id = ${bot.id} and state = 'pending'`;
  const rows = (
    await sql<Row[]>`
    select id, user_id as "userId" from deliveries where bot_id = ${bot.id} and kind = 'vote' order by created_at`
  ).map(({ userId }) => userId);
  const count = async (filter: Partial<ReplayFilter>) =>
    (await previewReplay(later, bot.id, { ...ALL, ...filter }, 1)).count;
  expect(await count({})).toBe(5);
  expect(await count({ states: ['failed'] })).toBe(2);
  expect(await count({ states: ['failed', 'cancelled'] })).toBe(3);
  expect(await count({ from: after(NOON, 1000), to: after(NOON, 4000) })).toBe(2);
  expect(await count({ userId: rows[4] })).toBe(1);
  const moderatorId = await given(services).moderator();
  await voidVotes(later, moderatorId, bot.id, {
    ...{ from: NOON, until: LATER, reason: 'Fake votes.' },
    userIds: [rows[0] ?? ''],
  });
  expect(await count({})).toBe(4);
  await start(bot);
  await look(1);
  const resent = await sql<{ userId: string }[]>`
    select user_id as "userId" from deliveries where bot_id = ${bot.id} and round = 2 order by created_at`;
  expect(resent.map(({ userId }) => userId)).toEqual([1, 2, 4, 5].map((index) => rows[index]));
});

test('stopped in the middle, the rest stays as it is, and the next one may start', async () => {
  const bot = await delivered(12);
  const { id } = await start(bot);
  await look(1);
  const stopped = { state: 'stopped', sent: 5, total: 12 };
  expect(await stopReplay(later, bot.id, bot.ownerId, id)).toMatchObject(stopped);
  expect(await look(2, 3)).toBe(0);
  expect(await resentOf(bot.id)).toEqual([0, 1, 2, 3, 4]);
  expect(await stopReplay(at(services, after(LATER, 1)), bot.id, bot.ownerId, id)).toMatchObject({
    ...stopped,
    finishedAt: LATER,
  });
  expect(await start(bot)).toMatchObject({ state: 'running', total: 7 });
});

test('several processes together keep to the rate, and send none twice', async () => {
  const bot = await delivered(30);
  await start(bot, ALL, 1);
  for (let second = 1; second <= 9; second += 1) await Promise.all([1, 2, 3].map(() => look(second)));
  const { sent } = await replayOf(bot.id);
  expect(sent).toBeGreaterThanOrEqual(9);
  expect(sent).toBeLessThanOrEqual(10);
  expect((await rowsOf(bot.id)).map(({ round }) => round)).toEqual(
    Array.from({ length: 30 }, (_, index) => (index < sent ? 2 : 1)),
  );
});

test('a delivery that ends after the start is not sent again', async () => {
  const bot = await delivered(3);
  await sql`
    update deliveries set finished_at = ${after(LATER, 500)} where id = ${(await rowsOf(bot.id))[2]?.id ?? ''}`;
  expect(await start(bot)).toMatchObject({ total: 2 });
  expect(await look(1, 2)).toBe(2);
  expect(await resentOf(bot.id)).toEqual([0, 1]);
});

test('it does not run ahead of the receiver: with 40 due, it waits', async () => {
  const bot = await delivered(50);
  await start(bot, ALL, 20);
  expect(await look(1, 2)).toBe(40);
  expect(await look(3, 4)).toBe(0);
  await settle(bot.id);
  expect(await look(5, 6)).toBe(10);
  expect(await replayOf(bot.id)).toMatchObject({ state: 'finished', sent: 50 });
});

test('while the webhook is paused it waits, and when the webhook is removed it is over', async () => {
  const bot = await delivered(3);
  await start(bot);
  await pauseWebhook(later, bot.id, bot.ownerId);
  expect(await look(1, 2)).toBe(0);
  expect(await replayOf(bot.id)).toMatchObject({ state: 'running', sent: 0 });
  await resumeWebhook(later, bot.id, bot.ownerId);
  await sql`update webhooks set hold = null where bot_id = ${bot.id}`;
  expect(await look(3)).toBe(3);
  await removeWebhook(later, bot.id, bot.ownerId);
  expect(await look(4)).toBe(0);
  expect(await listReplays(services, bot.id)).toEqual([]);
});

test('what has no sense is refused, and starts nothing', async () => {
  const bot = await delivered(1);
  const refused = (filter: Partial<ReplayFilter>, perSecond = 5) =>
    start(bot, { ...ALL, ...filter }, perSecond);
  await expect(refused({ from: LATER })).rejects.toThrow('before its end');
  await expect(refused({ states: [] })).rejects.toThrow('at least one state');
  await expect(refused({ userId: 'x' })).rejects.toThrow('user');
  await expect(refused({ states: ['failed'] })).rejects.toThrow('No deliveries match');
  await expect(refused({}, 1000)).rejects.toThrow('rate of 1, 5 or 20');
  await expect(startReplay(later, bot.id, newUserId(), ALL, 5)).rejects.toThrow();
  const readerId = await given(services).readerOf(bot.id);
  expect(await listReplays(services, bot.id)).toEqual([]);
  const { id } = await start(bot);
  await expect(start(bot)).rejects.toThrow('already running');
  const other = await delivered(1);
  await expect(stopReplay(later, other.id, other.ownerId, id)).rejects.toThrow('Replay not found');
  await expect(stopReplay(later, bot.id, readerId, 'x')).rejects.toThrow('Replay not found');
  await sql`delete from webhooks where bot_id = ${other.id}`;
  await expect(start(other)).rejects.toThrow('Set a webhook URL');
  expect(await replayOf(bot.id)).toMatchObject({ state: 'running' });
});

test('a replay ends with its period, or with its start when the period goes on', async () => {
  const bot = await delivered(3);
  const part = await start(bot, { ...ALL, to: after(NOON, 1500) });
  expect(part).toMatchObject({ total: 2, toAt: after(NOON, 1500) });
  await stopReplay(later, bot.id, bot.ownerId, part.id);
  expect(await start(bot, { ...ALL, to: after(LATER, HOUR_MS) })).toMatchObject({ total: 3, toAt: LATER });
});

test('as many deliveries as a replay may have are counted, and one more is refused', async () => {
  const bot = await delivered(0);
  const db = openPatient(services.db);
  onTestFinished(() => db.close());
  const add = (count: number) => db.sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
    select gen_random_uuid(), ${bot.id}, 'vote', ${newUserId()}, ${NOON}, 'failed', ${NOON}, ${NOON}
    from generate_series(1, ${count}::int)`;
  const preview = () => previewReplay({ ...later, db }, bot.id, { ...ALL, states: ['failed'] }, 20);
  await add(MAX_REPLAYED);
  expect(await preview()).toEqual({ count: MAX_REPLAYED, seconds: MAX_REPLAYED / 20 });
  await add(1);
  await expect(preview()).rejects.toThrow(`More than ${MAX_REPLAYED} deliveries`);
});

test('of several starts at once one wins', async () => {
  const bot = await delivered(1);
  const results = await Promise.allSettled([start(bot), start(bot), start(bot)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listReplays(services, bot.id)).toMatchObject([{ state: 'running' }]);
});

test('a listing keeps its fifty newest replays', async () => {
  const bot = await delivered(1);
  await sql`
    insert into replays (id, bot_id, from_at, to_at, states, per_second, total, state, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${bot.id}, now(), now(), '{failed}', 1, 1, 'finished', now()
    from generate_series(1, ${MAX_REPLAYS + 10}::int) n`;
  const { id } = await start(bot);
  const kept = await sql<{ id: string }[]>`select id from replays where bot_id = ${bot.id} order by id desc`;
  expect(kept).toHaveLength(MAX_REPLAYS);
  expect(kept[0]?.id).toBe(id);
});
