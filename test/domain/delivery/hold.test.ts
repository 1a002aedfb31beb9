import { beforeEach, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { cancelDelivery, findWaitingWorkflows } from '../../../src/domain/delivery/cancel.ts';
import {
  holdDelivery,
  pauseWebhook,
  resumeWebhook,
  setHoldAfter,
} from '../../../src/domain/delivery/hold.ts';
import {
  endHeld,
  freeForgotten,
  measureHeld,
  releaseHeld,
  releaseNext,
  tellOfHeld,
} from '../../../src/domain/delivery/release.ts';
import { retryDelivery } from '../../../src/domain/delivery/resend.ts';
import { removeWebhook, sendTest, setWebhook } from '../../../src/domain/delivery/webhook.ts';
import { voidVotes } from '../../../src/domain/moderation/void-votes.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { ATTEMPTS, RETRY_AFTER_MS } from '../../../src/terms/schedule.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, HOUR_MS, MINUTE_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());
beforeEach(async () => {
  const { sql } = services.db;
  await sql`update deliveries set state = 'cancelled' where state in ('pending', 'held')`;
  await sql`update webhooks set hold = null`;
});
const { sql } = services.db;

const owned = (time = NOON) => given(at(services, time)).listing().withWebhook(RECEIVER).approved();
type Bot = Awaited<ReturnType<typeof owned>>;

/** Casts votes of new users, a second after each other. */
async function cast(botId: string, count: number, start = NOON): Promise<string[]> {
  const voters = Array.from({ length: count }, newUserId);
  for (const [index, userId] of voters.entries())
    await castVote(at(services, after(start, index * 1000)), botId, userId);
  return voters;
}

interface Row {
  readonly id: string;
  readonly userId: string;
  readonly state: string;
  readonly round: number;
  readonly nextAttemptAt: Date | null;
}

/** Oldest first. */
const rowsOf = (botId: string) => sql<Row[]>`
  select id, user_id as "userId", state, round, next_attempt_at as "nextAttemptAt"
  from deliveries where bot_id = ${botId} order by created_at, id`;

const statesOf = async (botId: string) => (await rowsOf(botId)).map(({ state }) => state);
const holdOf = async (botId: string) =>
  first(await sql`select hold, probe_at, probe_id from webhooks where bot_id = ${botId}`);

/** Makes an attempt that the receiver answers with this status. */
async function attempt(botId: string, id: string, number: number, status: number, time = NOON, round = 1) {
  const sender = fakeSender(answered(status));
  const result = await attemptDelivery(
    { ...at(services, time), sender },
    { deliveryId: id, botId, round, number },
  );
  return { ...result, posts: sender.posts.length };
}

/** Lets all attempts of a delivery fail, except those that are made already. */
async function fail(botId: string, id: string, time = NOON, round = 1) {
  for (let number = 1; number <= ATTEMPTS; number += 1) await attempt(botId, id, number, 500, time, round);
}

/** A bot with waiting deliveries of this many votes, which holds them after three failures in a row if it is to. */
async function voted(count: number, isToHold = false) {
  const bot = await owned();
  if (isToHold) await setHoldAfter(services, bot.id, bot.ownerId, 3);
  await cast(bot.id, count);
  return { bot, rows: await rowsOf(bot.id) };
}

/** A bot whose votes came during a pause. */
async function pausedWith(count: number) {
  const bot = await owned();
  await pause(bot);
  return { bot, voters: await cast(bot.id, count) };
}

const pause = ({ id, ownerId }: Bot) => pauseWebhook(at(services, NOON), id, ownerId);
const resume = ({ id, ownerId }: Bot, time = NOON) => resumeWebhook(at(services, time), id, ownerId);

