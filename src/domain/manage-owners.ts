import { and, asc, count, eq } from 'drizzle-orm';
import { botOwners, bots, users } from '../db/tables.ts';
import { InvalidInputError } from './errors.ts';
import type { Services } from './services.ts';
import { isSnowflake } from './snowflake.ts';

const MAX_CO_OWNERS = 10;

export interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
}

/** Who manages a listing, the owner first. */
export function listOwners({ db }: Pick<Services, 'db'>, botId: string): Promise<Owner[]> {
  return db.orm
    .select({ userId: users.id, name: users.name, isCoOwner: botOwners.isCoOwner })
    .from(botOwners)
    .innerJoin(users, eq(users.id, botOwners.userId))
    .where(eq(botOwners.botId, botId))
    .orderBy(asc(botOwners.isCoOwner), asc(users.name), asc(users.id));
}

/**
 * Lets another user manage the listing as well.
 *
 * @throws {InvalidInputError} when the user has never signed in or manages it already, or there are ten co-owners
 */
export async function addCoOwner({ db }: Pick<Services, 'db'>, botId: string, userId: string): Promise<void> {
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
      .values({ botId, userId, isCoOwner: true })
      .onConflictDoNothing()
      .returning({ userId: botOwners.userId });
    if (added.length === 0) throw new InvalidInputError('This user manages the listing already.');
  });
}

/**
 * A co-owner manages the listing no more.
 *
 * @throws {InvalidInputError} when the user is none of its co-owners
 */
export async function removeCoOwner(
  { db }: Pick<Services, 'db'>,
  botId: string,
  userId: string,
): Promise<void> {
  if (!isSnowflake(userId)) throw notCoOwner();
  const removed = await db.orm
    .delete(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, true)))
    .returning({ userId: botOwners.userId });
  if (removed.length === 0) throw notCoOwner();
}

function notCoOwner(): InvalidInputError {
  return new InvalidInputError('This user is no co-owner of the listing.');
}
