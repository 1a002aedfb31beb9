import { desc, eq, type InferSelectModel, inArray, sql as raw } from 'drizzle-orm';
import type { Fragment, ISql } from 'postgres';
import { replays } from '../../db/delivery-tables.ts';
import { requireStillManages } from '../identity/still-manages.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import { isId, newId, requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { resendable, startNextRound } from './next-round.ts';
import { requireWebhook } from './webhook.ts';

/** The states of deliveries that can be sent again. */
export const REPLAYED_STATES = ['delivered', 'failed', 'cancelled'] as const;
/** How many deliveries a replay sends in a second. */
export const REPLAY_RATES = [1, 5, 20] as const;
/** A longer one is counted and sent in parts. */
export const MAX_REPLAYED = 100_000;
/** How many replays are listed. */
const LISTED = 10;
/** How many replays of a listing are kept. */
export const MAX_REPLAYS = 50;
/** While so many deliveries of the bot are due and not sent, a replay waits for the receiver. */
const MAX_DUE = 40;

export type Replay = InferSelectModel<typeof replays>;

/** Which deliveries to send again. All conditions must hold. */
export interface ReplayFilter {
  /** Recorded at this time or later. */
  readonly from: Date;
  /** Recorded before this time. */
  readonly to: Date;
  readonly states: readonly (typeof REPLAYED_STATES)[number][];
  /** The user who voted; all users when it is left out. */
  readonly userId?: string | undefined;
}

/** What a replay would do. */
export interface ReplayPreview {
  readonly count: number;
  /** The duration at the chosen rate, if the receiver is quick enough. */
  readonly seconds: number;
}

/**
 * Counts what a replay would send.
 *
 * @param perSecond one of {@link REPLAY_RATES}
 * @throws {InvalidInputError} when the filter or the rate is not valid, or more than {@link MAX_REPLAYED} fit
 */
