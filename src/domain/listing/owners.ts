import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { botOwners, bots, users } from '../../db/tables.ts';
import { gathered } from '../kernel/batch.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

const MAX_CO_OWNERS = 10;

export interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
  /** False for somebody who is only invited. */
  readonly isAccepted: boolean;
}

const ownersOf = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; withInvited: boolean }[]) => {
    const rows = await db.orm
      .select({
        botId: botOwners.botId,
        owner: {
          userId: users.id,
          name: users.name,
          isCoOwner: botOwners.isCoOwner,
          isAccepted: sql<boolean>`${botOwners.acceptedAt} is not null`,
        },
      })
      .from(botOwners)
      .innerJoin(users, eq(users.id, botOwners.userId))
      .where(
        inArray(
          botOwners.botId,
          keys.map(({ botId }) => botId),
        ),
      )
      .orderBy(asc(botOwners.isCoOwner), asc(users.name), asc(users.id));
    const ofBots = Map.groupBy(rows, ({ botId }) => botId);
    return keys.map(({ botId, withInvited }): Owner[] => {
      const owners = ofBots.get(botId)?.map(({ owner }) => owner) ?? [];
      return withInvited ? owners : owners.filter(({ isAccepted }) => isAccepted);
    });
  },
);

/**
 * Who manages a listing, the owner first.
 *
 * @param withInvited whether those who have not accepted yet are among them, which is for managers to know
 */
export function listOwners(services: WithDatabase, botId: string, withInvited = false): Promise<Owner[]> {
  return ownersOf(services, { botId, withInvited });
}

/** A listing whose owner asks a user to manage it, too. */
export interface CoOwnerInvitation {
  readonly botId: string;
  readonly name: string;
}

/** What a user is asked to manage, by name. */
export function listInvitations({ db }: WithDatabase, userId: string): Promise<CoOwnerInvitation[]> {
  return db.orm
    .select({ botId: bots.id, name: bots.name })
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(botOwners.userId, userId), isNull(botOwners.acceptedAt), ne(bots.state, 'removed')))
    .orderBy(asc(bots.name), asc(bots.id));
}

/**
 * Invites another user to manage the listing as well. Until they accept, they have no right to it, nor does the public
 * read their name with it: nobody is to lose a moderator's say, or be named, unasked.
 *
 * @throws {InvalidInputError} when the user has never signed in, or manages it or is invited already, or ten others are
 */
export async function addCoOwner({ db }: WithDatabase, botId: string, userId: string): Promise<void> {
  // What is no id may hold characters that PostgreSQL does not take.
  const [user] = isSnowflake(userId)
    ? await db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId))
    : [];
  if (!user) {
    throw new InvalidInputError('This user has never signed in here: ask them to do that first.');
  }
  await db.orm.transaction(async (transaction) => {
    // One after another, so that each counts those before.
    await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
    const [coOwners] = await transaction
      .select({ count: count() })
      .from(botOwners)
      .where(and(eq(botOwners.botId, botId), eq(botOwners.isCoOwner, true)));
    if (coOwners && coOwners.count >= MAX_CO_OWNERS) {
      throw new InvalidInputError(`A listing has at most ${MAX_CO_OWNERS} co-owners.`);
    }
    const added = await transaction
      .insert(botOwners)
      .values({ botId, userId, isCoOwner: true, acceptedAt: null })
      .onConflictDoNothing()
      .returning({ userId: botOwners.userId });
    if (added.length === 0) {
      throw new InvalidInputError('This user manages the listing already, or is invited to.');
    }
  });
}

/**
 * Makes an invited user a co-owner.
 *
 * @throws {NotFoundError} when the user is not invited to manage a listing with this id
 */
export async function acceptCoOwnership(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const accepted = await db.orm
    .update(botOwners)
    .set({ acceptedAt: now() })
    .from(bots)
    .where(
      and(
        eq(botOwners.botId, botId),
        eq(botOwners.userId, userId),
        isNull(botOwners.acceptedAt),
        eq(bots.id, botOwners.botId),
        ne(bots.state, 'removed'),
      ),
    )
    .returning({ userId: botOwners.userId });
  if (accepted.length === 0) throw new NotFoundError();
}

/**
 * A co-owner manages the listing no more, or somebody who is invited will not.
 *
 * @throws {InvalidInputError} when the user is none of its co-owners, and not invited
 */
export async function removeCoOwner({ db }: WithDatabase, botId: string, userId: string): Promise<void> {
  if (!isSnowflake(botId) || !isSnowflake(userId)) throw notCoOwner();
  const removed = await db.orm
    .delete(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, true)))
    .returning({ userId: botOwners.userId });
  if (removed.length === 0) throw notCoOwner();
}

function notCoOwner(): InvalidInputError {
  return new InvalidInputError('This user is no co-owner of the listing.');
}
