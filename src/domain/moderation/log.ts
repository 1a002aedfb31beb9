import type { Fragment } from 'postgres';
import { unionAll } from '../../db/fragments.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { PageRange } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** What a moderator has decided. */
export type LoggedKind =
  | 'approve'
  | 'reject'
  | 'suspend'
  | 'restore'
  | 'take_down'
  | 'edit_accepted'
  | 'edit_refused'
  | 'edit_reverted'
  | 'reports_acted'
  | 'reports_dismissed';

/** A decision of a moderator, as the log has it. */
export interface LoggedDecision {
  /** Names the decision; decisions of the same time are ordered by it. */
  readonly key: string;
  readonly kind: LoggedKind;
  readonly at: Date;
  readonly moderatorId: string;
  /** Null when the moderator's account is erased. */
  readonly moderatorName: string | null;
  readonly botId: string;
  readonly botName: string;
  readonly reason: string | null;
  /** The number of reports that it closed; 1 for everything else. */
  readonly count: number;
}

/** Which decisions an admin wants to see. What is absent is any. */
export interface LogFilter {
  readonly kind?: LoggedKind | null | undefined;
  readonly moderatorId?: string | null | undefined;
  readonly botId?: string | null | undefined;
  /** From this time on. */
  readonly from?: Date | null | undefined;
  /** Before this time. */
  readonly until?: Date | null | undefined;
}

/**
 * Lists what moderators have decided, newest first: moves of listings, pictures taken down, edits and closed reports.
 * Each of these is read from its own index by time, up to the limit of the page.
 *
 * @param range its cursors are those of {@link cursorOf}
 * @throws {InvalidInputError} when a cursor belongs to no log
 */
export async function listDecisions(
  { db }: WithDatabase,
  filter: LogFilter,
  { after, before, limit, inverted }: PageRange,
): Promise<LoggedDecision[]> {
  const { sql } = db;
  const [older, newer] = [after, before].map((cursor) => cursor && readCursor(cursor));
  const order = inverted ? sql`order by at asc, key asc` : sql`order by at desc, key desc`;
  const parts = partsOf(db).filter(({ kinds }) => !filter.kind || kinds.includes(filter.kind));
  const pages = parts.map(({ time, user, bot, columns, from }) => {
    // A condition on the time alone is what the index of the part is for.
    const conditions = sql`
      ${older ? sql`and ${time} <= ${older.at}` : sql``} ${newer ? sql`and ${time} >= ${newer.at}` : sql``}
      ${filter.from ? sql`and ${time} >= ${filter.from}` : sql``}
      ${filter.until ? sql`and ${time} < ${filter.until}` : sql``}
      ${filter.moderatorId ? sql`and ${user} = ${filter.moderatorId}` : sql``}
      ${filter.botId ? sql`and ${bot} = ${filter.botId}` : sql``}`;
    return sql`
      (select * from (select ${time} as at, ${user} as user_id, ${bot} as bot_id, ${columns} from ${from} ${conditions}) part
        where true ${filter.kind ? sql`and kind = ${filter.kind}` : sql``}
          ${older ? sql`and (at, key) < (${older.at}, ${older.key})` : sql``}
          ${newer ? sql`and (at, key) > (${newer.at}, ${newer.key})` : sql``}
        ${order} limit ${limit})`;
  });
  return sql<LoggedDecision[]>`
    select decision.key, kind, at, decision.user_id as "moderatorId", users.name as "moderatorName",
      decision.bot_id as "botId", bots.name as "botName", reason, count
    from (select * from (${unionAll(db, pages)}) every ${order} limit ${limit}) decision
    join bots on bots.id = decision.bot_id left join users on users.id = decision.user_id ${order}`;
}

/** A part of the log: its table, and what each entry has. */
interface Part extends Readonly<Record<'time' | 'user' | 'bot' | 'columns' | 'from', Fragment>> {
  readonly kinds: readonly LoggedKind[];
}

/** Where the log comes from. Keys of different parts have different first letters, and the order of their ids. */
function partsOf({ sql }: WithDatabase['db']): readonly Part[] {
  const keyOf = (letter: string, id: Fragment) => sql`(${letter}::text || ${id}) collate "C" as key`;
  return [
    {
      kinds: ['approve', 'reject', 'suspend', 'restore', 'take_down'],
      time: sql`moved_at`,
      user: sql`user_id`,
      bot: sql`bot_id`,
      columns: sql`${keyOf('m', sql`lpad(id::text, 19, '0')`)}, case
          when taken_down is not null then 'take_down' when to_state = 'rejected' then 'reject'
          when to_state = 'suspended' then 'suspend' when from_state = 'suspended' then 'restore' else 'approve'
        end as kind, reason, 1 as count`,
      from: sql`
        listing_moves where (to_state in ('approved', 'rejected', 'suspended') or taken_down is not null)`,
    },
    {
      kinds: ['edit_accepted', 'edit_refused', 'edit_reverted'],
      time: sql`decided_at`,
      user: sql`decided_by`,
      bot: sql`bot_id`,
      columns: sql`${keyOf('e', sql`lpad(id::text, 19, '0')`)}, 'edit_' || state as kind, reason, 1 as count`,
      from: sql`listing_edits where decided_at is not null`,
    },
    {
      kinds: ['reports_acted', 'reports_dismissed'],
      time: sql`report.closed_at`,
      user: sql`report.closed_by`,
      bot: sql`report.bot_id`,
      columns: sql`${keyOf('r', sql`report.id::text`)}, 'reports_' || report.outcome as kind, null as reason, (
          select count(*)::int from reports same where same.closed_at = report.closed_at and same.bot_id = report.bot_id
        ) as count`,
      // One entry for all that were closed together. An owner who removes a listing closes its reports, too.
      from: sql`
        reports report where report.closed_at is not null and not exists (
          select from reports same
          where same.closed_at = report.closed_at and same.bot_id = report.bot_id and same.id < report.id
        ) and not exists (
          select from listing_moves
          where bot_id = report.bot_id and moved_at = report.closed_at and to_state = 'removed'
        )`,
    },
  ];
}

/** The place of a decision in the log, opaque for clients. */
export function cursorOf({ at, key }: Pick<LoggedDecision, 'at' | 'key'>): string {
  return Buffer.from(`${at.getTime()}.${key}`).toString('base64url');
}

function readCursor(cursor: string): { readonly at: Date; readonly key: string } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, time, key] = /^(\d{1,14})\.([mer][\da-f-]{19,36})$/.exec(text) ?? [];
  if (time === undefined || key === undefined) throw new InvalidInputError('cursor.ofOtherList');
  return { at: new Date(Number(time)), key };
}