export async function previewReplay(
  { db: { sql }, now }: WithDatabase & WithClock,
  botId: string,
  filter: ReplayFilter,
  perSecond: number,
): Promise<ReplayPreview> {
  requireFilter(filter);
  if (!(REPLAY_RATES as readonly number[]).includes(perSecond)) throw new InvalidInputError('replay.rate');
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from deliveries where state = any(${[...filter.states]}::text[]) and ${chosen(sql, botId, filter, now())}
      limit ${MAX_REPLAYED + 1}
    ) counted`;
  const count = row?.count ?? 0;
  if (count > MAX_REPLAYED) throw new InvalidInputError('replay.tooMany', { max: MAX_REPLAYED });
  return { count, seconds: Math.ceil(count / perSecond) };
}

/**
 * Starts to send deliveries again, oldest first, each under its `X-Webhook-Delivery`, in a new round. Deliveries that are
 * recorded from now on are not part of it.
 *
 * @throws {InvalidInputError} as {@link previewReplay}, and when nothing fits or there is no webhook
 * @throws {ConflictError} while another replay of the listing runs
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function startReplay(
  services: WithDatabase & WithClock & WithRandom,
  botId: string,
  userId: string,
  filter: ReplayFilter,
  perSecond: number,
): Promise<Replay> {
  await requireWebhook(services, botId, 'webhook.neededToResend');
  const { count } = await previewReplay(services, botId, filter, perSecond);
  if (count === 0) throw new InvalidInputError('replay.nothing');
  const at = services.now();
  const { from, to, states } = filter;
  return services.db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [replay] = await orm
      .insert(replays)
      .values({
        ...{ id: newId(services, at), botId, perSecond, total: count, createdAt: at, state: 'running' },
        ...{ fromAt: from, toAt: to < at ? to : at, states, voterId: filter.userId ?? null },
      })
      .onConflictDoNothing()
      .returning();
    if (!replay) throw new ConflictError('replay.running');
    // No other one runs, so nothing changes the old ones.
    await orm.execute(raw`
      delete from replays where id in (
        select id from replays where bot_id = ${botId} order by id desc offset ${MAX_REPLAYS})`);
    await noteEvent(orm, { botId, kind: 'replay_started', userId, at });
    return replay;
  });
}

/**
 * Stops a replay. What it has not sent stays as it is.
 *
 * @throws {NotFoundError} when the listing has no such replay
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function stopReplay(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
  replayId: string,
): Promise<Replay> {
  if (!isId(replayId)) throw new NotFoundError('replay.notFound');
  const at = services.now();
  return services.db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [replay] = await orm.select().from(replays).where(eq(replays.id, replayId)).for('update');
    if (replay?.botId !== botId) throw new NotFoundError('replay.notFound');
    if (replay.state !== 'running') return replay;
    await noteEvent(orm, { botId, kind: 'replay_stopped', userId, at });
    const end = { state: 'stopped', finishedAt: at } as const;
    await orm.update(replays).set(end).where(eq(replays.id, replayId));
    return { ...replay, ...end };
  });
}

/** Lists the last replays of each listing, newest first. */
export const listReplays = gathered(async ({ db: { orm } }: WithDatabase, botIds: readonly string[]) => {
  const place = raw<number>`row_number() over (partition by ${replays.botId} order by ${replays.id} desc)`.as(
    'place',
  );
  const ranked = orm
    .select({ id: replays.id, place })
    .from(replays)
    .where(inArray(replays.botId, [...botIds]))
    .as('ranked');
  const rows = await orm
    .select({ replay: replays })
    .from(ranked)
    .innerJoin(replays, eq(replays.id, ranked.id))
    .where(raw`place <= ${LISTED}`)
    .orderBy(desc(replays.id));
  return ofEach(
    botIds,
    rows.map(({ replay }) => replay),
  );
});

/**
 * Sends the next deliveries of each running replay. Each step is a transaction that also moves the replay's place, so a
 * restart loses and repeats nothing, and several processes may do this at once. While deliveries are held, or the
 * receiver is slower than the replay, it waits.
 *
 * @returns the number of deliveries that returned to the outbox
 */
export async function advanceReplays({ db, now }: WithDatabase & WithClock): Promise<number> {
  const running = await db.sql<{ id: string }[]>`select id from replays where state = 'running'`;
  let sent = 0;
  for (const { id } of running) sent += await db.sql.begin((sql) => advance(sql, id, now()));
  return sent;
}

interface Step extends Omit<ReplayFilter, 'userId'> {
  readonly userId: string | null;
  readonly startedAt: Date;
  readonly botId: string;
  readonly perSecond: number;
  /** How many more it may have sent by now. */
  readonly owed: number;
  readonly due: number;
  readonly placeAt: Date | null;
  readonly placeId: string | null;
}

async function advance(sql: ISql, id: string, at: Date): Promise<number> {
  const [step] = await sql<Step[]>`
    select bot_id as "botId", from_at as "from", to_at as "to", states, voter_id as "userId",
      per_second as "perSecond", place_at as "placeAt", place_id as "placeId", created_at as "startedAt",
      floor(extract(epoch from ${at}::timestamptz - replays.created_at) * per_second)::int + 1 - sent as owed,
      (select count(*)::int from (
        select from deliveries where bot_id = replays.bot_id and state = 'pending'
          and (dispatched_at is null or next_attempt_at is null or next_attempt_at <= ${at}) limit ${MAX_DUE}
      ) due) as due
    from replays join webhooks using (bot_id)
    where replays.id = ${id} and replays.state = 'running' and hold is null
    for update of replays skip locked`;
  // After a wait it does not hurry: no second has more than the rate allows.
  const room = step ? Math.min(step.owed, step.perSecond, MAX_DUE - step.due) : 0;
  if (!step || room <= 0) return 0;
  const { botId, placeAt, placeId } = step;
  const after = placeAt ? sql`and (created_at, id) > (${placeAt}, ${placeId})` : sql``;
  const next = await sql<{ id: string; createdAt: Date }[]>`
    select next.id, next.created_at as "createdAt"
    from unnest(${[...step.states]}::text[]) as of(state) cross join lateral (
      -- Each state has its part of the index, so a rare one is not looked for among all deliveries.
      select id, created_at from deliveries
      where deliveries.state = of.state and ${chosen(sql, botId, step, step.startedAt)} ${after}
      order by created_at, id limit ${room}
    ) next
    order by next.created_at, next.id limit ${room}`;
  const last = next.at(-1);
  const ids = next.map((delivery) => delivery.id);
  const count = last ? await startNextRound(sql, at, sql`id = any(${ids}::uuid[])`, ids.length) : 0;
  const isOver = next.length < room;
  await sql`
    update replays set sent = sent + ${count}, place_at = ${last?.createdAt ?? placeAt},
      place_id = ${last?.id ?? placeId}, state = ${isOver ? 'finished' : 'running'}, finished_at = ${isOver ? at : null}
    where id = ${id}`;
  return count;
}

/**
 * The deliveries of votes that a filter chooses, besides their state. Those that end after the start do not belong to a
 * replay: it would send its own deliveries again, and more than the preview said.
 */
function chosen(
  sql: ISql,
  botId: string,
  { from, to, userId }: Pick<Step, 'from' | 'to'> & { readonly userId?: string | null | undefined },
  startedAt: Date,
): Fragment {
  return sql`
    bot_id = ${botId} and kind = 'vote' and created_at >= ${from} and created_at < ${to} and finished_at <= ${startedAt}
    and ${resendable(sql)} ${userId ? sql`and user_id = ${userId}` : sql``}`;
}

function requireFilter({ from, to, states, userId }: ReplayFilter): void {
  if (states.length === 0) throw new InvalidInputError('replay.states');
  if (from >= to) throw new InvalidInputError('replay.range');
  if (userId !== undefined) requireSnowflake(userId, 'user');
}

/** How many replays run, and how many deliveries they have still to send. */
export async function measureReplays({
  db: { sql },
}: WithDatabase): Promise<{ running: number; left: number }> {
  const [row] = await sql<{ running: number; left: number }[]>`
    select count(*)::int as running, coalesce(sum(total - sent), 0)::int as left from replays where state = 'running'`;
  return row ?? { running: 0, left: 0 };
}
