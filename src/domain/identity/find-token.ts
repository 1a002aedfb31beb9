import { eq, sql } from 'drizzle-orm';
import { apiTokens, botStats } from '../../db/tables.ts';
import { gathered } from '../kernel/batch.ts';
import { isOneOf } from '../kernel/each-id.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** What is known of the API token of a listing. */
export interface ApiToken {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * A report is stored at once, other uses of the token a few minutes later: see `token-uses.ts`. A use before the token
 * was made was a use of another token.
 */
const lastUsedAt = sql<Date | null>`greatest(
  case when ${apiTokens.lastUsedAt} >= ${apiTokens.createdAt} then ${apiTokens.lastUsedAt} end,
  case when ${botStats.checkedInAt} >= ${apiTokens.createdAt} then ${botStats.checkedInAt} end
)`.mapWith(apiTokens.lastUsedAt);

/** Finds the API token of a listing. */
export const findToken = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.orm
    .select({ botId: apiTokens.botId, createdAt: apiTokens.createdAt, lastUsedAt })
    .from(apiTokens)
    .leftJoin(botStats, eq(botStats.botId, apiTokens.botId))
    .where(isOneOf(apiTokens.botId, botIds));
  const ofBots = new Map(rows.map(({ botId, ...token }): [string, ApiToken] => [botId, token]));
  return botIds.map((botId) => ofBots.get(botId));
});
