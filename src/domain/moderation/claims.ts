import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { moderationClaims } from '../../db/tables.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { ClaimedError, ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** A claim ends by itself after this time, so that a moderator who leaves blocks nobody. */
const CLAIM_MS = 15 * 60_000;

/** A moderator works on a listing, and others should not. */
export interface Claim {
  readonly userId: string;
  /** Null when the moderator's account is erased. */
  readonly userName: string | null;
  readonly claimedUntil: Date;
}

type Services = WithDatabase & WithClock;

const claimOf = gathered(async ({ db, now }: Services, botIds: readonly string[]) => {
  const rows = await db.sql<(Claim & { position: number })[]>`
    select key.position::int, claim.user_id as "userId", users.name as "userName",
      claim.claimed_until as "claimedUntil"
    from unnest((select ${[...botIds]}::text[])) with ordinality as key(bot_id, position)
    join moderation_claims claim on claim.bot_id = key.bot_id and claim.claimed_until > ${now()}
    left join users on users.id = claim.user_id`;
  return inOrder(
    botIds.length,
    rows.map(({ position, ...claim }) => [position, claim] as const),
  );
});

/** Finds the claim of a listing that has not ended. */
export function findClaim(services: Services, botId: string): Promise<Claim | undefined> {
  return claimOf(services, botId);
}

/**
 * Claims a listing for fifteen minutes, or extends the moderator's own claim.
 *
 * @param takesOver whether to take over the claim of another moderator
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ClaimedError} when another moderator has claimed it
 */
export async function claimListing(
  services: Services,
  moderatorId: string,
  botId: string,
  takesOver: boolean,
): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  const { sql } = services.db;
  const now = services.now();
  const claimed = await sql`
    insert into moderation_claims (bot_id, user_id, claimed_until)
    select id, ${moderatorId}, ${new Date(now.getTime() + CLAIM_MS)} from bots where id = ${botId}
    on conflict (bot_id) do update set user_id = excluded.user_id, claimed_until = excluded.claimed_until
    where ${takesOver} or moderation_claims.user_id = excluded.user_id or moderation_claims.claimed_until <= ${now}
    returning bot_id`;
  if (claimed.length > 0) return;
  const claim = await findClaim(services, botId);
  if (claim) throw claimedBy(claim);
  const [listing] = await sql`select from bots where id = ${botId}`;
  throw listing ? new ConflictError('claim.ended') : new NotFoundError();
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
 * Refuses when another moderator works on the listing.
 *
 * @throws {ClaimedError} with the time at which the claim ends
 */
export async function requireUnclaimed(
  services: Services,
  moderatorId: string,
  botId: string,
): Promise<void> {
  const claim = await findClaim(services, botId);
  if (claim && claim.userId !== moderatorId) throw claimedBy(claim);
}

/**
 * Ends the claim of a listing that was decided.
 *
 * @param orm may be a transaction
 */
export async function endClaim(orm: Pick<Database['orm'], 'delete'>, botId: string): Promise<void> {
  await orm.delete(moderationClaims).where(eq(moderationClaims.botId, botId));
}

function claimedBy({ userName, userId, claimedUntil }: Claim): ClaimedError {
  return new ClaimedError(userName ?? userId, claimedUntil);
}
