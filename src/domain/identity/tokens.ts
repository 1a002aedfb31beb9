import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { apiTokens, botStats, bots } from '../../db/tables.ts';
import { createCache } from '../../lib/cache.ts';
import { createBatch, gathered, inOrder, isOneOf, ofEach } from '../kernel/batch.ts';
import { NotFoundError, UnauthenticatedError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { addNotices } from '../notices/add.ts';
import type { BotActor } from './actor.ts';
import { FINGERPRINT_DIGITS } from './fingerprint.ts';
import { requireStillManages } from './still-manages.ts';

const TOKEN = /^blt_[A-Za-z0-9_-]{43}$/;

/** @returns the SHA-256 of a token; only this hash is stored */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Returns the key of a token: its hash in lower-case hexadecimal. Statements find the token by it.
 *
 * @returns undefined for a text that cannot be a token
 */
export function keyOfToken(token: string): string | undefined {
  return TOKEN.test(token) ? hash('sha256', token) : undefined;
}

/**
 * Finds the bot that an API token belongs to (section 5 of the contract).
 *
 * @throws {UnauthenticatedError} when the token belongs to no listing
 */
export async function authenticateToken(services: TokenStatements, token: string): Promise<BotActor> {
  const tokenKey = keyOfToken(token);
  if (tokenKey === undefined) throw new UnauthenticatedError('token.invalid');
  const botId = await services.botOfToken(tokenKey);
  if (botId === undefined) throw new UnauthenticatedError('token.invalid');
  return { kind: 'bot', botId, tokenKey };
}

/** Looks up tokens. Concurrent requests share a statement. */
export interface TokenStatements {
  /**
   * @param tokenHash the SHA-256 of the token in lower-case hexadecimal
   * @returns the id of the bot; undefined when the token is unknown or the listing is removed
   */
  readonly botOfToken: (tokenHash: string) => Promise<string | undefined>;
  /**
   * Returns what `botOfToken` last found, without a statement. It may be out of date, so it allows nothing: whoever
   * uses it must verify the token in a later statement.
   *
   * @returns undefined when it found nothing, or has not been asked for a long time
   */
  readonly recallBot: (tokenHash: string) => string | undefined;
}

/** Of the tokens that a process remembers: about fifty thousand. */
const MAX_BYTES = 14 * 1024 * 1024;

/*
 * Makes the look-up of tokens. A single call uses a simple statement, which takes half the time of the batch
 * statement. Arrays of hashes are sent as hexadecimal text, because the driver encodes a bytea[] twice.
 */
export function createTokenStatements({ sql }: Pick<Database, 'sql'>): TokenStatements {
  const remembered = createCache<string>({ maxBytes: MAX_BYTES });
  const find = createBatch(async (hashes: readonly string[]) => {
    const [only] = hashes;
    if (hashes.length === 1 && only) {
      const rows = await sql<{ botId: string }[]>`
        select token.bot_id as "botId" from api_tokens token
        join bots on bots.id = token.bot_id and bots.state <> 'removed'
        where token.token_hash = decode(${only}, 'hex')`;
      return [rows[0]?.botId];
    }
    const rows = await sql<{ position: number; botId: string }[]>`
      select key.position::int, token.bot_id as "botId"
      from unnest((select ${hashes}::text[])) with ordinality as key(hash, position)
      join api_tokens token on token.token_hash = decode(key.hash, 'hex')
      join bots on bots.id = token.bot_id and bots.state <> 'removed'`;
    return inOrder(hashes.length, rows).map((found) => found?.botId);
  });
  return {
    async botOfToken(tokenHash) {
      const botId = await find(tokenHash);
      // An unknown token is forgotten, and `set` with undefined deletes.
      remembered.set(tokenHash, botId);
      return botId;
    },
    recallBot: (tokenHash) => remembered.get(tokenHash),
  };
}

/** What is known of the API token of a listing. */
export interface ApiToken {
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * A report is stored at once, other uses of the token a few minutes later: see {@link TokenUses}. A use before the token
 * was made was a use of another token.
 */
const lastUsedAt = sql<Date | null>`greatest(
  case when ${apiTokens.lastUsedAt} >= ${apiTokens.createdAt} then ${apiTokens.lastUsedAt} end,
  case when ${botStats.checkedInAt} >= ${apiTokens.createdAt} then ${botStats.checkedInAt} end
)`.mapWith(apiTokens.lastUsedAt);

const fingerprint = sql<string>`left(encode(${apiTokens.tokenHash}, 'hex'), ${FINGERPRINT_DIGITS}::int)`;

/** Finds the API token of a listing. */
export const findToken = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.orm
    .select({ botId: apiTokens.botId, fingerprint, createdAt: apiTokens.createdAt, lastUsedAt })
    .from(apiTokens)
    .leftJoin(botStats, eq(botStats.botId, apiTokens.botId))
    .where(isOneOf(apiTokens.botId, botIds));
  return ofEach(botIds, rows).map(([token]): ApiToken | undefined => token);
});

