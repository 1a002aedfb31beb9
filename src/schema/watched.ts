import { Repeater } from 'graphql-yoga';
import { DomainError, ForbiddenError } from '../domain/kernel/errors.ts';
import { MAX_WATCHINGS_PER_VIEWER, type Watching } from '../domain/kernel/watch.ts';

/** Ends the description of each subscription. */
export const WATCH_LIMIT = `At most ${MAX_WATCHINGS_PER_VIEWER} at once per user and process of the service.`;

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
  return watchedSeries(
    async () => {
      const watching = open();
      if (!watching) throw new ForbiddenError('watch.tooMany');
      return watching;
    },
    async function* () {
      yield await look();
    },
  );
}

/**
 * As {@link watchedEvents}, with any number of events for a change.
 *
 * @param open starts the watch, or refuses it
 * @param look makes events, each when the client has taken the one before. That can take long, so it can ask for the
 *   latest fingerprint, and ends when there is none
 */
export function watchedSeries<Event>(
  open: () => Promise<Watching>,
  look: (latest: Watching['latest']) => AsyncIterable<Event>,
): Repeater<Watched<Event>> {
  return new Repeater<Watched<Event>>(async (push, stop) => {
    let isOpen = true;
    let watching: Watching | undefined;
    void stop.then(() => {
      isOpen = false;
      watching?.close();
    });
    try {
      // Here, and not before: this runs only for a client that reads the events, and for that one `stop` is called.
      watching = await open();
      while (isOpen && (await watching.changed()) !== undefined) {
        for await (const event of look(watching.latest)) {
          await push(event);
          if (!isOpen) break;
        }
      }
    } catch (error) {
      await push(asEvent(error));
    } finally {
      watching?.close();
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
