import { InvalidInputError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { PageRange } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { type ListingCard, withCards } from '../listing/card.ts';

/** A listing that a moderator searched for. */
export interface FoundListing {
  readonly listing: ListingCard;
  /** Opaque for clients. */
  readonly cursor: string;
}

const SEARCH_LENGTH = { min: 1, max: 100 };
/** Users whose names begin alike, among whom owners are searched. */
const MAX_NAMESAKES = 500;

/**
 * Finds listings in every state: by application id, by the id of an owner or co-owner, or by the start
 * of their name or of an owner's. Lists are ordered by name.
 *
 * @throws {InvalidInputError} when the search is empty or too long, or a cursor belongs to no list
 */
export async function findListings(
  services: WithDatabase,
  search: string,
  { limit, inverted, ...range }: PageRange,
): Promise<FoundListing[]> {
  const { sql } = services.db;
  const text = readBoundedText('search', search, SEARCH_LENGTH);
  const direction = inverted ? sql`using ~>~` : sql`using ~<~`;
  const idDirection = inverted ? sql`desc` : sql`asc`;
  // These operators compare the bytes, as the index of names does.
  const beyond = (cursor: string | undefined, more: typeof direction, idMore: typeof direction) => {
    if (cursor === undefined) return sql``;
    const { name, id } = readCursor(cursor);
    return sql`
      and lower(bots.name) ${more}=~ ${name} and (lower(bots.name) ${more}~ ${name} or bots.id ${idMore} ${id})`;
  };
  const page = sql`
    ${beyond(range.after, sql`~>`, sql`>`)} ${beyond(range.before, sql`~<`, sql`<`)}
    order by lower(bots.name) ${direction}, bots.id ${idDirection} limit ${limit}`;
  const columns = sql`select bots.id, lower(bots.name) as key from`;
  const ofUsers = (users: typeof direction) => sql`
    ${columns} bot_owners owner join bots on bots.id = owner.bot_id
    where owner.accepted_at is not null and owner.user_id in (${users}) ${page}`;
  const rows = await sql<{ botId: string; key: string }[]>`
    select id as "botId", key from (
      (${
        isSnowflake(text)
          ? sql`${columns} bots where bots.id = ${text} ${page}`
          : sql`
            ${columns} bots where lower(bots.name) ~>=~ lower(${text})
              and lower(bots.name) ~<~ (lower(${text}) || chr(1114111)) ${page}`
      })
      union
      (${ofUsers(
        isSnowflake(text)
          ? sql`select ${text}::text`
          : sql`
            select id from users where lower(name) ~>=~ lower(${text}) and lower(name) ~<~ (lower(${text}) || chr(1114111))
            order by lower(name) using ~<~ limit ${MAX_NAMESAKES}`,
      )})
    ) found
    order by key ${direction}, id ${idDirection} limit ${limit}`;
  const found = await withCards(services, rows);
  return found.map(({ listing, key }) => ({ listing, cursor: writeCursor(key, listing.id) }));
}

function writeCursor(name: string, id: string): string {
  return Buffer.from(`${id}.${name}`).toString('base64url');
}

function readCursor(cursor: string): { readonly id: string; readonly name: string } {
  const [, id, name] =
    /^(\d{17,19})\.([^\0]{1,400})$/su.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined || name === undefined) {
    throw new InvalidInputError('cursor.invalid');
  }
  return { id, name };
}
