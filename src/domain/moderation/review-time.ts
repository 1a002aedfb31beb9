import { LRUCache } from 'lru-cache';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

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
      where bot_id = review.bot_id and id < review.id and to_state = 'pending' order by id desc limit 1
    ) submission
    where review.from_state = 'pending' and review.to_state in ('approved', 'rejected') and review.undone_at is null
      and review.moved_at >= ${since}`;
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}
