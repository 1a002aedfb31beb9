import { DAY_MS, HOUR_MS } from '../../lib/day.ts';
import { snowflakeTime } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** What about the votes for a bot a moderator should look at. It is no verdict, and nothing follows from it by itself. */
export type SignalKind = 'new_accounts' | 'shared_voters' | 'one_address' | 'even_gaps';

/** Somebody whose votes belong to a signal. */
export interface SignalVoter {
  readonly userId: string;
  readonly name: string | null;
  /** When they first signed in; null without an account here. */
  readonly firstSignInAt: Date | null;
  /** The number of their votes in the signal. */
  readonly votes: number;
}

/** A signal with its figures. */
export interface VoteSignal {
  readonly kind: SignalKind;
  /** The times of its first vote, and just after its last one. */
  readonly from: Date;
  readonly until: Date;
  readonly voters: readonly SignalVoter[];
  /** The voters that these are compared with: those of the hour, of both bots, of the day, or of the bot. */
  readonly outOf: number;
  /** Of new accounts: their usual share; null when there were too few other voters to tell. */
  readonly usualShare: number | null;
  /** Of even gaps: the usual gap. */
  readonly gapSeconds: number | null;
  /** Of shared voters: the other bot. */
  readonly other: { readonly botId: string; readonly name: string } | null;
}

/** The signals are about so many days, and of them at most so many of the newest votes. */
const DAYS = 7;
const MAX_VOTES = 5000;
/** Signals of a kind, with the most voters first. */
const MAX_SIGNALS = 5;
/** Fewer voters happen by chance. */
const MIN_VOTERS = 10;
const NEW_MS = 7 * DAY_MS;
/** An hour stands out when at least half of its voters are new, and three times as many as in other hours. */
const MIN_SHARE = 0.5;
const TIMES_USUAL = 3;
/** So many other voters make a usual share. */
const MIN_USUAL_VOTERS = 20;
const TOGETHER_MS = 5 * 60_000;
/** The shared voters among all voters of both bots. Two popular bots that stand side by side share far fewer. */
const MIN_OVERLAP = 0.3;
const GAP_TOLERANCE_MS = 30_000;
const MIN_GAPS = 6;
/** A family votes from one address, too. */
const MIN_AT_ADDRESS = 5;
const NEXT_AT_ADDRESS_MS = 60_000;

interface CountingVote {
  readonly userId: string;
  readonly votedAt: Date;
  readonly name: string | null;
  readonly firstSignInAt: Date | null;
  /** Of the votes of the last day: the keyed hash of the address. */
  readonly addressHash: string | null;
}

/**
 * Finds what stands out among the votes for a bot in the last seven days, at most the newest 5000. Voided votes are left
 * out. It reads when somebody asks: the log of the bot by its key, and the windows of its voters by theirs.
 */
export async function findVoteSignals(
  services: WithDatabase & WithClock,
  botId: string,
): Promise<VoteSignal[]> {
  const { sql } = services.db;
  const since = new Date(services.now().getTime() - DAYS * DAY_MS);
  const votes = await sql<CountingVote[]>`
    select vote.user_id as "userId", vote.voted_at as "votedAt", users.name, users.created_at as "firstSignInAt",
      address_hash as "addressHash"
    from (
      select user_id, voted_at from votes
      where bot_id = ${botId} and voted_at >= ${since} and voiding_id is null
        and voted_at >= (select owned_since from bots where id = ${botId})
      order by voted_at desc limit ${MAX_VOTES}
    ) vote left join users on users.id = vote.user_id
    left join vote_addresses address
      on address.bot_id = ${botId} and address.user_id = vote.user_id and address.voted_at = vote.voted_at`;
  const shared = await findShared(services, botId, since, votes);
  return [...findBursts(votes), ...shared, ...findOneAddress(votes), ...findEvenGaps(votes)];
}

/** A signal about votes for a bot that a user also voted for. */
export interface SignalOfUser {
  readonly botId: string;
  readonly botName: string;
  readonly signal: VoteSignal;
}

