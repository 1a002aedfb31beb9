import type { AppServices } from '../../src/app.ts';
import type { ListingState } from '../../src/db/tables.ts';
import type { TestService } from '../support/service.ts';
import { first } from './support.ts';

/** A listing of somebody else, in a state. */
export async function newListing(service: TestService, state: ListingState = 'approved') {
  const { bots, ownerId } = await service.seed({ users: 0 });
  const { id } = first(bots);
  await service.services.db.sql`update bots set state = ${state} where id = ${id}`;
  return { id, ownerId, ...(await listingOf(service.services, id)) };
}

/** Where a listing stands, and what led there. */
export async function listingOf({ db }: AppServices, botId: string) {
  const bots = await db.sql<{ state: ListingState; revision: number }[]>`
    select state, revision from bots where id = ${botId}`;
  const moves = await db.sql<{ to: ListingState; userId: string; reason: string | null }[]>`
    select to_state as to, user_id as "userId", reason from listing_moves where bot_id = ${botId} order by id`;
  return { ...first(bots), moves: [...moves] };
}

/** The reports of a listing, in the order in which they were made. */
export async function reportsOf({ db }: AppServices, botId: string) {
  const rows = await db.sql<
    { id: string; userId: string; closedBy: string | null; outcome: string | null }[]
  >`
    select id, user_id as "userId", closed_by as "closedBy", outcome from reports where bot_id = ${botId} order by id`;
  return [...rows];
}
