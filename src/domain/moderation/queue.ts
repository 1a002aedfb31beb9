import { LRUCache } from 'lru-cache';
import type { KeysetPosition, PageRange } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, withCards } from '../listing/card.ts';

/** A listing that waits for a moderator. It appears once, however many reports it has. */
export interface QueueItem {
  readonly listing: ListingCard;
  /** The time of its submission or of its oldest open report. */
  readonly since: Date;
  /** 0 for a submission. */
  readonly openReports: number;
}

type Db = WithDatabase;

/**
 * Lists submitted and reported listings, oldest first. Each of the two parts is read from its own index, up to the
 * limit of the page.
 *
 * @param page a position consists of `since` and the id of the listing
 */
export async function listQueue(services: Db, page: PageRange<KeysetPosition>): Promise<QueueItem[]> {
  const { sql } = services.db;
  const { after, before, limit } = page;
  const direction = page.inverted ? sql`desc` : sql`asc`;
  const pageOf = (time: string, id: string) => {
    const place = sql`(${sql(time)}, ${sql(id)})`;
    return sql`
      ${after ? sql`and ${place} > (${after.time}, ${after.id})` : sql``}
      ${before ? sql`and ${place} < (${before.time}, ${before.id})` : sql``}
      order by ${sql(time)} ${direction}, ${sql(id)} ${direction} limit ${limit}`;
  };
  const rows = await sql<{ since: Date; botId: string; openReports: number }[]>`
    select since, id as "botId", (
      select count(*)::int from reports
      where bot_id = waiting.id and closed_at is null and waiting.is_reported
    ) as "openReports"
    from (
      (select state_changed_at as since, id, false as is_reported from bots
       where state = 'pending' ${pageOf('bots.state_changed_at', 'bots.id')})
      union all
      (select report.created_at, report.bot_id, true
       from ${oldestReports(services)} ${pageOf('report.created_at', 'report.bot_id')})
    ) as waiting
    order by since ${direction}, id ${direction} limit ${limit}`;
  return withCards(services, rows);
}

/** Counts the listings in the queue. Two partial indexes contain exactly these rows. */
export async function countQueue(services: Db): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select (
      (select count(*) from bots where state = 'pending') + (select count(*) from ${oldestReports(services)})
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

/** How long owners have to wait for a review. */
export interface ReviewTime {
  /** The number of listings that wait. */
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
    select (select count(*)::int from bots where state = 'pending') as waiting, count(*)::int as reviews,
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