/** The page of a user asks for so many bots. Each costs as much as the page of that bot. */
const BOTS_OF_USER = 3;

/** Finds the signals that a user is part of, among the bots that they voted for last. */
export async function findSignalsOf(
  services: WithDatabase & WithClock,
  userId: string,
): Promise<SignalOfUser[]> {
  const since = new Date(services.now().getTime() - DAYS * DAY_MS);
  const bots = await services.db.sql<{ botId: string; botName: string }[]>`
    select bots.id as "botId", bots.name as "botName" from vote_windows last join bots on bots.id = last.bot_id
    where last.user_id = ${userId} and last.voted_at >= ${since} order by last.voted_at desc limit ${BOTS_OF_USER}`;
  const found = await Promise.all(
    bots.map(async (bot) => {
      const signals = await findVoteSignals(services, bot.botId);
      return signals
        .filter(({ voters }) => voters.some((voter) => voter.userId === userId))
        .map((signal) => ({ ...bot, signal }));
    }),
  );
  return found.flat();
}

/** The age of an account when it voted: by its id, which the chat platform made, or by its first sign-in here. */
const AGES = {
  id: ({ userId, votedAt }: CountingVote) => votedAt.getTime() - snowflakeTime(userId).getTime(),
  signIn: ({ firstSignInAt, votedAt }: CountingVote) =>
    firstSignInAt ? votedAt.getTime() - firstSignInAt.getTime() : Number.POSITIVE_INFINITY,
};

/** Hours with many voters whose accounts are new, here or on the chat platform. */
function findBursts(votes: readonly CountingVote[]): VoteSignal[] {
  const hours = Map.groupBy(votes, ({ votedAt }) => Math.floor(votedAt.getTime() / HOUR_MS));
  const found = new Map<number, VoteSignal>();
  for (const [measure, ageOf] of Object.entries(AGES)) {
    const isNew = (vote: CountingVote) => ageOf(vote) < NEW_MS;
    const shareOf = (some: readonly CountingVote[]) => votersOf(some.filter(isNew)) / votersOf(some);
    const [busy, quiet]: [number[], CountingVote[]] = [[], []];
    for (const [hour, inHour] of hours) {
      const stands = votersOf(inHour.filter(isNew)) >= MIN_VOTERS && shareOf(inHour) >= MIN_SHARE;
      if (stands) busy.push(hour);
      else quiet.push(...inHour);
    }
    const usualShare = votersOf(quiet) >= MIN_USUAL_VOTERS ? shareOf(quiet) : null;
    // Everybody is new here when a bot brings its users to this site: only a change of that says something.
    if (usualShare === null && measure === 'signIn') continue;
    for (const hour of busy) {
      const inHour = hours.get(hour) ?? [];
      if (found.has(hour) || shareOf(inHour) < TIMES_USUAL * (usualShare ?? 0)) continue;
      found.set(hour, signalOf('new_accounts', inHour.filter(isNew), votersOf(inHour), { usualShare }));
    }
  }
  return mostVoters([...found.values()]);
}

/** Voters whose votes come with the same gap again and again, as those of a program do. */
function findEvenGaps(votes: readonly CountingVote[]): VoteSignal[] {
  const even: CountingVote[] = [];
  const gapsFound: number[] = [];
  for (const own of Map.groupBy(votes, ({ userId }) => userId).values()) {
    const times = own.map(({ votedAt }) => votedAt.getTime()).sort((one, other) => one - other);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const median = medianOf(gaps);
    if (gaps.filter((gap) => Math.abs(gap - median) <= GAP_TOLERANCE_MS).length < MIN_GAPS) continue;
    even.push(...own);
    gapsFound.push(median);
  }
  if (even.length === 0) return [];
  const gapSeconds = Math.round(medianOf(gapsFound) / 1000);
  return [signalOf('even_gaps', even, votersOf(votes), { gapSeconds })];
}

