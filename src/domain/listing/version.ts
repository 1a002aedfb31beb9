import type { Database } from '../../db/client.ts';
import { createBatch } from '../kernel/batch.ts';

/** What tells whether something that was rendered from a public listing is still true. */
export interface ListingVersion {
  /** Another one after each change of the listing, its picture, its owners, its server count or its votes. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

/**
 * Makes the reader of listings' versions, each by primary keys; those that are asked for together are one statement.
 *
 * The version of a row is the transaction that wrote it (`xmin`): whoever writes cannot forget to count it up, and it costs
 * nothing. Only the row of the numbers is written without a change, with each report, so its numbers count themselves.
 *
 * @returns reads a version; undefined when the listing is not public
 */
export function createVersionReader({ sql }: Pick<Database, 'sql'>) {
  return createBatch(async (botIds: readonly string[]): Promise<(ListingVersion | undefined)[]> => {
    const rows = await sql<{ botId: string; content: string; checkedInAt: Date | null }[]>`
      select bots.id as "botId", stats.checked_in_at as "checkedInAt",
        concat_ws(' ', bots.xmin, coalesce(avatar.xmin::text, '-'), coalesce(stats.server_count::text, '-'), stats.vote_count,
          (select string_agg(concat_ws(' ', owner.user_id, owner.xmin, users.name), ' ' order by owner.user_id)
            from bot_owners owner join users on users.id = owner.user_id where owner.bot_id = bots.id)) as content
      from unnest(${[...botIds]}::text[]) as wanted(id)
      join bots on bots.id = wanted.id and bots.state = 'approved'
      left join bot_stats stats on stats.bot_id = bots.id
      left join bot_avatars avatar on avatar.bot_id = bots.id`;
    const versions = new Map(rows.map(({ botId, ...version }) => [botId, version]));
    return botIds.map((botId) => versions.get(botId));
  });
}
