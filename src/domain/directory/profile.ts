import { and, asc, desc, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { botOwners, botStats, bots, users } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { type Listing, listingColumns } from '../listing/read.ts';

/** A user with public listings. */
export interface Profile {
  readonly userId: string;
  readonly name: string;
}

type Db = WithDatabase;

/**
 * Finds the public profile of a user.
 *
 * @returns undefined for a user who manages no approved listing, so voters and invited users stay private
 */
export async function findProfile({ db }: Db, userId: string): Promise<Profile | undefined> {
  if (!isSnowflake(userId)) return undefined;
  const [profile] = await db.orm
    .select({ userId: users.id, name: users.name })
    .from(users)
    .innerJoin(botOwners, eq(botOwners.userId, users.id))
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(users.id, userId), eq(bots.state, 'approved'), isNotNull(botOwners.acceptedAt)))
    .limit(1);
  return profile;
}

/**
 * Lists the approved listings of a user, ordered by id. The newest application comes about first.
 *
 * @param range a page; its cursors are ids
 * @throws {InvalidInputError} when a cursor is not an id
 */
export function listPublicOf(
  { db }: Db,
  userId: string,
  range: { limit: number; after?: string | undefined; before?: string | undefined; inverted: boolean },
): Promise<Listing[]> {
  const { after, before } = range;
  if (![after, before].every((cursor) => cursor === undefined || isSnowflake(cursor))) {
    throw new InvalidInputError('cursor.ofOtherList');
  }
  return db.orm
    .select(listingColumns)
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .leftJoin(botStats, eq(botStats.botId, bots.id))
    .where(
      and(
        eq(botOwners.userId, userId),
        eq(bots.state, 'approved'),
        isNotNull(botOwners.acceptedAt),
        after === undefined ? undefined : lt(botOwners.botId, after),
        before === undefined ? undefined : gt(botOwners.botId, before),
      ),
    )
    .orderBy(range.inverted ? asc(botOwners.botId) : desc(botOwners.botId))
    .limit(range.limit);
}
