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

/**
 * Notes what somebody did to a listing, for its history.
 *
 * @param orm the transaction of the act
 */
export async function noteEvent(
  orm: Pick<Database['orm'], 'insert'>,
  { at, ...event }: ListingEvent,
): Promise<void> {
  await orm.insert(listingEvents).values({ ...event, happenedAt: at });
}
