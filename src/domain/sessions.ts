import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { type Role, sessions, users } from '../db/tables.ts';
import { InvalidInputError } from './errors.ts';
import type { Services } from './services.ts';
import { isSnowflake } from './snowflake.ts';

/** In seconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60;

export interface Session {
  readonly userId: string;
  readonly name: string;
  readonly role: Role | null;
}

const hashSessionId = (id: string) => createHash('sha256').update(id).digest();

/**
 * Signs a user in.
 *
 * @returns the session's id for the cookie; only its hash is stored
 * @throws {InvalidInputError} when the id is none of the chat platform's, or the name no text
 */
export async function startSession(
  services: Pick<Services, 'db' | 'now' | 'randomBytes'>,
  user: { id: string; name: string },
): Promise<string> {
  if (!isSnowflake(user.id)) throw new InvalidInputError('A user id has 17 to 19 digits.');
  if (!user.name.isWellFormed() || user.name.includes('\0')) {
    throw new InvalidInputError('A name is valid Unicode text without NUL.');
  }
  const id = services.randomBytes(32).toString('base64url');
  const now = services.now();
  await services.db.orm.transaction(async (transaction) => {
    await transaction
      .insert(users)
      .values({ id: user.id, name: user.name, createdAt: now })
      .onConflictDoUpdate({ target: users.id, set: { name: user.name } });
    await transaction.delete(sessions).where(and(eq(sessions.userId, user.id), lte(sessions.expiresAt, now)));
    await transaction.insert(sessions).values({
      idHash: hashSessionId(id),
      userId: user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME * 1000),
    });
  });
  return id;
}

/** @returns who is signed in by this session, unless it has expired */
export async function findSession(
  { db, now, admins }: Pick<Services, 'db' | 'now' | 'admins'>,
  id: string,
): Promise<Session | undefined> {
  const [session] = await db.orm
    .select({ userId: users.id, name: users.name, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.idHash, hashSessionId(id)), gt(sessions.expiresAt, now())));
  return session && admins.has(session.userId) ? { ...session, role: 'admin' } : session;
}

/** Signs out. */
export async function endSession({ db }: Pick<Services, 'db'>, id: string): Promise<void> {
  await db.orm.delete(sessions).where(eq(sessions.idHash, hashSessionId(id)));
}
