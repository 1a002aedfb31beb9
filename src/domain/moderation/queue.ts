import { LRUCache } from 'lru-cache';
import { gathered, inOrder } from '../kernel/batch.ts';
import type { KeysetPosition, PageRange } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, withCards } from '../listing/card.ts';

/** Why a listing waits for a moderator. */
export type QueueKind = 'submission' | 'reports' | 'edit';

/** A listing that waits for a moderator. It appears once, however many reports it has. */
export interface QueueItem {
  readonly listing: ListingCard;
  readonly kind: QueueKind;
  /** The time of its submission, of its oldest open report, or of its edit. */
  readonly since: Date;
  readonly openReports: number;
}

type Db = WithDatabase;

/**
 * Lists submitted and reported listings, and those with an edit that waits, oldest first. Each of the three parts is read
 * from its own index, up to the limit of the page.
 *
 * @param page a position consists of `since` and the id of the listing
 */
export async function listQueue(services: Db, page: PageRange<KeysetPosition>): Promise<QueueItem[]> {
  const { sql } = services.db;
  const { pageOf, order } = pageIn(services, page);
  const rows = await sql<QueueRow[]>`
    select since, id as "botId", kind, (
      select count(*)::int from reports
      where bot_id = waiting.id and closed_at is null and waiting.kind = 'reports'
    ) as "openReports"
    from (
      (select state_changed_at as since, id, 'submission' as kind from bots
       where state = 'pending' ${pageOf('bots.state_changed_at', 'bots.id')})
      union all
      (select report.created_at, report.bot_id, 'reports'
       from ${oldestReports(services)} ${pageOf('report.created_at', 'report.bot_id')})
      union all
      (select edit.edited_at, edit.bot_id, 'edit'
       from ${waitingEdits(services)} ${pageOf('edit.edited_at', 'edit.bot_id')})
    ) as waiting
    ${order} limit ${page.limit}`;
  return withCards(services, rows);
}

type QueueRow = Omit<QueueItem, 'listing'> & { readonly botId: string };

/** The conditions of a page, and its order. */
function pageIn({ db: { sql } }: Db, { after, before, limit, inverted }: PageRange<KeysetPosition>) {
  const direction = inverted ? sql`desc` : sql`asc`;
  const pageOf = (time: string, id: string) => {
    const place = sql`(${sql(time)}, ${sql(id)})`;
    return sql`
      ${after ? sql`and ${place} > (${after.time}, ${after.id})` : sql``}
      ${before ? sql`and ${place} < (${before.time}, ${before.id})` : sql``}
      order by ${sql(time)} ${direction}, ${sql(id)} ${direction} limit ${limit}`;
  };
  return { pageOf, order: sql`order by since ${direction}, id ${direction}` };
}

/**
 * Lists public listings with edits that everybody sees and no moderator has looked at, oldest first.
 *
 * @param page a position consists of `since` and the id of the listing
 */
export async function listLookLater(services: Db, page: PageRange<KeysetPosition>): Promise<QueueItem[]> {
  const { pageOf } = pageIn(services, page);
  const rows = await services.db.sql<QueueRow[]>`
    select edit.edited_at as since, edit.bot_id as "botId", 'edit' as kind, 0 as "openReports"
    from ${unseenEdits(services)} ${pageOf('edit.edited_at', 'edit.bot_id')}`;
  return withCards(services, rows);
}

/** Counts them. A partial index contains exactly these rows. */
export async function countLookLater(services: Db): Promise<number> {
  const [row] = await services.db.sql<
    { count: number }[]
  >`select count(*)::int from ${unseenEdits(services)}`;
  return row?.count ?? 0;
}