/** Users who voted from one address, each within a minute after the one before. */
function findOneAddress(votes: readonly CountingVote[]): VoteSignal[] {
  const addressed = votes.filter(({ addressHash }) => addressHash !== null);
  const found: VoteSignal[] = [];
  for (const own of Map.groupBy(addressed, ({ addressHash }) => addressHash).values()) {
    const series: CountingVote[][] = [];
    for (const vote of own.toSorted((one, other) => one.votedAt.getTime() - other.votedAt.getTime())) {
      const before = series.at(-1)?.at(-1);
      const isNext =
        before !== undefined && vote.votedAt.getTime() - before.votedAt.getTime() <= NEXT_AT_ADDRESS_MS;
      if (isNext) series.at(-1)?.push(vote);
      else series.push([vote]);
    }
    const long = series.filter((some) => votersOf(some) >= MIN_AT_ADDRESS);
    found.push(...long.map((some) => signalOf('one_address', some, votersOf(addressed), {})));
  }
  return mostVoters(found);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Other bots that share an unusual part of the voters, who voted for both within minutes. */
async function findShared(
  { db: { sql } }: WithDatabase,
  botId: string,
  since: Date,
  votes: readonly CountingVote[],
): Promise<VoteSignal[]> {
  // The newest vote of each: that is the one whose window is compared.
  const last = new Map(votes.toReversed().map((vote) => [vote.userId, vote]));
  if (last.size < MIN_VOTERS) return [];
  const rows = await sql<{ botId: string; name: string; userIds: string[]; voters: number }[]>`
    with shared as materialized (
      select other.bot_id, array_agg(other.user_id) as user_ids
      from unnest(
        (select ${[...last.keys()]}::text[]),
        (select ${[...last.values()].map(({ votedAt }) => votedAt.toISOString())}::text[])
      ) as voter(user_id, voted_at)
      join vote_windows other on other.user_id = voter.user_id and other.bot_id <> ${botId}
        and abs(extract(epoch from other.voted_at - voter.voted_at::timestamptz)) <= ${TOGETHER_MS / 1000}::int
      group by 1 having count(*) >= ${MIN_VOTERS} order by count(*) desc limit ${2 * MAX_SIGNALS}
    )
    select shared.bot_id as "botId", bots.name, user_ids as "userIds", (
        select count(distinct user_id) from (
          select user_id from votes where bot_id = shared.bot_id and voted_at >= ${since}
          order by voted_at desc limit ${MAX_VOTES}
        ) newest
      )::int as voters
    from shared join bots on bots.id = shared.bot_id`;
  const signals = rows.flatMap(({ botId, name, userIds, voters }) => {
    const all = last.size + voters - userIds.length;
    if (userIds.length / all < MIN_OVERLAP) return [];
    // All of their votes: a voiding takes those that the signal shows.
    const users = new Set(userIds);
    const shared = votes.filter(({ userId }) => users.has(userId));
    return [signalOf('shared_voters', shared, all, { other: { botId, name } })];
  });
  return mostVoters(signals);
}

const votersOf = (votes: readonly CountingVote[]): number => new Set(votes.map(({ userId }) => userId)).size;

function mostVoters(signals: readonly VoteSignal[]): VoteSignal[] {
  return signals.toSorted((one, other) => other.voters.length - one.voters.length).slice(0, MAX_SIGNALS);
}

function signalOf(
  kind: SignalKind,
  votes: readonly CountingVote[],
  outOf: number,
  figures: Partial<Pick<VoteSignal, 'usualShare' | 'gapSeconds' | 'other'>>,
): VoteSignal {
  const times = votes.map(({ votedAt }) => votedAt.getTime());
  const voters = [...Map.groupBy(votes, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    name: own[0]?.name ?? null,
    firstSignInAt: own[0]?.firstSignInAt ?? null,
    votes: own.length,
  }));
  const [from, until] = [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)];
  return { kind, from, until, voters, outOf, usualShare: null, gapSeconds: null, other: null, ...figures };
}
