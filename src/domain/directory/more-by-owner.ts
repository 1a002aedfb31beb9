import { gathered } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, listCards } from '../listing/card.ts';

/** The most bots that are listed. */
const MORE = 4;

/**
 * Lists other public bots of a bot's owner, at most four, as the owner's page begins: ordered by id, and with those
 * that the owner manages as a co-owner.
 */
export const listMoreByOwner = gathered(async (services: WithDatabase, botIds: readonly string[]) => {
  const rows = await services.db.sql<{ botId: string; otherId: string }[]>`
    select owner.bot_id as "botId", other.bot_id as "otherId"
    from unnest((select ${[...botIds]}::text[])) as wanted(id)
    join bot_owners owner on owner.bot_id = wanted.id and not owner.is_co_owner
    cross join lateral (
      select owned.bot_id from bot_owners owned join bots on bots.id = owned.bot_id and bots.state = 'approved'
      where owned.user_id = owner.user_id and owned.bot_id <> owner.bot_id and owned.accepted_at is not null
      order by owned.bot_id desc limit ${MORE}
    ) other order by owner.bot_id, other.bot_id desc`;
  const cards = await listCards(services, [...new Set(rows.map(({ otherId }) => otherId))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const others = Map.groupBy(rows, ({ botId }) => botId);
  return botIds.map((botId): ListingCard[] =>
    (others.get(botId) ?? []).flatMap(({ otherId }) => byId.get(otherId) ?? []),
  );
});