test('a pause holds waiting deliveries and new ones, and a test still goes out', async () => {
  const {
    bot,
    rows: [waiting],
  } = await voted(2);
  await attempt(bot.id, waiting?.id ?? '', 1, 500);
  expect(await pause(bot)).toMatchObject({ hold: 'paused', heldSince: NOON });
  await cast(bot.id, 1, after(NOON, HOUR_MS));
  expect(await statesOf(bot.id)).toEqual(['held', 'held', 'held']);
  const { id } = await sendTest(at(services, NOON), bot.id, bot.ownerId);
  expect(await attempt(bot.id, id, 1, 200)).toMatchObject({ state: 'delivered', posts: 1 });
});

test('an attempt that is due during a pause sends nothing, and its delivery is held', async () => {
  const {
    bot,
    rows: [row],
  } = await voted(1);
  await pause(bot);
  // As a vote that was cast in the moment of the pause.
  await sql`update deliveries set state = 'pending' where bot_id = ${bot.id}`;
  expect(await attempt(bot.id, row?.id ?? '', 1, 200)).toMatchObject({ state: 'held', posts: 0 });
  expect(await statesOf(bot.id)).toEqual(['held']);
});

test.each([
  [200, 'delivered'],
  [500, 'held'],
])(
  'an attempt under way when the pause comes and answered with %i leaves its delivery %s',
  async (status, state) => {
    const {
      bot,
      rows: [row],
    } = await voted(1);
    const sender = fakeSender(answered(status));
    sender.outcome = async () => {
      await pause(bot);
      return answered(status);
    };
    const request = { deliveryId: row?.id ?? '', botId: bot.id, round: 1, number: 1 };
    await attemptDelivery({ ...at(services, NOON), sender }, request);
    expect(await statesOf(bot.id)).toEqual([state]);
  },
);

test('the workflow of a held delivery that waits for a retry is found, so that it can end', async () => {
  const {
    bot,
    rows: [row],
  } = await voted(1);
  await attempt(bot.id, row?.id ?? '', 1, 500);
  await pause(bot);
  const found = (await findWaitingWorkflows(services, 1000)).find(({ id }) => id === row?.id);
  expect(found).toEqual({ id: row?.id, round: 1, state: 'held', attempts: 1 });
});

test('after a resume, held deliveries go out one after the other, oldest first, and go on where they were', async () => {
  const { bot, rows } = await voted(3);
  await attempt(bot.id, rows[1]?.id ?? '', 1, 500);
  await pause(bot);
  const resumed = after(NOON, HOUR_MS);
  await resume(bot, resumed);
  // A vote in the middle of the release waits behind those that are held.
  await cast(bot.id, 1, resumed);
  for (const [place, { id }] of (await rowsOf(bot.id)).entries()) {
    expect(await releaseHeld(at(services, resumed))).toBe(1);
    expect(await releaseHeld(at(services, resumed))).toBe(0);
    const states = Array.from({ length: 4 }, (_, other) =>
      other < place ? 'delivered' : other === place ? 'pending' : 'held',
    );
    expect(await statesOf(bot.id)).toEqual(states);
    // Also behind the last one: a new vote waits for its end.
    expect(await holdOf(bot.id)).toMatchObject({ hold: 'releasing' });
    await attempt(bot.id, id, place === 1 ? 2 : 1, 200, resumed);
  }
  expect(await releaseHeld(at(services, resumed))).toBe(0);
  expect(await holdOf(bot.id)).toMatchObject({ hold: null });
  await cast(bot.id, 1, after(NOON, 2 * HOUR_MS));
  expect((await statesOf(bot.id)).at(-1)).toBe('pending');
});

