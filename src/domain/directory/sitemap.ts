import type { WithDatabase } from '../kernel/needs.ts';

/** Far fewer than a sitemap may have, so that one is quickly made. */
const PART_SIZE = 10_000;

type Db = WithDatabase;

/** The first id of every part of the public listings; the first part begins with the empty one. */
export async function listSitemapParts({ db }: Db): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id) as number from bots where state = 'approved'
    ) numbered where number > 1 and number % ${PART_SIZE} = 1`;
  return ['', ...rows.map(({ id }) => id).sort()];
}

/** A part of the public listings, in the order of their ids. */
export async function readSitemapPart(
  { db }: Db,
  from: string,
): Promise<{ botId: string; updatedAt: Date }[]> {
  const rows = await db.sql<{ botId: string; updatedAt: Date }[]>`
    select id as "botId", updated_at as "updatedAt" from bots
    where state = 'approved' and id >= ${from} order by id limit ${PART_SIZE}`;
  return [...rows];
}
