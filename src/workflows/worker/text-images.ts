import type { WithClock, WithDatabase, WithSender } from '../../domain/kernel/needs.ts';
import { createTurns } from '../../domain/kernel/turns.ts';
import type { WithEncoder } from '../../domain/listing/images.ts';
import {
  type DueImages,
  listDueImages,
  refreshTextImages,
  type WithTextImages,
} from '../../domain/listing/text-images.ts';
import type { Due } from './work-off.ts';

/** An owner who saves a text sees its images after about this time. */
const LOOK_MS = 5000;
/** Owners whose listings are fetched at once, each with one listing. A slow server takes one of these places. */
const OWNERS = 8;
/** Concurrent requests to a host, for all listings. */
const PER_HOST = 2;

/** Fetches the images of edited listings, and of those of which a try failed. */
export function dueTextImages(
  services: WithDatabase & WithClock & WithSender & WithEncoder & WithTextImages,
): Due<DueImages> {
  const ofHost = createTurns(PER_HOST);
  const owners = new Set<string>();
  return {
    everyMs: LOOK_MS,
    places: OWNERS,
    take: (limit) => listDueImages(services, limit, [...owners]),
    work({ botId, ownerId }, signal) {
      owners.add(ownerId);
      return refreshTextImages(services, botId, { signal, ofHost }).finally(() => owners.delete(ownerId));
    },
    sentences: {
      away: 'Images of listings could not be fetched. They are tried again.',
      back: 'Images of listings are fetched again.',
    },
  };
}