test('processes that release at the same moment release one delivery of a bot', async () => {
  const { bot } = await pausedWith(10);
  await resume(bot);
  const released = await Promise.all(
    Array.from({ length: 8 }, () => releaseNext(at(services, NOON), bot.id)),
  );
  expect(released.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test('a delivery whose attempt failed after a resume holds up those behind it until then, and not until its retry', async () => {
  const { bot } = await pausedWith(2);
  await resume(bot);
  await releaseHeld(at(services, NOON));
  await attempt(bot.id, first(await rowsOf(bot.id)).id, 1, 500);
  expect(await releaseHeld(at(services, after(NOON, 1000)))).toBe(1);
});

test('after three first attempts that failed in a row, deliveries are held and their managers are told', async () => {
  const { bot, rows } = await voted(4, true);
  for (const { id } of rows.slice(0, 2)) await attempt(bot.id, id, 1, 500);
  // Its other attempts do not count.
  for (const number of [2, 3]) await attempt(bot.id, rows[0]?.id ?? '', number, 500);
  expect(await holdOf(bot.id)).toMatchObject({ hold: null });
  await attempt(bot.id, rows[2]?.id ?? '', 1, 500);
  expect(await holdOf(bot.id)).toMatchObject({ hold: 'failing', probe_at: after(NOON, MINUTE_MS) });
  expect(await attempt(bot.id, rows[3]?.id ?? '', 1, 200)).toMatchObject({ state: 'held', posts: 0 });
  // The first votes are saved, too: no attempt of them is used up.
  expect(await attempt(bot.id, rows[1]?.id ?? '', 2, 500)).toMatchObject({ state: 'held', posts: 0 });
  expect(
    await sql`select kind from notices where bot_id = ${bot.id} and kind = 'deliveries_held'`,
  ).toHaveLength(1);
});

test('when the attempts after a resume fail, deliveries are held again, whatever their number', async () => {
  const { bot, rows } = await voted(5, true);
  for (const { id } of rows.slice(0, 3)) await attempt(bot.id, id, 1, 500);
  for (const { id } of rows.slice(3)) await attempt(bot.id, id, 1, 500);
  await releaseHeld(at(services, after(NOON, MINUTE_MS)));
  await resume(bot);
  for (const { id } of rows.slice(0, 3)) {
    expect(await holdOf(bot.id)).toMatchObject({ hold: 'releasing' });
    await releaseHeld(at(services, NOON));
    await attempt(bot.id, id, 2, 500);
  }
  expect(await holdOf(bot.id)).toMatchObject({ hold: 'failing' });
});

test('a success after a pause, or without a hold, is no news to the managers', async () => {
  const { bot, rows } = await voted(2);
  await attempt(bot.id, rows[0]?.id ?? '', 1, 500);
  await attempt(bot.id, rows[0]?.id ?? '', 2, 200);
  await pause(bot);
  await resume(bot);
  await releaseHeld(at(services, NOON));
  await attempt(bot.id, rows[1]?.id ?? '', 1, 200);
  expect(await statesOf(bot.id)).toEqual(['delivered', 'delivered']);
  expect(await sql`select kind from notices where bot_id = ${bot.id} and kind like 'deliveries_%'`).toEqual(
    [],
  );
});

test('a success in between begins the count of failures anew', async () => {
  const { bot, rows } = await voted(5, true);
  for (const { id } of rows.slice(0, 2)) await attempt(bot.id, id, 1, 500);
  await attempt(bot.id, rows[2]?.id ?? '', 1, 200);
  for (const { id } of rows.slice(3)) await attempt(bot.id, id, 1, 500);
  expect(await holdOf(bot.id)).toMatchObject({ hold: null });
});

/** A bot whose receiver failed at the first attempts of three votes. They are held, and the votes that follow. */
async function failing(following: number) {
  const { bot, rows } = await voted(3, true);
  for (const { id } of rows) await attempt(bot.id, id, 1, 500);
  await cast(bot.id, following, after(NOON, 10_000));
  return { bot, held: await rowsOf(bot.id) };
}

test('a failing receiver gets one probe after a minute, and its success releases the others', async () => {
  const { bot, held } = await failing(1);
  expect(await releaseHeld(at(services, NOON))).toBe(0);
  const probed = after(NOON, MINUTE_MS);
  const processes = [1, 2, 3].map(() => releaseHeld(at(services, probed)));
  expect((await Promise.all(processes)).toSorted()).toEqual([0, 0, 1]);
  expect(await statesOf(bot.id)).toEqual(['pending', 'held', 'held', 'held']);
  expect(await releaseHeld(at(services, after(probed, HOUR_MS)))).toBe(0);
  expect(await attempt(bot.id, held[0]?.id ?? '', 2, 200, probed)).toMatchObject({
    state: 'delivered',
    posts: 1,
  });
  expect(await holdOf(bot.id)).toMatchObject({ hold: 'releasing', probe_id: null });
  expect(await releaseHeld(at(services, probed))).toBe(1);
  await attempt(bot.id, held[1]?.id ?? '', 2, 200, probed);
  expect(
    await sql`select kind from notices where bot_id = ${bot.id} and kind = 'deliveries_released'`,
  ).toHaveLength(1);
});

test('a probe whose attempts all fail is not lost: another round follows after the longest wait of the schedule', async () => {
  const { bot, held } = await failing(0);
  const probed = after(NOON, MINUTE_MS);
  await releaseHeld(at(services, probed));
  await fail(bot.id, held[0]?.id ?? '', probed);
  expect(first(await rowsOf(bot.id))).toMatchObject({ state: 'held', round: 2 });
  const longestMs = Math.max(...RETRY_AFTER_MS);
  expect(await releaseHeld(at(services, after(probed, longestMs - 1)))).toBe(0);
  expect(await releaseHeld(at(services, after(probed, longestMs)))).toBe(1);
  await attempt(bot.id, held[0]?.id ?? '', 1, 200, after(probed, longestMs), 2);
  expect(first(await rowsOf(bot.id))).toMatchObject({ state: 'delivered', round: 2 });
});

test('a probe that is cancelled makes room for the next one', async () => {
  const { bot, held } = await failing(0);
  const probed = after(NOON, MINUTE_MS);
  await releaseHeld(at(services, probed));
  await cancelDelivery(services, bot.id, held[0]?.id ?? '');
  expect(await releaseHeld(at(services, probed))).toBe(1);
  expect(await statesOf(bot.id)).toEqual(['cancelled', 'pending', 'held']);
});

test('another URL releases what was held because the receiver failed, and leaves a pause', async () => {
  const { bot } = await failing(0);
  const paused = await owned();
  await pause(paused);
  const sender = { ...services.sender, vet: async () => {} };
  for (const { id, ownerId } of [bot, paused])
    await setWebhook({ ...services, sender }, id, ownerId, `${RECEIVER}&two`);
  expect(await holdOf(bot.id)).toMatchObject({ hold: 'releasing' });
  expect(await holdOf(paused.id)).toMatchObject({ hold: 'paused' });
});

test('without the webhook, held deliveries end as cancelled', async () => {
  const { bot } = await pausedWith(2);
  await removeWebhook(services, bot.id, bot.ownerId);
  expect(await statesOf(bot.id)).toEqual(['cancelled', 'cancelled']);
});

test('a held delivery can be cancelled and not retried, and ends with its voided vote', async () => {
  const { bot, voters } = await pausedWith(2);
  const rows = await rowsOf(bot.id);
  await expect(retryDelivery(services, bot.id, rows[0]?.id ?? '')).rejects.toMatchObject({
    reason: 'delivery.held',
  });
  await cancelDelivery(services, bot.id, rows[0]?.id ?? '');
  const moderator = await given(services).user('Moderator');
  await voidVotes(services, moderator, bot.id, {
    userIds: voters.slice(1),
    from: NOON,
    until: after(NOON, HOUR_MS),
    reason: 'These votes were bought.',
  });
  expect(await statesOf(bot.id)).toEqual(['cancelled', 'cancelled']);
});

test('a vote that was held in the moment when the hold ended is released, and cancelled without a webhook', async () => {
  const [{ bot: late }, { bot: gone }] = [await pausedWith(1), await pausedWith(1)];
  await sql`update webhooks set hold = null where bot_id = ${late.id}`;
  await sql`delete from webhooks where bot_id = ${gone.id}`;
  expect(await freeForgotten(services)).toBe(2);
  expect(await holdOf(late.id)).toMatchObject({ hold: 'releasing' });
  expect(await statesOf(gone.id)).toEqual(['cancelled']);
});

test('nothing is sent to a failing receiver while only a test waits, and nothing is held once its hold has ended', async () => {
  const { bot, held } = await failing(0);
  await sql`update deliveries set state = 'cancelled' where bot_id = ${bot.id}`;
  await sendTest(at(services, NOON), bot.id, bot.ownerId);
  expect(await releaseHeld(at(services, after(NOON, MINUTE_MS)))).toBe(0);
  await sql`update webhooks set hold = null where bot_id = ${bot.id}`;
  await expect(holdDelivery(services, first(held).id)).rejects.toThrow('has just ended');
});

test('held deliveries are counted by their reason', async () => {
  const before = await measureHeld(services);
  await pausedWith(2);
  expect((await measureHeld(services)).get('paused')).toBe((before.get('paused') ?? 0) + 2);
});

test('pausing twice and resuming what is not held change nothing', async () => {
  const bot = await owned();
  expect(await resume(bot)).toMatchObject({ hold: null });
  await pause(bot);
  const later = pauseWebhook(at(services, after(NOON, HOUR_MS)), bot.id, bot.ownerId);
  expect(await later).toMatchObject({ hold: 'paused', heldSince: NOON });
  const events =
    await sql`select kind from listing_events where bot_id = ${bot.id} and kind like 'webhook_p%'`;
  expect(events).toHaveLength(1);
});

test('without a webhook nothing can be paused, and a number that is not offered is refused', async () => {
  const { id, ownerId } = await given(services).listing().approved();
  const limit = (...by: Parameters<typeof pauseWebhook>) => setHoldAfter(...by, 3);
  for (const act of [pauseWebhook, resumeWebhook, limit])
    await expect(act(services, id, ownerId)).rejects.toMatchObject({ reason: 'webhook.neededToHold' });
  const bot = await owned();
  expect(await setHoldAfter(services, bot.id, bot.ownerId, null)).toMatchObject({ holdAfter: null });
  const wrong = setHoldAfter(services, bot.id, bot.ownerId, 4);
  await expect(wrong).rejects.toMatchObject({ reason: 'webhook.holdAfter' });
});

test('who does not manage the listing can neither pause nor resume it', async () => {
  const bot = await owned();
  const stranger = await given(services).user('Stranger');
  for (const act of [pauseWebhook, resumeWebhook])
    await expect(act(services, bot.id, stranger)).rejects.toThrow();
  await expect(setHoldAfter(services, bot.id, stranger, 3)).rejects.toThrow();
  expect(await holdOf(bot.id)).toMatchObject({ hold: null });
});

test('held deliveries stay for thirty days, are announced a week before their end if retention is on, and then end', async () => {
  const { bot } = await pausedWith(1);
  const notices = () => sql`select kind from notices where bot_id = ${bot.id} and kind = 'held_expiring'`;
  await tellOfHeld(at(services, after(NOON, 23 * DAY_MS - 1)), 14);
  await tellOfHeld(at(services, after(NOON, 99 * DAY_MS)), 0);
  expect(await notices()).toHaveLength(0);
  for (const days of [23.1, 24]) await tellOfHeld(at(services, after(NOON, days * DAY_MS)), 14);
  expect(await notices()).toHaveLength(1);
  await endHeld(at(services, after(NOON, 30 * DAY_MS)), 14);
  expect(await statesOf(bot.id)).toEqual(['held']);
  await endHeld(at(services, after(NOON, 30 * DAY_MS + 1)), 14);
  expect(await statesOf(bot.id)).toEqual(['cancelled']);
});
