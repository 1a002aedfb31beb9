import type { Logger } from 'pino';
import type { WithClock, WithDatabase, WithSender } from '../../domain/kernel/needs.ts';
import { createTurns } from '../../domain/kernel/turns.ts';
import type { WithEncoder } from '../../domain/listing/images.ts';
import { listDueImages, refreshTextImages, type WithTextImages } from '../../domain/listing/text-images.ts';
import { faultOf } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';

/** An owner who saves a text sees its images after about this time. */
const LOOK_MS = 5000;
/** Owners whose listings are fetched at once, each with one listing. A slow server takes one of these places. */
const OWNERS = 8;
/** Concurrent requests to a host, for all listings. */
const PER_HOST = 2;

type Needs = WithDatabase & WithClock & WithSender & WithEncoder & WithTextImages;

/** Fetches the images of edited listings, and of those of which a try failed. Needs no Temporal. */
export function keepTextImages(services: Needs, log: Logger): { close(): Promise<void> } {
  const closing = new AbortController();
  const fetcher = createImageFetcher(services, log, closing.signal, () => repeated.soon());
  const repeated = repeat(LOOK_MS, fetcher.look, LOOK_MS);
  return {
    async close() {
      closing.abort();
      await repeated.close();
      await fetcher.ended();
    },
  };
}

export interface ImageFetcher {
  /** Starts to fetch for owners who wait, where there is a place. It never throws. */
  look(): Promise<void>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

/**
 * @param onFree is called when a place becomes free
 */
export function createImageFetcher(
  services: Needs,
  log: Logger,
  closing: AbortSignal,
  onFree: () => void,
): ImageFetcher {
  const beside = { signal: closing, ofHost: createTurns(PER_HOST) };
  const underWay = new Map<string, Promise<void>>();

  const failed = (error: unknown) =>
    log.warn({ fault: faultOf(error) }, 'Images of listings could not be fetched. They are tried again.');

  return {
    async look() {
      if (closing.aborted || underWay.size >= OWNERS) return;
      try {
        const due = await listDueImages(services, OWNERS - underWay.size, [...underWay.keys()]);
        for (const { botId, ownerId } of due) {
          const fetching = refreshTextImages(services, botId, beside)
            .finally(() => underWay.delete(ownerId))
            // After a fault, the next look comes after its usual pause.
            .then(onFree, failed);
          underWay.set(ownerId, fetching);
        }
      } catch (error) {
        failed(error);
      }
    },
    async ended() {
      await Promise.all(underWay.values());
    },
  };
}
