import { asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { type Role, users } from '../../db/tables.ts';
import { ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** The admins of the configuration. */
export interface WithAdmins {
  /** Ids of the users whom the configuration makes admins. */
  readonly admins: ReadonlySet<string>;
}

/** A user with a role. */
export interface TeamMember {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the configuration grants the role. Such a role cannot be removed here. */
  readonly isConfigured: boolean;
  /** Who granted the role here: the id of an admin, or a name such as `the command line`. */
  readonly grantedBy: string | null;
}

/**
 * Sets or removes the role of a user. It applies from the user's next request.
 *
 * @param adminId the admin who makes the change, or a name for an operator who makes it
 * @param role null removes the role
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 * @throws {NotFoundError} when the user has never signed in
 * @throws {ForbiddenError} when the configuration makes the user an admin
 */
export async function grantRole(
  { db, admins }: WithDatabase & WithAdmins,
  adminId: string,
  userId: string,
  role: Role | null,
): Promise<{ userId: string; name: string; role: Role | null }> {
  requireSnowflake(userId, 'user');
  if (admins.has(userId) && role !== 'admin') {
    throw new ForbiddenError('role.fromConfiguration');
  }
  const [user] = await db.orm
    .update(users)
    .set({ role, roleGrantedBy: role && adminId })
    .where(eq(users.id, userId))
    .returning({ userId: users.id, name: users.name, role: users.role });
  if (!user) throw new NotFoundError('user.neverSignedIn');
  return user;
}

/** Lists the users with a role who have signed in at least once, by id. */
export async function listTeam({ db, admins }: WithDatabase & WithAdmins): Promise<TeamMember[]> {
  const rows = await db.orm
    .select({ userId: users.id, name: users.name, role: users.role, grantedBy: users.roleGrantedBy })
    .from(users)
    .where(or(isNotNull(users.role), inArray(users.id, [...admins])))
    .orderBy(asc(users.id));
  return rows.flatMap(({ role, ...user }) => {
    const isConfigured = admins.has(user.userId);
    const held = isConfigured ? 'admin' : role;
    return held ? [{ ...user, role: held, isConfigured }] : [];
  });
}
