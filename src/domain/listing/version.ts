import type { Database } from '../../db/client.ts';
import { createBatch } from '../kernel/batch.ts';

/** The version of a public listing. A cached page with the same version is still valid. */
export interface ListingVersion {
  /** Changes with the listing, its picture, its owners, its server count and its votes. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

/**
 * Makes the reader of versions. It reads by primary keys, and concurrent reads share a statement.
 *
 * The version of a row is the transaction that wrote it (`xmin`): it costs nothing, and no writer can forget to
 * change it. The row of the numbers is written with every report, also without a change, so its values are used
 * instead.
 *
 * @returns a function that reads a version; its result is undefined when the listing is not public
 */
export function createVersionReader({ sql }: Pick<Database, 'sql'>) {
  return createBatch(async (botIds: readonly string[]): Promise<(ListingVersion | undefined)[]> => {
    const rows = await sql<{ botId: string; content: string; checkedInAt: Date | null }[]>`
      select bots.id as "botId", stats.checked_in_at as "checkedInAt",
        concat_ws(' ', bots.xmin, coalesce(avatar.xmin::text, '-'), coalesce(stats.server_count::text, '-'),
          stats.vote_count,
          (select string_agg(concat_ws(' ', owner.user_id, owner.xmin, users.name), ' ' order by owner.user_id)
            from bot_owners owner join users on users.id = owner.user_id where owner.bot_id = bots.id)) as content
      from unnest((select ${[...botIds]}::text[])) as wanted(id)
      join bots on bots.id = wanted.id and bots.state = 'approved'
      left join bot_stats stats on stats.bot_id = bots.id
      left join bot_avatars avatar on avatar.bot_id = bots.id`;
    const versions = new Map(rows.map(({ botId, ...version }) => [botId, version]));
    return botIds.map((botId) => versions.get(botId));
  });
}
