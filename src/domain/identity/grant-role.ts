import { asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { type Role, users } from '../../db/tables.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

export interface WithAdmins {
  /** Users who are admins because the configuration says so. */
  readonly admins: ReadonlySet<string>;
}

/** Somebody who decides what is listed. */
export interface TeamMember {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the configuration grants the role, so that nobody can take it away here. */
  readonly isConfigured: boolean;
}

/**
 * Gives a user a role or takes it away; in force from the user's next request.
 *
 * @param adminId who decides it
 * @param role null takes the role away
 * @throws {InvalidInputError} when the id is none of the chat platform's
 * @throws {NotFoundError} when the user has never signed in
 * @throws {ForbiddenError} when the configuration makes the user an admin
 */
export async function grantRole(
  { db, admins }: WithDatabase & WithAdmins,
  adminId: string,
  userId: string,
  role: Role | null,
): Promise<{ userId: string; name: string; role: Role | null }> {
  if (!isSnowflake(userId)) throw new InvalidInputError('A user id has 17 to 19 digits.');
  if (admins.has(userId) && role !== 'admin') {
    throw new ForbiddenError('The configuration makes this user an admin; it can only be changed there.');
  }
  const [user] = await db.orm
    .update(users)
    .set({ role, roleGrantedBy: role && adminId })
    .where(eq(users.id, userId))
    .returning({ userId: users.id, name: users.name, role: users.role });
  if (!user) throw new NotFoundError('This user has never signed in here.');
  return user;
}

/** Everybody with a role who has signed in once, by id. */
export async function listTeam({ db, admins }: WithDatabase & WithAdmins): Promise<TeamMember[]> {
  const rows = await db.orm
    .select({ userId: users.id, name: users.name, role: users.role })
    .from(users)
    .where(or(isNotNull(users.role), inArray(users.id, [...admins])))
    .orderBy(asc(users.id));
  return rows.flatMap(({ role, ...user }) => {
    const isConfigured = admins.has(user.userId);
    const held = isConfigured ? 'admin' : role;
    return held ? [{ ...user, role: held, isConfigured }] : [];
  });
}
