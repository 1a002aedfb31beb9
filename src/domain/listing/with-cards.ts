import type { WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, listCards } from './card.ts';

/** Replaces the id of a bot with the card of its listing, in each row. Rows of unknown listings are left out. */
export async function withCards<Row extends { readonly botId: string }>(
  services: WithDatabase,
  rows: readonly Row[],
): Promise<(Omit<Row, 'botId'> & { readonly listing: ListingCard })[]> {
  const ids = rows.map(({ botId }) => botId);
  const cards = new Map((await listCards(services, ids)).map((card) => [card.id, card]));
  return rows.flatMap(({ botId, ...row }) => {
    const listing = cards.get(botId);
    return listing ? [{ ...row, listing }] : [];
  });
}
