import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { type BlockKind, userBlocks } from '../../db/moderation-tables.ts';
import { sessions, users } from '../../db/tables.ts';
import { DAY_MS } from '../../lib/day.ts';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { type Block, hashUserId, isInForce, selectBlocks } from '../identity/blocks.ts';
import type { WithAdmins } from '../identity/grant-role.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId, requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../kernel/needs.ts';
import { readBoundedText, readOptionalText } from '../kernel/text.ts';
import { addNotices } from '../notices/add.ts';

const MAX_DAYS = 3650;

/** What a moderator decides about a user. */
export interface NewBlock {
  readonly kind: BlockKind;
  /** 10 to 500 characters, for the user. */
  readonly reason: string;
  /** When it ends by itself, at most ten years from now; null for good. */
  readonly endsAt: Date | null;
}

/**
 * Blocks a user from something, and tells them. A block from signing in ends all their sessions at once: whoever signs
 * in at the same time comes before it, and loses that session, or is refused.
 *
 * @throws {InvalidInputError} when id, reason or end is invalid
 * @throws {NotFoundError} when the user has never signed in
 * @throws {ForbiddenError} when the user has a role
 * @throws {ConflictError} when the user is blocked from this already
 */
export async function blockUser(
  services: WithDatabase & WithClock & WithRandom & WithSecrets & WithAdmins,
  moderatorId: string,
  userId: string,
  { kind, reason: text, endsAt }: NewBlock,
): Promise<Block> {
  requireSnowflake(userId, 'user');
  const reason = readBoundedText('reason', text, REASON_LENGTH);
  const now = services.now();
  if (endsAt && (endsAt <= now || endsAt.getTime() > now.getTime() + MAX_DAYS * DAY_MS)) {
    throw new InvalidInputError('block.end', { max: MAX_DAYS });
  }
  const userHash = await hashUserId({ sql: services.db.sql, secrets: services.secrets }, userId);
  const id = newId(services, now);
  await services.db.orm.transaction(async (orm) => {
    const [user] = await orm
      .select({ role: users.role })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (!user) throw new NotFoundError('user.neverSignedIn');
    if (user.role || services.admins.has(userId)) throw new ForbiddenError('block.team');
    // Close an expired block first: the unique index allows one open block per kind.
    await orm
      .update(userBlocks)
      .set({ liftedAt: sql`ends_at` })
      .where(and(openOf(userId, kind), lte(userBlocks.endsAt, now)));
    const made = await orm
      .insert(userBlocks)
      .values({ id, userId, userHash, kind, reason, endsAt, createdAt: now, createdBy: moderatorId })
      .onConflictDoNothing()
      .returning({ id: userBlocks.id });
    if (made.length === 0) throw new ConflictError('block.already');
    if (kind === 'sign_in') await orm.delete(sessions).where(eq(sessions.userId, userId));
    const data = { block: kind, reason, until: endsAt?.toISOString() };
    await addNotices(orm, { kind: 'user_blocked', subject: id, to: [userId], botId: null, data, at: now });
  });
  return readBlock(services, id);
}

const openOf = (userId: string, kind: BlockKind) =>
  and(eq(userBlocks.userId, userId), eq(userBlocks.kind, kind), isNull(userBlocks.liftedAt));

/** What a moderator decides about a block. */
export interface BlockReview {
  /** Whether the block ends now. Otherwise the appeal against it is declined. */
  readonly lifts: boolean;
  /** For the user, 10 to 500 characters. A declined appeal needs it. */
  readonly answer?: string | null | undefined;
}

/**
 * Lifts a block, which also answers an appeal against it, or declines the appeal. The user is told.
 *
 * @throws {NotFoundError} when there is no such block
 * @throws {ForbiddenError} when it is a block of the moderator, from before they got their role
 * @throws {InvalidInputError} when the answer is too short or too long, or missing with a declined appeal
 * @throws {ConflictError} when the block is over, or the declined appeal was answered or never made
 */
export async function reviewBlock(
  services: WithDatabase & WithClock,
  moderatorId: string,
  blockId: string,
  { lifts, ...given }: BlockReview,
): Promise<Block> {
  const answer = readOptionalText('answer', given.answer, REASON_LENGTH, !lifts);
  if (!isId(blockId)) throw new NotFoundError('block.notFound');
  const now = services.now();
  await services.db.orm.transaction(async (orm) => {
    // The notice below needs the row of the user, which an erasure also locks before the blocks.
    await orm
      .select({ id: users.id })
      .from(users)
      .innerJoin(userBlocks, eq(userBlocks.userId, users.id))
      .where(eq(userBlocks.id, blockId))
      .for('key share', { of: users });
    const [block] = await orm.select().from(userBlocks).where(eq(userBlocks.id, blockId)).for('update');
    if (!block) throw new NotFoundError('block.notFound');
    if (block.userId === moderatorId) throw new ForbiddenError('block.own');
    if (!isInForce(block, now)) throw new ConflictError('block.over');
    const hasAppeal = block.appealedAt !== null && block.answeredAt === null;
    if (!lifts && !hasAppeal) throw new ConflictError(block.appealedAt ? 'appeal.answered' : 'appeal.none');
    await orm
      .update(userBlocks)
      .set({
        ...(lifts && { liftedAt: now, liftedBy: moderatorId }),
        ...(hasAppeal && { answer: answer ?? null, answeredAt: now, answeredBy: moderatorId }),
      })
      .where(eq(userBlocks.id, blockId));
    await addNotices(orm, {
      kind: 'block_reviewed',
      // A block may be lifted after an appeal was declined.
      subject: `${blockId} ${lifts ? 'lifted' : 'declined'}`,
      to: [block.userId],
      botId: null,
      data: { block: block.kind, isLifted: lifts, reason: answer },
      at: now,
    });
  });
  return readBlock(services, blockId);
}

async function readBlock({ db: { sql } }: WithDatabase, id: string): Promise<Block> {
  const [block] = await sql<Block[]>`${selectBlocks(sql)} where block.id = ${id}`;
  if (!block) throw new NotFoundError('block.notFound');
  return block;
}

const MAX_APPEALS = 100;

/** The appeals that wait. A partial index has those of blocks that no moderator has lifted. */
const waiting = ({ db: { sql }, now }: WithDatabase & WithClock) => sql`
  block.appealed_at is not null and block.answered_at is null and block.lifted_at is null
  and (block.ends_at is null or block.ends_at > ${now()})`;

/** Lists the blocks whose appeals wait for a moderator, oldest appeal first, at most a hundred. */
export function listAppeals(services: WithDatabase & WithClock): Promise<Block[]> {
  const { sql } = services.db;
  return sql<Block[]>`
    ${selectBlocks(sql)} where ${waiting(services)} order by block.appealed_at, block.id limit ${MAX_APPEALS}`;
}

/** Counts them. */
export async function countAppeals(services: WithDatabase & WithClock): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select count(*)::int from user_blocks block where ${waiting(services)}`;
  return row?.count ?? 0;
}
