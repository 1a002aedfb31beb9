import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import type { GraphQLAnswer } from '../kit/service.ts';
import type { Bot, Subject } from '../kit/use-service.ts';

export const ROLES = [
  'anonymous',
  'stranger',
  'owner',
  'coOwner',
  'reader',
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

/** The roles of users who are signed in. */
export const USERS: readonly Role[] = ROLES.filter((role) => role !== 'anonymous' && !role.endsWith('Token'));

export const MODERATORS: readonly Role[] = ['moderator', 'invitedModerator', 'admin', 'configuredAdmin'];
export const MANAGERS: readonly Role[] = ['owner', 'coOwner', 'owningAdmin'];
/** Also those who only read. */
export const TEAM: readonly Role[] = [...MANAGERS, 'reader'];

/** The variables of a service with an admin by configuration. */
export const WITH_ADMIN = { ADMIN_USER_IDS: newUserId() };

/** One outcome for all roles, but for the roles that are named. */
export function outcomes(all: string, some: Partial<Record<Role, string>> = {}): Record<Role, string> {
  return { ...(Object.fromEntries(ROLES.map((role) => [role, all])) as Record<Role, string>), ...some };
}

/** One outcome for some roles, to spread into the outcomes. */
export function each(roles: readonly Role[], outcome: string): Partial<Record<Role, string>> {
  return Object.fromEntries(roles.map((role) => [role, outcome]));
}

/** The headers of somebody in a role towards this bot; the service was started `WITH_ADMIN`. */
export async function headersOf(subject: Subject, role: Role, bot: Bot): Promise<Record<string, string>> {
  const { service, ownerId } = subject;
  const { services } = service;
  const signIn = async (userId?: string) => ({ cookie: await service.signIn(userId) });
  switch (role) {
    case 'anonymous':
      return {};
    case 'stranger':
      return signIn();
    case 'owner':
      return signIn(ownerId);
    case 'coOwner':
      return signIn(await given(services).coOwnerOf(bot.id));
    case 'reader':
      return signIn(await given(services).readerOf(bot.id));
    case 'invited':
      return signIn(await given(services).invitedTo(bot.id));
    case 'invitedModerator': {
      const userId = await given(services).moderator();
      await addCoOwner(services, bot.id, userId);
      return signIn(userId);
    }
    case 'moderator':
      return signIn(await given(services).moderator());
    case 'admin':
      return signIn(await given(services).admin());
    case 'configuredAdmin':
      return signIn(present([...services.admins][0]));
    case 'owningAdmin': {
      const userId = await given(services).admin();
      // Without a transfer, which would replace the token of the bot.
      await services.db.sql`
        update bot_owners set user_id = ${userId} where bot_id = ${bot.id} and user_id = ${ownerId}`;
      return signIn(userId);
    }
    case 'ownToken':
      return { authorization: bot.token };
    case 'otherToken':
      return { authorization: subject.bot().token };
  }
}

/** A bot, and the headers of somebody in a role towards it. */
export interface Visit {
  readonly bot: Bot;
  readonly headers: Record<string, string>;
}

/**
 * One visit of each role, for all the requests that leave bot and visitor as they were.
 *
 * @param prepare what to do with each bot first, once the visitor has the role
 */
export function visitOncePerRole(
  subject: Subject,
  prepare: (bot: Bot) => Promise<unknown> = async () => {},
): (role: Role) => Promise<Visit> {
  const visits = new Map<Role, Visit>();
  return async (role) => {
    const known = visits.get(role);
    if (known) return known;
    const bot = subject.bot();
    const visit = { bot, headers: await headersOf(subject, role, bot) };
    await prepare(bot);
    visits.set(role, visit);
    return visit;
  };
}

/** How many bots {@link visitOncePerRole} needs: one for each role, and the other bot whose token one has. */
export const BOTS_OF_ROLES = ROLES.length + 1;

/** Signs in a moderator who owns nothing. */
export async function signInModerator({ service }: Subject): Promise<string> {
  return service.signIn(await given(service.services).moderator());
}

/** The field `result` as one word: the code of its error, else its type, or its text, or `null`. */
const NAMES_OF_SCALARS: Readonly<Record<string, string>> = { string: 'String', number: 'Int' };

export function outcomeOf({ data, errors }: GraphQLAnswer): string {
  if (errors) return errors.map(({ extensions, message }) => extensions?.code ?? message).join();
  const result = data?.result;
  if (typeof result === 'string') return result;
  const types: unknown[] = [result]
    .flat()
    .map((item) => NAMES_OF_SCALARS[typeof item] ?? item?.__typename ?? 'null');
  const word = [...new Set(types)].join();
  return Array.isArray(result) ? `[${word}]` : word;
}
