import { createHmac } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { Database } from '../../db/client.ts';
import type { BlockKind } from '../../db/moderation-tables.ts';
import { BlockedError, ConflictError, NotFoundError, UnauthenticatedError } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithSecrets } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { readPushKey } from '../notices/push-key.ts';

/** What a moderator has blocked a user from. */
export interface Block {
  readonly id: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly kind: BlockKind;
  /** Why, for the user. Empty when the account was erased since then. */
  readonly reason: string;
  readonly createdAt: Date;
  /** The moderator; null when their account is erased. */
  readonly createdByName: string | null;
  /** When it ends by itself; null for good. */
  readonly endsAt: Date | null;
  readonly liftedAt: Date | null;
  /** What the user wrote against it. */
  readonly appeal: string | null;
  readonly appealedAt: Date | null;
  /** What the moderator wrote back. */
  readonly answer: string | null;
  readonly answeredAt: Date | null;
}

/** Reads blocks with the names of user and moderator. A condition follows, on `block`. */
export const selectBlocks = (sql: WithSql['sql']) => sql`
  select block.id, block.user_id as "userId", person.name as "userName", block.kind, block.reason,
    block.created_at as "createdAt", maker.name as "createdByName", block.ends_at as "endsAt",
    case when block.lifted_by is not null then block.lifted_at end as "liftedAt", block.appeal,
    block.appealed_at as "appealedAt", block.answer, block.answered_at as "answeredAt"
  from user_blocks block left join users person on person.id = block.user_id
  left join users maker on maker.id = block.created_by`;

/** Whether a block is in force. The statement of votes has the same condition. */
export const isInForce = ({ liftedAt, endsAt }: Pick<Block, 'liftedAt' | 'endsAt'>, now: Date): boolean =>
  liftedAt === null && (endsAt === null || endsAt > now);

/** Runs statements, in a transaction or not. */
interface WithSql {
  readonly sql: Database['sql'] | TransactionSql;
}

/** Finds the block that keeps a user from something now. It is one look by key. */
export async function findBlock(
  { sql, now }: WithSql & WithClock,
  userId: string,
  kind: BlockKind,
): Promise<Block | undefined> {
  const [block] = await sql<Block[]>`
    ${selectBlocks(sql)} where block.user_id = ${userId} and block.kind = ${kind} and block.lifted_at is null`;
  return block && isInForce(block, now()) ? block : undefined;
}

/**
 * Requires that no moderator has blocked a user from something.
 *
 * @throws {BlockedError} with reason and end
 */
export async function requireUnblocked(
  services: WithSql & WithClock,
  userId: string,
  kind: BlockKind,
): Promise<void> {
  const block = await findBlock(services, userId, kind);
  if (block) throw new BlockedError(block.kind, block.reason, block.endsAt);
}

/** Lists all blocks of a user, newest first. */
export function listBlocks({ db: { sql } }: WithDatabase, userId: string): Promise<Block[]> {
  return sql<Block[]>`${selectBlocks(sql)} where block.user_id = ${userId} order by block.id desc`;
}

const APPEAL_LENGTH = { min: 20, max: 1000 };

/**
 * Appeals against a block of one's own, once.
 *
 * @param text 20 to 1000 characters
 * @throws {NotFoundError} when the user has no such block
 * @throws {InvalidInputError} when the text is too short or too long
 * @throws {ConflictError} when the block is over, or the user has appealed before
 */
export async function appealBlock(
  services: WithDatabase & WithClock,
  userId: string,
  blockId: string,
  text: string,
): Promise<Block> {
  if (!isId(blockId)) throw new NotFoundError('block.notFound');
  const appeal = readBoundedText('appeal', text, APPEAL_LENGTH);
  const { sql } = services.db;
  const now = services.now();
  const { count } = await sql`
    update user_blocks set appeal = ${appeal}, appealed_at = ${now}
    where id = ${blockId} and user_id = ${userId} and appealed_at is null and lifted_at is null
      and (ends_at is null or ends_at > ${now})`;
  const [block] = await sql<Block[]>`
    ${selectBlocks(sql)} where block.id = ${blockId} and block.user_id = ${userId}`;
  if (!block) throw new NotFoundError('block.notFound');
  if (count === 0) throw new ConflictError(block.appealedAt ? 'appeal.already' : 'block.over');
  return block;
}

/** The owner of the sealed keys below. No other sealed value is accepted. */
const APPEAL = 'appeal';
/** How long somebody who cannot sign in may write an appeal, in seconds. */
export const APPEAL_SECONDS = 900;

/**
 * Makes a key for a user who has just shown at the sign-in who they are, and may not sign in: they see their block and
 * appeal with it, and nothing else. It is sealed, so nothing is stored, and it ends after {@link APPEAL_SECONDS}.
 */
export function makeAppealKey({ secrets, now }: WithSecrets & WithClock, userId: string): string {
  const endsAt = now().getTime() + APPEAL_SECONDS * 1000;
  return secrets.seal(JSON.stringify({ userId, endsAt }), APPEAL).toString('base64url');
}

/**
 * Reads such a key.
 *
 * @returns the id of the user
 * @throws {UnauthenticatedError} when it is no key, or too old
 */
export function readAppealKey({ secrets, now }: WithSecrets & WithClock, key: string): string {
  let read: { readonly userId: string; readonly endsAt: number } | undefined;
  try {
    read = JSON.parse(secrets.open(Buffer.from(key, 'base64url'), APPEAL));
  } catch {
    // Not a key that this service made.
  }
  if (!read || read.endsAt <= now().getTime()) throw new UnauthenticatedError('appeal.tooLate');
  return read.userId;
}

/**
 * The keyed hash that takes the place of a user's id when the account is erased. Its key comes from the private key of
 * pushes: that is the one secret in the database that stays when the key of the configuration is replaced.
 *
 * @throws when the key that seals it is missing here
 */
export async function hashUserId({ sql, secrets }: WithSql & WithSecrets, userId: string): Promise<string> {
  const { privateKey } = await readPushKey({ db: { sql }, secrets });
  return createHmac('sha256', privateKey).update(`blocked user ${userId}`).digest('hex');
}

/**
 * Gives a user the blocks back that they had before their account was erased. Where no erased user is blocked, it is
 * one statement.
 */
export async function restoreBlocks(services: WithSql & WithSecrets, userId: string): Promise<void> {
  const { sql } = services;
  const kept = await sql`select from user_blocks where user_id = user_hash limit 1`;
  if (kept.length === 0) return;
  const hash = await hashUserId(services, userId);
  await sql`update user_blocks set user_id = ${userId} where user_id = ${hash}`;
}
