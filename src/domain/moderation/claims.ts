import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { moderationClaims } from '../../db/moderation-tables.ts';
import { bots, users } from '../../db/tables.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { ClaimedError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** A claim ends by itself after this time, so that a moderator who leaves blocks nobody. */
const CLAIM_MS = 15 * 60_000;

/** A moderator works on a listing, and others should not. */
export interface ModerationClaim {
  readonly userId: string;
  /** Null when the moderator's account is erased. */
  readonly userName: string | null;
  readonly claimedUntil: Date;
}

type Needs = WithDatabase & WithClock;
type Transaction = Pick<Database['orm'], 'select' | 'insert'>;

/** Finds the claim of a listing that has not ended. */
export const findClaim = gathered(async ({ db, now }: Needs, botIds: readonly string[]) => {
  const rows = await db.sql<(ModerationClaim & { position: number })[]>`
    select key.position::int, claim.user_id as "userId", users.name as "userName",
      claim.claimed_until as "claimedUntil"
    from unnest((select ${[...botIds]}::text[])) with ordinality as key(bot_id, position)
    join moderation_claims claim on claim.bot_id = key.bot_id and claim.claimed_until > ${now()}
    left join users on users.id = claim.user_id`;
  return inOrder(botIds.length, rows);
});

/**
 * Claims a listing for fifteen minutes, or extends the moderator's own claim.
 *
 * @param takesOver whether to claim it also when it is another moderator's
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ClaimedError} when another moderator has claimed it
 */
export async function claimListing(
  services: Needs,
  moderatorId: string,
  botId: string,
  takesOver: boolean,
): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  const now = services.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  await services.db.orm.transaction(async (orm) => {
    const claim = await lockClaim(orm, botId, now);
    if (!takesOver) refuseClaimed(claim, moderatorId);
    const mine = { userId: moderatorId, claimedUntil: until };
    await orm
      .insert(moderationClaims)
      .values({ botId, ...mine })
      .onConflictDoUpdate({ target: moderationClaims.botId, set: mine });
  });
}

/**
 * Locks a listing until the end of the transaction. Claims and decisions do it first, so that each of them sees the
 * other one.
 *
 * @returns the claim of the listing that has not ended
 * @throws {NotFoundError} when there is no such listing
 */
async function lockClaim(orm: Transaction, botId: string, now: Date): Promise<ModerationClaim | undefined> {
  const [listing] = await orm
    .select({ id: bots.id })
    .from(bots)
    .where(eq(bots.id, botId))
    .for('no key update');
  if (!listing) throw new NotFoundError();
  const { userId, claimedUntil } = moderationClaims;
  const [claim] = await orm
    .select({ userId, userName: users.name, claimedUntil })
    .from(moderationClaims)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(moderationClaims.botId, botId), gt(claimedUntil, now)));
  return claim;
}

/** Ends the moderator's own claim. Another one's claim stays. */
export async function releaseListing(
  { db }: WithDatabase,
  moderatorId: string,
  botId: string,
): Promise<void> {
  await db.sql`delete from moderation_claims where bot_id = ${botId} and user_id = ${moderatorId}`;
}

/**
 * Refuses when another moderator works on the listing. Until the end of the transaction nobody can claim it.
 *
 * @param orm a transaction that has locked nothing yet
 * @throws {NotFoundError} when there is no such listing
 * @throws {ClaimedError} with the time at which the claim ends
 */
export async function lockUnclaimed(
  orm: Transaction,
  moderatorId: string,
  botId: string,
  now: Date,
): Promise<void> {
  refuseClaimed(await lockClaim(orm, botId, now), moderatorId);
}

/**
 * Ends the claim of a listing that was decided.
 *
 * @param orm may be a transaction
 */
export async function endClaim(orm: Pick<Database['orm'], 'delete'>, botId: string): Promise<void> {
  await orm.delete(moderationClaims).where(eq(moderationClaims.botId, botId));
}

function refuseClaimed(claim: ModerationClaim | undefined, moderatorId: string): void {
  if (!claim || claim.userId === moderatorId) return;
  throw new ClaimedError(claim.userName ?? claim.userId, claim.claimedUntil);
}
