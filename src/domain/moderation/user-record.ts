import type { ReportOutcome } from '../../db/moderation-tables.ts';
import type { Role } from '../../db/tables.ts';
import { lastDays } from '../../lib/day.ts';
import type { WithAdmins } from '../identity/grant-role.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** Somebody with an account, as moderators see them. */
export interface UserRecord {
  readonly userId: string;
  readonly name: string;
  /** When they signed in for the first time. */
  readonly createdAt: Date;
  readonly role: Role | null;
}

/** Finds a user with an account. */
export async function findUserRecord(
  { db: { sql }, admins }: WithDatabase & WithAdmins,
  userId: string,
): Promise<UserRecord | undefined> {
  const [user] = await sql<UserRecord[]>`
    select id as "userId", name, created_at as "createdAt", role from users where id = ${userId}`;
  return user && admins.has(userId) ? { ...user, role: 'admin' } : user;
}

/** A report that a user made, with what became of it. */
export interface MadeReport {
  readonly id: string;
  readonly botId: string;
  readonly botName: string;
  readonly category: string;
  readonly text: string;
  readonly createdAt: Date;
  /** Null while it is open. */
  readonly outcome: ReportOutcome | null;
}

/** The reports of a user: all of them counted, and the newest ones. */
export interface MadeReports {
  readonly open: number;
  readonly acted: number;
  readonly dismissed: number;
  readonly newest: readonly MadeReport[];
}

const MAX_REPORTS = 50;

/**
 * Reads the reports that a user made, newest first, at most fifty, without those of listings whose team the moderator
 * is on. Reports have no index by user: there are few.
 */
export async function listReportsOf(
  { db: { sql } }: WithDatabase,
  moderatorId: string,
  userId: string,
): Promise<MadeReports> {
  const ofOthers = sql`
    report.user_id = ${userId} and not exists (
      select from bot_owners own where own.bot_id = report.bot_id and own.user_id = ${moderatorId}
        and coalesce(own.accepted_at, own.reads_since) is not null)`;
  const [counts] = await sql<Omit<MadeReports, 'newest'>[]>`
    select count(*) filter (where closed_at is null)::int as open,
      count(*) filter (where outcome = 'acted')::int as acted,
      count(*) filter (where outcome = 'dismissed')::int as dismissed
    from reports report where ${ofOthers}`;
  const newest = await sql<MadeReport[]>`
    select report.id, report.bot_id as "botId", bots.name as "botName", report.category, report.text,
      report.created_at as "createdAt", report.outcome
    from reports report join bots on bots.id = report.bot_id
    where ${ofOthers} order by report.created_at desc, report.id limit ${MAX_REPORTS}`;
  return { open: 0, acted: 0, dismissed: 0, ...counts, newest };
}

/** The votes of a user in the last {@link VOTE_DAYS} days. */
export interface RecentVotes {
  /** Each day of UTC, oldest first. */
  readonly days: readonly { readonly day: string; readonly votes: number }[];
  /** The bots with the most votes of the user, at most five. */
  readonly bots: readonly { readonly botId: string; readonly name: string; readonly votes: number }[];
}

const VOTE_DAYS = 30;
/** A request has two seconds, and each bot is a look into the log of its votes. */
const MAX_BOTS = 200;
const MAX_FAVOURED = 5;

/**
 * Reads when a user voted lately, and for whom. The log of votes has no index by user, which would make each vote
 * slower: the windows name the bots, at most the last 200, and of each the votes of {@link VOTE_DAYS} days are read.
 */
export async function readVotesOf(
  { db: { sql }, now }: WithDatabase & WithClock,
  userId: string,
): Promise<RecentVotes> {
  const days = lastDays(now(), VOTE_DAYS);
  const since = new Date(`${days[0]}T00:00:00.000Z`);
  const rows = await sql<{ botId: string; name: string; day: string; votes: number }[]>`
    select bots.id as "botId", bots.name, cast_on.day, count(*)::int as votes
    from (
      select bot_id from vote_windows where user_id = ${userId} and voted_at >= ${since}
      order by voted_at desc limit ${MAX_BOTS}
    ) voted
    join bots on bots.id = voted.bot_id
    cross join lateral (
      select to_char(voted_at at time zone 'utc', 'YYYY-MM-DD') as day from votes
      where votes.bot_id = voted.bot_id and votes.user_id = ${userId} and votes.voted_at >= ${since}
    ) cast_on
    group by bots.id, bots.name, cast_on.day`;
  const perDay = new Map<string, number>();
  const perBot = new Map<string, { botId: string; name: string; votes: number }>();
  for (const { botId, name, day, votes } of rows) {
    perDay.set(day, (perDay.get(day) ?? 0) + votes);
    perBot.set(botId, { botId, name, votes: (perBot.get(botId)?.votes ?? 0) + votes });
  }
  return {
    days: days.map((day) => ({ day, votes: perDay.get(day) ?? 0 })),
    bots: [...perBot.values()].sort((one, other) => other.votes - one.votes).slice(0, MAX_FAVOURED),
  };
}
