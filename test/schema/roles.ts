import { newUserId, type useService } from '../contract/subject.ts';
import type { GraphQLAnswer } from '../support/service.ts';

type Subject = ReturnType<typeof useService>;
type Bot = ReturnType<Subject['bot']>;

export const ROLES = ['anonymous', 'stranger', 'owner', 'moderator', 'ownToken', 'otherToken'] as const;
export type Role = (typeof ROLES)[number];

/** What somebody in this role sends along when asking about the bot. */
export async function headersOf(subject: Subject, role: Role, bot: Bot): Promise<Record<string, string>> {
  switch (role) {
    case 'anonymous':
      return {};
    case 'stranger':
      return { cookie: await subject.service.signIn(newUserId()) };
    case 'owner':
      return { cookie: await subject.service.signIn(subject.ownerId) };
    case 'moderator':
      return { cookie: await signInModerator(subject) };
    case 'ownToken':
      return { authorization: bot.token };
    case 'otherToken':
      return { authorization: subject.bot().token };
  }
}

/** Signs in somebody who moderates, and owns nothing. */
export async function signInModerator({ service }: Subject, userId = newUserId()): Promise<string> {
  const cookie = await service.signIn(userId);
  await service.services.db.sql`update users set role = 'moderator' where id = ${userId}`;
  return cookie;
}

/** The one field `result` in a word: the code of its error, else the type of what it gave, or the text, else `null`. */
export function outcomeOf({ data, errors }: GraphQLAnswer): string {
  if (errors) return errors.map(({ extensions, message }) => extensions?.code ?? message).join();
  const result = data?.result;
  if (Array.isArray(result)) return `[${result.map((item) => item?.__typename ?? 'null').join()}]`;
  if (typeof result === 'string') return result;
  return result?.__typename ?? 'null';
}
