import type { WithDatabase } from '../kernel/needs.ts';

/** Much less than the maximum of a sitemap (50 000), so a part is made in a few milliseconds. */
const PART_SIZE = 1000;

/** Lists the first id of each part of the sitemap. The first part begins with the empty id. */
export async function listSitemapParts({ db }: WithDatabase): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id) as number from bots where state = 'approved'
    ) numbered where number > 1 and number % ${PART_SIZE} = 1`;
  return ['', ...rows.map(({ id }) => id).sort()];
}

/**
 * Reads one part of the public listings, by id.
 *
 * @param from a result of {@link listSitemapParts}
 * @param before the result after it, if any
 */
export async function readSitemapPart(
  { db }: WithDatabase,
  from: string,
  before: string | undefined,
): Promise<{ botId: string; updatedAt: Date }[]> {
  const rows = await db.sql<{ botId: string; updatedAt: Date }[]>`
    select id as "botId", updated_at as "updatedAt" from bots
    where state = 'approved' and id >= ${from} and (${before ?? null}::text is null or id < ${before ?? null})
    order by id limit ${2 * PART_SIZE}`;
  return [...rows];
}
