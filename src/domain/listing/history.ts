import type { TakenDown } from '../../db/moderation-tables.ts';
import type { ListingEventKind, ListingState, TeamRole } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { type PageRange, pageOf } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';

export type HistoryKind = ListingEventKind | 'moved' | 'taken_down';

/** What somebody did to a listing: an event, or a move of its state. */
export interface HistoryEntry {
  /** Its cursor. */
  readonly key: string;
  readonly kind: HistoryKind;
  /** Null for the operator of the service. */
  readonly userId: string | null;
  /** Null when the account is gone, too. */
  readonly userName: string | null;
  readonly otherId: string | null;
  readonly otherName: string | null;
  readonly role: TeamRole | null;
  readonly fields: readonly string[];
  /** Of a move. */
  readonly toState: ListingState | null;
  readonly takenDown: TakenDown | null;
  readonly reason: string | null;
  readonly happenedAt: Date;
}

const KEY = /^(\d{1,14})\.([em])\.(\d{1,15})$/;

/**
 * Lists what was done to a listing, newest first. Moves are read from their own table, so nothing is stored twice.
 *
 * @param withEarlier whether to include moves before the last take-over; only moderators may see them
 * @throws {InvalidInputError} when a cursor is not one of this list
 */
export async function listHistory(
  { db: { sql } }: WithDatabase,
  botId: string,
  withEarlier: boolean,
  range: PageRange,
): Promise<HistoryEntry[]> {
  const position = (key: string) => {
    const [, time, source, id] = KEY.exec(key) ?? [];
    if (!time || !source || !id) throw new InvalidInputError('cursor.ofOtherList');
    return sql`${new Date(Number(time))}::timestamptz, ${source}::text, ${id}::bigint`;
  };
  return sql<HistoryEntry[]>`
    with entry as (
      select 'm' as source, id, case when taken_down is null then 'moved' else 'taken_down' end as kind, user_id,
        null as other_id, null as role, '{}'::text[] as fields, to_state, taken_down, reason, moved_at as at
      from listing_moves
      where bot_id = ${botId} and (${withEarlier} or id >= coalesce((
        select max(id) from listing_moves where bot_id = ${botId} and votes_before is not null), 0))
      union all
      select 'e', id, kind, user_id, other_id, role, fields, null, null, null, happened_at
      from listing_events where bot_id = ${botId}
    )
    select concat_ws('.', (extract(epoch from at) * 1000)::bigint, source, entry.id) as key, kind,
      user_id as "userId", actor.name as "userName", other_id as "otherId", other.name as "otherName", entry.role,
      fields, to_state as "toState", taken_down as "takenDown", reason, at as "happenedAt"
    from entry left join users actor on actor.id = user_id left join users other on other.id = other_id
    where true ${pageOf(sql, [sql`at`, sql`source`, sql`entry.id`], range, position)}`;
}
