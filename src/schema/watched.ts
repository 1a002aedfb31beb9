import { Repeater } from 'graphql-yoga';
import { DomainError, ForbiddenError } from '../domain/kernel/errors.ts';
import { MAX_WATCHINGS_PER_USER, type Watching } from '../domain/kernel/watch.ts';

/** Ends the description of each subscription. */
export const WATCH_LIMIT = `At most ${MAX_WATCHINGS_PER_USER} at once per user and process of the service.`;

/** An event of a subscription. A refusal is the last one: a thrown error would break the connection. */
export type Watched<Event> = Event | DomainError;

/**
 * Sends an event now, and again after each change, until the watch ends or an event is refused.
 *
 * @param open starts the watch; undefined when this user has too many
 * @param look makes an event. It checks session and rights again, because they can end while the stream is open
 */
export function watchedEvents<Event>(
  open: () => Watching | undefined,
  look: () => Promise<Event>,
): Repeater<Watched<Event>> {
  return new Repeater<Watched<Event>>(async (push, stop) => {
    // Here, and not before: this runs only for a client that reads the events, and for that one `stop` is called.
    const watching = open();
    if (!watching) {
      await push(new ForbiddenError('watch.tooMany'));
      stop();
      return;
    }
    void stop.then(() => watching.close());
    try {
      while (await watching.changed()) {
        const event = await look().catch(asEvent);
        await push(event);
        if (event instanceof DomainError) break;
      }
    } finally {
      watching.close();
      stop();
    }
  });
}

/** @throws what is no refusal */
function asEvent(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** @throws the refusal, if the event is one */
export function resolveWatched<Event>(event: Watched<Event>): Event {
  if (event instanceof DomainError) throw event;
  return event;
}
