import { createHash, hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Role, sessions } from '../../db/tables.ts';
import { DAY_MS } from '../../lib/day.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../kernel/needs.ts';
import { isLengthWithin } from '../kernel/text.ts';
import { requireUnblocked, restoreBlocks } from './blocks.ts';
import type { WithAdmins } from './grant-role.ts';

/** A session ends after this time without use… */
const IDLE_MS = 30 * DAY_MS;
/** …and at the latest this long after its start, so a stolen session does not last. In milliseconds. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** A session is renewed at most once in this time. Other uses write nothing. */
const RENEWAL_MS = DAY_MS;

/** The signed-in user of a session. */
export interface Session {
  readonly userId: string;
  readonly name: string;
  readonly role: Role | null;
  /** Whether they are told when they can vote again for any of the bots that they follow. */
  readonly remindsFavourites: boolean;
}

/** A person has a few devices. Who signs in more often ends the oldest sessions. */
const MAX_SESSIONS = 50;
const MAX_NAME = 100;

/** The form of an id: 32 bytes in base64url. */
const SESSION_ID = /^[\w-]{43}$/;

const SESSION_KEY = /^[\da-f]{64}$/;

const hashSessionId = (id: string) => createHash('sha256').update(id).digest();

/**
 * Returns the key of a session: the hash of its id in lower-case hexadecimal. Only the hash is stored.
 *
 * @returns undefined for a text that cannot be the id of a session
 */
export function keyOfSession(id: string): string | undefined {
  return SESSION_ID.test(id) ? hash('sha256', id) : undefined;
}

/**
 * Starts a session. Of more than fifty, the oldest end.
 *
 * @returns the id of the session, for the cookie; only its hash is stored
 * @throws {InvalidInputError} when the id is not an id of the chat platform, or the name is too long or
 *   not valid Unicode
 * @throws {BlockedError} when a moderator has blocked the user from signing in
 */
export async function startSession(
  services: WithDatabase & WithClock & WithRandom & WithSecrets,
  user: { id: string; name: string },
): Promise<string> {
  requireSnowflake(user.id, 'user');
  if (!user.name.isWellFormed() || user.name.includes('\0')) {
    throw new InvalidInputError('userName.notUnicode');
  }
  if (!isLengthWithin(user.name, 0, MAX_NAME))
    throw new InvalidInputError('userName.tooLong', { max: MAX_NAME });
  const id = services.randomBytes(32).toString('base64url');
  const now = services.now();
  await services.db.sql.begin(async (sql) => {
    // The row is locked before the block is read, as it is before one is made: no session outlives a block.
    const [stored] = await sql<{ isNew: boolean }[]>`
      insert into users (id, name, created_at) values (${user.id}, ${user.name}, ${now})
      on conflict (id) do update set name = excluded.name returning xmax = 0 as "isNew"`;
    // Only now: the account may have been erased while the statement waited for its row.
    if (stored?.isNew) await restoreBlocks({ sql, secrets: services.secrets }, user.id);
    await requireUnblocked({ sql, now: services.now }, user.id, 'sign_in');
    await sql`
      insert into sessions (id_hash, user_id, created_at, expires_at)
      values (${hashSessionId(id)}, ${user.id}, ${now}, ${new Date(now.getTime() + IDLE_MS)})`;
    // Sign-ins of a user wait for each other at the first statement.
    await sql`
      delete from sessions where id_hash in (
        select id_hash from sessions where user_id = ${user.id} and id_hash <> ${hashSessionId(id)}
        order by created_at desc, id_hash offset ${MAX_SESSIONS - 1})`;
  });
  return id;
}

interface StoredSession extends Session {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Finds sessions by their hashes in hexadecimal, which the driver encodes once. It encodes a bytea[] twice. */
const sessionOf = gathered(async ({ db }: WithDatabase, hashes: readonly string[]) => {
  const rows = await db.sql<(StoredSession & { position: number })[]>`
    select key.position::int, person.id as "userId", person.name, person.role,
      person.reminds_favourites as "remindsFavourites", session.created_at as "createdAt", session.expires_at as "expiresAt"
    from unnest((select ${hashes}::text[])) with ordinality as key(hash, position)
    join sessions session on session.id_hash = decode(key.hash, 'hex')
    join users person on person.id = session.user_id`;
  return inOrder(hashes.length, rows);
});

/**
 * Looks up a session and extends it.
 *
 * @returns the signed-in user; undefined when the session is unknown or has expired
 */
export async function findSession(
  services: WithDatabase & WithClock & WithAdmins,
  id: string,
): Promise<Session | undefined> {
  const { db, admins } = services;
  const now = services.now();
  const idHash = hashSessionId(id);
  const found = await sessionOf(services, idHash.toString('hex'));
  if (!found || found.expiresAt <= now) return undefined;
  const { createdAt, expiresAt, ...session } = found;
  const end = Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + SESSION_MAX_MS);
  if (end - expiresAt.getTime() >= RENEWAL_MS) {
    await db.orm
      .update(sessions)
      .set({ expiresAt: new Date(end) })
      .where(eq(sessions.idHash, idHash));
  }
  return admins.has(session.userId) ? { ...session, role: 'admin' } : session;
}

/** Ends a session. */
export async function endSession({ db }: WithDatabase, id: string): Promise<void> {
  await db.orm.delete(sessions).where(eq(sessions.idHash, hashSessionId(id)));
}

/** A session as its user sees it. Nothing is stored of the device or the address. */
export interface OwnSession {
  /** The key of the session: nobody can sign in with it. */
  readonly key: string;
  readonly startedAt: Date;
  /** When it ends if it is not used any more. */
  readonly endsAt: Date;
}

/** Lists the sessions of a user that have not ended. The newest comes first. */
export async function listSessions(
  { db, now }: WithDatabase & WithClock,
  userId: string,
): Promise<OwnSession[]> {
  return db.sql<OwnSession[]>`
    select encode(id_hash, 'hex') as key, created_at as "startedAt", expires_at as "endsAt" from sessions
    where user_id = ${userId} and expires_at > ${now()} order by created_at desc, id_hash`;
}

/**
 * Ends one session of a user. A session that has ended is no error.
 *
 * @param key as {@link listSessions} has it
 * @returns the number of ended sessions
 */
export async function endSessionByKey({ db }: WithDatabase, userId: string, key: string): Promise<number> {
  if (!SESSION_KEY.test(key)) return 0;
  const { count } = await db.sql`
    delete from sessions where user_id = ${userId} and encode(id_hash, 'hex') = ${key}`;
  return count;
}

/**
 * Ends the sessions of a user but one.
 *
 * @param key the key of the session that stays
 * @returns the number of sessions that had not expired yet
 */
export async function endOtherSessions(
  { db, now }: WithDatabase & WithClock,
  userId: string,
  key: string,
): Promise<number> {
  const ended = await db.sql<{ expiresAt: Date }[]>`
    delete from sessions where user_id = ${userId} and encode(id_hash, 'hex') <> ${key}
    returning expires_at as "expiresAt"`;
  return ended.filter(({ expiresAt }) => expiresAt > now()).length;
}

/**
 * Ends all sessions of a user.
 *
 * @returns the number of sessions that had not expired yet
 */
export async function endAllSessions({ db, now }: WithDatabase & WithClock, userId: string): Promise<number> {
  const ended = await db.orm
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ expiresAt: sessions.expiresAt });
  return ended.filter(({ expiresAt }) => expiresAt > now()).length;
}
