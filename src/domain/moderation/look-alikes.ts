import { gathered, ofEach } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, listCards } from '../listing/card.ts';

const MAX_LOOK_ALIKES = 10;

const lookAlikeIds = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<{ botId: string; id: string }[]>`
    select key.id as "botId", alike.id
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(id)
    join bots present on present.id = key.id
    cross join lateral (
      select id, popularity from bots
      where state <> 'removed' and name_skeleton(name) = name_skeleton(present.name) and id <> present.id
      order by name_skeleton(name), popularity, id limit ${MAX_LOOK_ALIKES}
    ) alike
    order by alike.popularity, alike.id`;
  return ofEach(botIds, rows).map((alike) => alike.map(({ id }) => id));
});

/**
 * Lists other listings whose names look like the name of this one: the same letters, or letters, digits and accents
 * that look like them. The most popular ones come first, at most ten. Removed listings are left out.
 */
export async function listLookAlikes(services: WithDatabase, botId: string): Promise<ListingCard[]> {
  return listCards(services, await lookAlikeIds(services, botId));
}
