import type { ListingState } from '../../db/tables.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { type ListingCard, listCards } from '../listing/card.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

const MAX_LOOK_ALIKES = 10;

const lookAlikeIds = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<{ botId: string; id: string }[]>`
    select key.id as "botId", alike.id
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(id)
    join bots present on present.id = key.id
    cross join lateral (
      select found.id, found.popularity from (
        select present.name union all
        select name from listing_texts where bot_id = present.id and name is not null
      ) as own
      cross join lateral (
        (select id, popularity from bots
          where state <> 'removed' and name_skeleton(name) = name_skeleton(own.name) and id <> present.id
          order by name_skeleton(name), popularity, id limit ${MAX_LOOK_ALIKES})
        union all
        (select bots.id, bots.popularity from listing_texts one join bots on bots.id = one.bot_id
          where one.name is not null and name_skeleton(one.name) = name_skeleton(own.name)
            and bots.id <> present.id and bots.state <> 'removed' limit ${MAX_LOOK_ALIKES})
      ) found
      group by found.id, found.popularity order by found.popularity, found.id limit ${MAX_LOOK_ALIKES}
    ) alike
    order by alike.popularity, alike.id`;
  return ofEach(botIds, rows).map((alike) => alike.map(({ id }) => id));
});

/**
 * Lists other listings whose names look like the name of this one: the same letters, or letters, digits and accents
 * that look like them. Names in other languages count, of both. The most popular ones come first, at most ten. Removed listings are left out.
 */
export async function listLookAlikes(services: WithDatabase, botId: string): Promise<ListingCard[]> {
  return listCards(services, await lookAlikeIds(services, botId));
}

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
              and move.to_state in ('rejected', 'suspended') and move.taken_down is null
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

/** A moderator's note about a listing. Its owners never see it. */
export interface ModerationNote {
  readonly id: string;
  readonly userId: string;
  /** Null when the moderator's account is erased. */
  readonly userName: string | null;
  readonly text: string;
  readonly createdAt: Date;
}

const TEXT_LENGTH = { min: 1, max: 2000 };
const MAX_NOTES = 100;

/** Lists the notes about a listing, newest first. */
export const listNotes = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<(ModerationNote & { botId: string })[]>`
    select note.bot_id as "botId", note.id, note.user_id as "userId", users.name as "userName", note.text,
      note.created_at as "createdAt"
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    cross join lateral (
      select * from moderation_notes where bot_id = key.bot_id order by id desc limit ${MAX_NOTES}
    ) note
    left join users on users.id = note.user_id
    order by note.id desc`;
  return ofEach(botIds, rows);
});

/**
 * Adds a note that only moderators read.
 *
 * @param text 1 to 2000 characters
 * @throws {InvalidInputError} when the text is empty or too long
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing has a hundred notes
 */
export async function addNote(
  services: WithDatabase & WithClock & WithRandom,
  moderatorId: string,
  botId: string,
  text: string,
): Promise<void> {
  const read = readBoundedText('note', text, TEXT_LENGTH);
  await requireForeignListing(services, moderatorId, botId);
  const now = services.now();
  await services.db.sql.begin(async (sql) => {
    // The lock makes concurrent calls wait, so that each one counts correctly.
    const [listing] = await sql`select from bots where id = ${botId} for no key update`;
    if (!listing) throw new NotFoundError();
    const added = await sql`
      insert into moderation_notes (id, bot_id, user_id, text, created_at)
      select ${newId(services, now)}::uuid, ${botId}, ${moderatorId}, ${read}, ${now}
      where (select count(*) from moderation_notes where bot_id = ${botId}) < ${MAX_NOTES}
      returning id`;
    if (added.length === 0) throw new ConflictError('notes.tooMany', { max: MAX_NOTES });
  });
}