/** Counts the listings in the queue. Three partial indexes contain exactly these rows. */
export async function countQueue(services: Db): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select (
      (select count(*) from bots where state = 'pending') + (select count(*) from ${oldestReports(services)})
        + (select count(*) from ${waitingEdits(services)})
    )::int as count`;
  return row?.count ?? 0;
}

/**
 * The oldest open report of each public or suspended listing. Reports of other listings wait until the listing is
 * public again.
 */
function oldestReports({ db }: Db) {
  return db.sql`
    reports as report join bots on bots.id = report.bot_id and bots.state in ('approved', 'suspended')
    where report.closed_at is null and not exists (
      select from reports as older where older.bot_id = report.bot_id and older.closed_at is null
        and (older.created_at, older.id) < (report.created_at, report.id)
    )`;
}

/**
 * The oldest edit that waits of each public listing. One with open reports is in the queue already, and its page shows
 * the edits, too.
 */
function waitingEdits(services: Db) {
  return services.db.sql`
    listing_edits as edit join bots on bots.id = edit.bot_id and bots.state = 'approved'
    where edit.state = 'waiting' and ${isOldest(services)} and not exists (
      select from reports where bot_id = edit.bot_id and closed_at is null
    )`;
}

function unseenEdits(services: Db) {
  return services.db.sql`
    listing_edits as edit join bots on bots.id = edit.bot_id and bots.state = 'approved'
    where edit.state = 'public' and ${isOldest(services)}`;
}

/** Several parts of a listing may wait: it is in a list once, in the place of the oldest one. */
function isOldest({ db }: Db) {
  return db.sql`not exists (
    select from listing_edits older where older.bot_id = edit.bot_id and older.state = edit.state
      and (older.edited_at, older.id) < (edit.edited_at, edit.id))`;
}

/**
 * Finds the place of a listing among those that wait for a review: submissions, and edits of public listings.
 *
 * @returns from 1 on; null when it waits for none
 */
export const findPlace = gathered(async (services: Db, botIds: readonly string[]) => {
  const { sql } = services.db;
  const rows = await sql<{ position: number; place: number }[]>`
    select key.position::int, (
      (select count(*) from bots where state = 'pending' and (state_changed_at, id) < (own.since, own.id))
        + (select count(*) from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
            where edit.state = 'waiting' and ${isOldest(services)}
              and (edit.edited_at, bot_id) < (own.since, own.id)) + 1
    )::int as place
    from unnest((select ${[...botIds]}::text[])) with ordinality as key(bot_id, position)
    cross join lateral (
      select state_changed_at as since, id from bots where id = key.bot_id and state = 'pending'
      union all
      select edit.edited_at, bot_id from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
      where bot_id = key.bot_id and edit.state = 'waiting'
      order by since limit 1
    ) own`;
  return inOrder(botIds.length, rows).map((row) => row?.place ?? null);
});

/** How long owners have to wait for a review. */
export interface ReviewTime {
  /** The number of submissions that wait, and of listings with edits that do. */
  readonly waiting: number;
  /** The number of reviews in the last 30 days, among the last 2000 changes of states. */
  readonly reviews: number;
  /** The median wait of these reviews, in seconds; null when there are fewer than ten. */
  readonly medianSeconds: number | null;
}

const DAYS = 30;
/** Fewer reviews say little about the next one. */
const MIN_REVIEWS = 10;
/** The statement reads at most so many moves, whatever happens in 30 days. */
const MAX_MOVES = 2000;
const FRESH_MS = 60_000;
const caches = new WeakMap<WithDatabase['db'], LRUCache<'time', ReviewTime>>();

/**
 * Tells how many listings wait for a review, and how long reviews took lately: from the submission to the decision.
 * The result may be a minute old.
 */
export async function readReviewTime({ db, now }: WithDatabase & WithClock): Promise<ReviewTime> {
  let cache = caches.get(db);
  if (!cache) {
    cache = new LRUCache({ max: 1, ttl: FRESH_MS, fetchMethod: () => measureReviews({ db, now }) });
    caches.set(db, cache);
  }
  return (await cache.fetch('time')) ?? { waiting: 0, reviews: 0, medianSeconds: null };
}

/** Measures now. {@link readReviewTime} keeps the result for a minute. */
export async function measureReviews({ db, now }: WithDatabase & WithClock): Promise<ReviewTime> {
  const since = new Date(now().getTime() - DAYS * 86_400_000);
  const [row] = await db.sql<ReviewTime[]>`
    select ((select count(*) from bots where state = 'pending')
        + (select count(*) from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
          where edit.state = 'waiting' and ${isOldest({ db })}))::int as waiting, count(*)::int as reviews,
      case when count(*) >= ${MIN_REVIEWS}
        then percentile_cont(0.5) within group (order by extract(epoch from review.moved_at - submission.moved_at))
      end as "medianSeconds"
    from (select * from listing_moves order by id desc limit ${MAX_MOVES}) review
    cross join lateral (
      select moved_at from listing_moves
      where bot_id = review.bot_id and id < review.id and to_state = 'pending' and taken_down is null
      order by id desc limit 1
    ) submission
    where review.from_state = 'pending' and review.to_state in ('approved', 'rejected') and review.undone_at is null
      and review.moved_at >= ${since}`;
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}