/**
 * Creates the API token of a listing. The previous token stops working immediately (section 5 of the contract), and the
 * other managers are told.
 *
 * @param userId the manager who wants it
 * @returns the token. Only its hash is stored, so it can be shown only now.
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function generateToken(
  services: WithDatabase & WithClock & WithRandom,
  botId: string,
  userId?: string,
): Promise<{ token: string; createdAt: Date }> {
  const token = newToken(services);
  const at = services.now();
  const row = { tokenHash: hashToken(token), createdAt: at };
  const notice = { kind: 'token_changed', to: 'managers', botId, data: {}, at } as const;
  await services.db.orm.transaction(async (orm) => {
    if (userId) await requireStillManages(orm, botId, userId);
    await orm
      .insert(apiTokens)
      .values({ botId, ...row })
      .onConflictDoUpdate({ target: apiTokens.botId, set: row });
    await noteEvent(orm, { botId, kind: 'token_made', userId, at });
    if (userId) await addNotices(orm, { ...notice, actorId: userId });
  });
  return { token, createdAt: row.createdAt };
}

/**
 * Replaces the API token of a listing that has one, in the transaction of the act that makes it necessary.
 *
 * @returns the new token, which can be shown only now; null without an earlier one
 */
export async function replaceToken(
  services: WithRandom,
  orm: Pick<Database['orm'], 'update'>,
  botId: string,
  at: Date,
): Promise<string | null> {
  const token = newToken(services);
  const replaced = await orm
    .update(apiTokens)
    .set({ tokenHash: hashToken(token), createdAt: at })
    .where(eq(apiTokens.botId, botId))
    .returning({ botId: apiTokens.botId });
  return replaced.length > 0 ? token : null;
}

/** Makes a random API token. Its prefix lets secret scanners find it. */
export function newToken({ randomBytes }: WithRandom): string {
  return `blt_${randomBytes(32).toString('base64url')}`;
}

/**
 * Revokes the API token of a listing. Every process verifies tokens in the database, so the bot's next request gets 401
 * (section 5 of the contract). An owner can generate a new token.
 *
 * @returns whether the listing had a token
 * @throws {InvalidInputError} when `botId` is not an id of the chat platform
 * @throws {NotFoundError} when there is no such listing
 */
export async function revokeToken({ db, now }: WithDatabase & WithClock, botId: string): Promise<boolean> {
  requireSnowflake(botId, 'bot');
  const isRevoked = await db.orm.transaction(async (orm) => {
    const { count } = await orm.delete(apiTokens).where(eq(apiTokens.botId, botId));
    if (count > 0) await noteEvent(orm, { botId, kind: 'token_revoked', at: now() });
    return count > 0;
  });
  if (isRevoked) return true;
  const listed = await db.orm.select({ id: bots.id }).from(bots).where(eq(bots.id, botId));
  if (listed.length === 0) throw new NotFoundError();
  return false;
}

/** Longer intervals write less, but an owner waits longer to see a token in use. */
export const USES_STORED_EVERY_MS = 5 * 60_000;

/** Notes when tokens are used. Calls cost no statement: the times of all tokens are stored together, now and then. */
export interface TokenUses {
  /**
   * Notes a call with a token.
   *
   * @param tokenHash the SHA-256 of the token in lower-case hexadecimal
   */
  readonly noteUse: (tokenHash: string) => void;
  /**
   * Stores what was noted since the last call, in one statement. A token that was replaced meanwhile is left out.
   *
   * @throws when the database does not respond; the next call stores it then
   */
  readonly storeUses: () => Promise<void>;
}

/** Makes the notes of one process. Their number is limited by the number of tokens. */
export function createTokenUses({ sql }: Pick<Database, 'sql'>, now: WithClock['now']): TokenUses {
  let noted = new Map<string, Date>();
  return {
    noteUse: (tokenHash) => noted.set(tokenHash, now()),
    async storeUses() {
      const uses = noted;
      if (uses.size === 0) return;
      noted = new Map();
      try {
        // Another process may store the same tokens now. So rows are locked in order, and locked rows are left out.
        await sql`
          with used as materialized (
            select token.bot_id, use.at
            from unnest(${[...uses.keys()]}::text[], ${[...uses.values()].map((at) => at.toISOString())}::text[])
              as written(hash, at)
            cross join lateral (select written.at::timestamptz as at) use
            join api_tokens token on token.token_hash = decode(written.hash, 'hex')
            where token.last_used_at is null or token.last_used_at < use.at
            order by token.bot_id
            for no key update of token skip locked
          )
          update api_tokens set last_used_at = used.at from used where api_tokens.bot_id = used.bot_id`;
      } catch (error) {
        noted = new Map([...uses, ...noted]);
        throw error;
      }
    },
  };
}
