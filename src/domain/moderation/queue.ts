import type { Fragment } from 'postgres';
import { unionAll } from '../../db/fragments.ts';
import { cachePer } from '../../lib/cache.ts';
import { DAY_MS } from '../../lib/day.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { type KeysetPosition, type PageRange, pageOf } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, withCards } from '../listing/card.ts';
import type { ReportCategory } from './reports.ts';

/** Why a listing waits for a moderator. */
export type QueueKind = 'submission' | 'reports' | 'edit';

/**
 * How soon a moderator should look: reports of severe harm, invites that ask for sensitive permissions, the rest. The
 * position of an urgency here is its weight, which functions of the database compute for the indexes.
 */
export const URGENCIES = ['severe', 'sensitive', 'usual'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** A listing that waits for a moderator. It appears once, however many reports it has. */
export interface QueueItem {
  readonly listing: ListingCard;
  readonly kind: QueueKind;
  /** The time of its submission, of its first report of the most severe kind, or of its edit. */
  readonly since: Date;
  readonly openReports: number;
  /** The index of its urgency in {@link URGENCIES}. */
  readonly weight: number;
}

/** Which listings of the queue a moderator wants to see. What is absent is any. */
export interface QueueFilter {
  readonly kind?: QueueKind | null | undefined;
  readonly urgency?: Urgency | null | undefined;
  /** Only listings with an open report of this category. */
  readonly category?: ReportCategory | null | undefined;
  /** `mine`: claimed by this moderator. `nobody`: claimed by nobody; the moderator's own listings are left out. */
  readonly claim?: { readonly of: 'mine' | 'nobody'; readonly moderatorId: string } | undefined;
}

/** The place of a listing in the queue. */
export interface QueuePosition extends KeysetPosition {
  readonly weight: number;
}

type Db = WithDatabase;
type Needs = WithDatabase & WithClock;

/**
 * Lists submitted and reported listings, and those with an edit that waits: the most urgent first, and of those the
 * oldest. Each of the three parts is read from its own index, up to the limit of the page.
 *
 * @param page a position consists of the weight, `since` and the id of the listing
 */
export async function listQueue(
  services: Needs,
  page: PageRange<QueuePosition>,
  filter: QueueFilter = {},
): Promise<QueueItem[]> {
  const { sql } = services.db;
  const direction = page.inverted ? sql`desc` : sql`asc`;
  const rows = await sql<QueueRow[]>`
    select weight, since, id as "botId", kind, (
      select count(*)::int from reports
      where bot_id = waiting.id and closed_at is null and waiting.kind = 'reports'
    ) as "openReports"
    from (${partsOf(services, filter, page)}) as waiting
    order by weight ${direction}, since ${direction}, id ${direction} limit ${page.limit}`;
  return withCards(services, rows);
}

type QueueRow = Omit<QueueItem, 'listing'> & { readonly botId: string };

/** The parts of the queue that fulfil a filter: their rows of a page, or all of them. */
function partsOf(services: Needs, filter: QueueFilter, page?: PageRange<QueuePosition>): Fragment {
  const { sql } = services.db;
  const position = ({ weight, time, id }: QueuePosition) => sql`${weight}::int, ${time}, ${id}`;
  const select = (
    kind: QueueKind,
    [weight, since, id]: readonly [Fragment, Fragment, Fragment],
    from: Fragment,
  ) => sql`
    (select ${weight} as weight, ${since} as since, ${id} as id, ${kind}::text as kind from ${from}
      ${conditionsOf(services, filter, weight, id)}
      ${page ? pageOf(sql, [weight, since, id], page, position, true) : sql``})`;
  const parts = {
    submission: () =>
      select(
        'submission',
        [
          sql`weight_of_invite(bots.invite_scopes, bots.invite_permissions)`,
          sql`bots.state_changed_at`,
          sql`bots.id`,
        ],
        sql`bots where state = 'pending'`,
      ),
    reports: () =>
      select(
        'reports',
        [sql`weight_of_report(report.category)`, sql`report.created_at`, sql`report.bot_id`],
        firstReports(services),
      ),
    edit: () =>
      select(
        'edit',
        [sql`weight_of_edit(edit.review_reasons)`, sql`edit.edited_at`, sql`edit.bot_id`],
        waitingEdits(services),
      ),
  };
  return filter.kind
    ? parts[filter.kind]()
    : unionAll(services.db, [parts.submission(), parts.reports(), parts.edit()]);
}

function conditionsOf(
  { db: { sql }, now }: Needs,
  { urgency, category, claim }: QueueFilter,
  weight: Fragment,
  id: Fragment,
): Fragment {
  const current = sql`
    from moderation_claims claim where claim.bot_id = ${id} and claim.claimed_until > ${now()}`;
  const ofCategory = sql`
    and exists (select from reports same
      where same.bot_id = ${id} and same.closed_at is null and same.category = ${category ?? ''})`;
  const byClaim = {
    mine: () => sql`and exists (select ${current} and claim.user_id = ${claim?.moderatorId ?? ''})`,
    // Nobody learns who works on their own listing.
    nobody: () => sql`
      and not exists (select ${current}) and not exists (
        select from bot_owners where bot_id = ${id} and user_id = ${claim?.moderatorId ?? ''}
          and coalesce(accepted_at, reads_since) is not null)`,
  };
  return sql`
    ${urgency ? sql`and ${weight} = ${URGENCIES.indexOf(urgency)}` : sql``}
    ${category ? ofCategory : sql``} ${claim ? byClaim[claim.of]() : sql``}`;
}

/**
 * Lists public listings with edits that everybody sees and no moderator has looked at, oldest first.
 *
 * @param page a position consists of `since` and the id of the listing
 */
export async function listLookLater(services: Db, page: PageRange<QueuePosition>): Promise<QueueItem[]> {
  const { sql } = services.db;
  const position = ({ time, id }: QueuePosition) => sql`${time}, ${id}`;
  const rows = await sql<QueueRow[]>`
    select ${LATER_WEIGHT}::int as weight, edit.edited_at as since, edit.bot_id as "botId", 'edit' as kind,
      0 as "openReports"
    from ${unseenEdits(services)} ${pageOf(sql, [sql`edit.edited_at`, sql`edit.bot_id`], page, position, true)}`;
  return withCards(services, rows);
}

/** Edits for a later look have one urgency. */
const LATER_WEIGHT = URGENCIES.indexOf('usual');

/** Counts them. A partial index contains exactly these rows. */
export async function countLookLater(services: Db): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select count(*)::int from ${unseenEdits(services)}`;
  return row?.count ?? 0;
}

/** Counts the listings in the queue that fulfil a filter. Three partial indexes contain exactly the rows of the queue. */
export async function countQueue(services: Needs, filter: QueueFilter = {}): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select count(*)::int from (${partsOf(services, filter)}) waiting`;
  return row?.count ?? 0;
}

