import type { ListingState } from '../../db/tables.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** A rejection or suspension of a listing. */
export interface Setback {
  readonly botId: string;
  readonly botName: string;
  readonly state: Extract<ListingState, 'rejected' | 'suspended'>;
  readonly reason: string | null;
  readonly movedAt: Date;
}

/** What a moderator should know of a user who manages a listing. */
export interface OwnerRecord {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
  /** The number of listings that the user manages, without removed ones; at most 100. */
  readonly listings: number;
  /** How many of them are public. */
  readonly publicListings: number;
  /** The last ten rejections and suspensions of all listings of the user, newest first. */
  readonly setbacks: readonly Setback[];
}

/** A user with more listings has more than a moderator can read. */
const MAX_LISTINGS = 100;
const MAX_SETBACKS = 10;
/** Of each listing. Setbacks are among its last moves. */
const MAX_MOVES = 20;

interface Row extends Omit<OwnerRecord, 'setbacks'> {
  readonly botId: string;
  readonly setbacks: readonly (Omit<Setback, 'movedAt'> & { readonly movedAt: string })[] | null;
}

/** Reads the record of each owner of a listing, the owner first. */
export const listOwnerRecords = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<Row[]>`
    select owner.bot_id as "botId", owner.user_id as "userId", users.name, owner.is_co_owner as "isCoOwner",
      coalesce(managed.listings, 0)::int as listings, coalesce(managed.public, 0)::int as "publicListings",
      managed.setbacks
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    join bot_owners owner on owner.bot_id = key.bot_id and owner.accepted_at is not null
    join users on users.id = owner.user_id
    cross join lateral (
      select count(*) filter (where state <> 'removed') as listings, count(*) filter (where state = 'approved') as public,
        (
          select jsonb_agg(to_jsonb(setback) - 'id' order by id desc) from (
            select move.id, move.bot_id as "botId", bots.name as "botName", move.to_state as state, move.reason,
              move.moved_at as "movedAt"
            from bot_owners other join bots on bots.id = other.bot_id
            cross join lateral (
              select * from listing_moves where bot_id = other.bot_id order by id desc limit ${MAX_MOVES}
            ) move
            where other.user_id = owner.user_id and other.accepted_at is not null
              and move.to_state in ('rejected', 'suspended') and move.undone_at is null
            order by move.id desc limit ${MAX_SETBACKS}
          ) setback
        ) as setbacks
      from (
        select bots.state from bot_owners other join bots on bots.id = other.bot_id
        where other.user_id = owner.user_id and other.accepted_at is not null limit ${MAX_LISTINGS}
      ) managed
    ) managed
    order by owner.is_co_owner, users.name, users.id`;
  return ofEach(botIds, rows).map((owners): OwnerRecord[] =>
    owners.map(({ botId: _, setbacks, ...record }) => ({
      ...record,
      setbacks: (setbacks ?? []).map((setback) => ({ ...setback, movedAt: new Date(setback.movedAt) })),
    })),
  );
});
