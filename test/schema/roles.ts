import { newUserId, present, type useService } from '../contract/subject.ts';
import type { GraphQLAnswer } from '../support/service.ts';

type Subject = ReturnType<typeof useService>;
type Bot = ReturnType<Subject['bot']>;

export const ROLES = [
  'anonymous',
  'stranger',
  'owner',
  'coOwner',
  'invited',
  'moderator',
  'invitedModerator',
  'admin',
  'configuredAdmin',
  'owningAdmin',
  'ownToken',
  'otherToken',
] as const;
export type Role = (typeof ROLES)[number];

/** Those who are signed in. */
export const USERS: readonly Role[] = ROLES.filter((role) => role !== 'anonymous' && !role.endsWith('Token'));

/** What a service is started with so that it has an admin by its configuration. */
export const WITH_ADMIN = { ADMIN_USER_IDS: newUserId() };

/** The same outcome for all, but for the roles that are named. */
export function outcomes(all: string, some: Partial<Record<Role, string>> = {}): Record<Role, string> {
  return { ...(Object.fromEntries(ROLES.map((role) => [role, all])) as Record<Role, string>), ...some };
}

/** The same for some roles, to be spread into the outcomes. */
export function each(roles: readonly Role[], outcome: string): Partial<Record<Role, string>> {
  return Object.fromEntries(roles.map((role) => [role, outcome]));
}

/** What somebody in this role sends along when asking about the bot; the service is started `WITH_ADMIN`. */
export async function headersOf(subject: Subject, role: Role, bot: Bot): Promise<Record<string, string>> {
  const { service, ownerId } = subject;
  const { sql } = service.services.db;
  const userId = newUserId();
  switch (role) {
    case 'anonymous':
      return {};
    case 'stranger':
      return { cookie: await service.signIn(userId) };
    case 'owner':
      return { cookie: await service.signIn(ownerId) };
    case 'coOwner': {
      const cookie = await service.signIn(userId);
      await sql`insert into bot_owners (bot_id, user_id, is_co_owner) values (${bot.id}, ${userId}, true)`;
      return { cookie };
    }
    case 'invited': {
      const cookie = await service.signIn(userId);
      await invite(subject, userId, bot);
      return { cookie };
    }
    case 'invitedModerator': {
      const cookie = await signInModerator(subject, userId);
      await invite(subject, userId, bot);
      return { cookie };
    }
    case 'moderator':
      return { cookie: await signInModerator(subject, userId) };
    case 'admin':
      return { cookie: await signInAdmin(subject, userId) };
    case 'configuredAdmin':
      return { cookie: await service.signIn(present([...service.services.admins][0])) };
    case 'owningAdmin': {
      const cookie = await signInAdmin(subject, userId);
      await sql`update bot_owners set user_id = ${userId} where bot_id = ${bot.id} and user_id = ${ownerId}`;
      return { cookie };
    }
    case 'ownToken':
      return { authorization: bot.token };
    case 'otherToken':
      return { authorization: subject.bot().token };
  }
}

/** To be a co-owner, which they have not accepted. */
function invite({ service }: Subject, userId: string, { id }: Bot) {
  return service.services.db.sql`
    insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at) values (${id}, ${userId}, true, null)`;
}

/** Signs in somebody who moderates, and owns nothing. */
export async function signInModerator({ service }: Subject, userId = newUserId()): Promise<string> {
  const cookie = await service.signIn(userId);
  await service.services.db.sql`update users set role = 'moderator' where id = ${userId}`;
  return cookie;
}

async function signInAdmin({ service }: Subject, userId: string): Promise<string> {
  const cookie = await service.signIn(userId);
  await service.services.db.sql`update users set role = 'admin' where id = ${userId}`;
  return cookie;
}

/** The one field `result` in a word: the code of its error, else the type of what it gave, or the text, else `null`. */
export function outcomeOf({ data, errors }: GraphQLAnswer): string {
  if (errors) return errors.map(({ extensions, message }) => extensions?.code ?? message).join();
  const result = data?.result;
  if (typeof result === 'string') return result;
  const types: unknown[] = [result].flat().map((item) => item?.__typename ?? 'null');
  const word = [...new Set(types)].join();
  return Array.isArray(result) ? `[${word}]` : word;
}