/**
 * The first open report of the most severe kind, of each public or suspended listing. Reports of other listings wait
 * until the listing is public again.
 */
function firstReports({ db }: Db): Fragment {
  return db.sql`
    reports as report join bots on bots.id = report.bot_id and bots.state in ('approved', 'suspended')
    where report.closed_at is null and not exists (
      select from reports as earlier where earlier.bot_id = report.bot_id and earlier.closed_at is null
        and (weight_of_report(earlier.category), earlier.created_at, earlier.id)
          < (weight_of_report(report.category), report.created_at, report.id)
    )`;
}

/**
 * The first edit that waits of each public listing. One with open reports is in the queue already, and its page shows
 * the edits, too.
 */
function waitingEdits(services: Db) {
  return services.db.sql`
    listing_edits as edit join bots on bots.id = edit.bot_id and bots.state = 'approved'
    where edit.state = 'waiting' and ${isFirst(services)} and not exists (
      select from reports where bot_id = edit.bot_id and closed_at is null
    )`;
}

function unseenEdits(services: Db) {
  return services.db.sql`
    listing_edits as edit join bots on bots.id = edit.bot_id and bots.state = 'approved'
    where edit.state = 'public' and ${isFirst(services)}`;
}

/** Several parts of a listing may wait: it is in a list once, in the place of the most urgent one, then the oldest. */
function isFirst({ db }: Db) {
  return db.sql`not exists (
    select from listing_edits earlier where earlier.bot_id = edit.bot_id and earlier.state = edit.state
      and (weight_of_edit(earlier.review_reasons), earlier.edited_at, earlier.id)
        < (weight_of_edit(edit.review_reasons), edit.edited_at, edit.id))`;
}

