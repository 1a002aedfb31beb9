import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { type ListingEventKind, listingEvents, type TeamRole } from '../../db/tables.ts';

/** Something that somebody did to a listing. */
export interface ListingEvent {
  readonly botId: string;
  readonly kind: ListingEventKind;
  /** Left out for the operator of the service. */
  readonly userId?: string | undefined;
  /** Whom it is about. */
  readonly otherId?: string;
  readonly role?: TeamRole;
  /** The names of the fields that were edited. */
  readonly fields?: readonly string[];
  readonly at: Date;
}

/** An owner can make any number of events. More would make the history slow to read. */
export const MAX_EVENTS = 1000;

/**
 * Notes what somebody did to a listing, for its history, which keeps the newest thousand events.
 *
 * @param orm the transaction of the act
 */
export async function noteEvent(
  orm: Pick<Database['orm'], 'insert' | 'execute'>,
  { at, ...event }: ListingEvent,
): Promise<void> {
  await orm.insert(listingEvents).values({ ...event, happenedAt: at });
  // Another transaction may be deleting the same ones, so nothing waits for it.
  await orm.execute(sql`
    delete from listing_events where id in (
      select id from listing_events
      where bot_id = ${event.botId} and id <= (
        select id from listing_events where bot_id = ${event.botId} order by id desc offset ${MAX_EVENTS} limit 1)
      for update skip locked)`);
}