/**
 * Finds the place of a listing among those that wait for a review: submissions, and edits of public listings.
 *
 * @returns from 1 on; null when it waits for none
 */
export const findPlace = gathered(async (services: Db, botIds: readonly string[]) => {
  const { sql } = services.db;
  const weight = sql`weight_of_invite(invite_scopes, invite_permissions)`;
  const rows = await sql<{ position: number; place: number }[]>`
    select key.position::int, (
      (select count(*) from bots where state = 'pending' and (${weight}, state_changed_at, id) < (own.weight, own.since, own.id))
        + (select count(*) from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
            where edit.state = 'waiting' and ${isFirst(services)}
              and (weight_of_edit(edit.review_reasons), edit.edited_at, bot_id) < (own.weight, own.since, own.id)) + 1
    )::int as place
    from unnest((select ${[...botIds]}::text[])) with ordinality as key(bot_id, position)
    cross join lateral (
      select ${weight} as weight, state_changed_at as since, id from bots where id = key.bot_id and state = 'pending'
      union all
      select weight_of_edit(edit.review_reasons), edit.edited_at, bot_id
      from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
      where bot_id = key.bot_id and edit.state = 'waiting'
      order by weight, since limit 1
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
const ONE_ENTRY = 10_000;
const cacheOf = cachePer<WithDatabase['db'], ReviewTime, WithDatabase & WithClock>(() => ({
  maxBytes: ONE_ENTRY,
  ttl: FRESH_MS,
  fetchMethod: (_key, _before, { context }) => measureReviews(context),
}));

/**
 * Tells how many listings wait for a review, and how long reviews took lately: from the submission to the decision.
 * The result may be a minute old.
 */
export async function readReviewTime(services: WithDatabase & WithClock): Promise<ReviewTime> {
  const time = await cacheOf(services.db).fetch('time', { context: services });
  return time ?? { waiting: 0, reviews: 0, medianSeconds: null };
}

/** Measures now. {@link readReviewTime} keeps the result for a minute. */
export async function measureReviews({ db, now }: WithDatabase & WithClock): Promise<ReviewTime> {
  const since = new Date(now().getTime() - DAYS * DAY_MS);
  const [row] = await db.sql<ReviewTime[]>`
    select ((select count(*) from bots where state = 'pending')
        + (select count(*) from listing_edits edit join bots on bots.id = bot_id and bots.state = 'approved'
          where edit.state = 'waiting' and ${isFirst({ db })}))::int as waiting, count(*)::int as reviews,
      case when count(*) >= ${MIN_REVIEWS}
        then percentile_cont(0.5) within group (order by extract(epoch from review.moved_at - submission.moved_at))
      end as "medianSeconds"
    from (select * from listing_moves order by id desc limit ${MAX_MOVES}) review
    cross join lateral (
      select moved_at from listing_moves
      where bot_id = review.bot_id and id < review.id and to_state = 'pending' and taken_down is null
      order by id desc limit 1
    ) submission
    where review.from_state = 'pending' and review.to_state in ('approved', 'rejected')
      and review.moved_at >= ${since}`;
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}
