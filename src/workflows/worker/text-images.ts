import type { Logger } from 'pino';
import { doIfDue, type Job } from '../../domain/kernel/job.ts';
import type { WithClock, WithDatabase, WithSender } from '../../domain/kernel/needs.ts';
import type { WithEncoder } from '../../domain/listing/images.ts';
import { listDueImages, refreshTextImages, type WithTextImages } from '../../domain/listing/text-images.ts';
import { faultOf } from '../../log.ts';
import { repeat } from '../../repeat.ts';

/** An owner who saves a text sees its images after at most this time, if nobody else waits. */
const LOOK_MS = 5000;
/** Listings of one run: their images take at most 4 minutes, even if each server is slow. */
const BATCH = 5;
const TEXT_IMAGES: Job = { name: 'text images', leaseMs: 6 * 60_000 };

/**
 * Fetches the images of edited listings, one image after the other. One worker does it at a time, so all owners
 * together cause one request at a time. Needs no Temporal.
 */
export function keepTextImages(
  services: WithDatabase & WithClock & WithSender & WithEncoder & WithTextImages,
  log: Logger,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const repeated = repeat(LOOK_MS, () => fetchDueImages(services, log, closing.signal), LOOK_MS);
  return {
    async close() {
      closing.abort();
      await repeated.close();
    },
  };
}

/** Fetches the images of the next listings, if there are any. It never throws. */
export async function fetchDueImages(
  services: WithDatabase & WithClock & WithSender & WithEncoder & WithTextImages,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  try {
    const due = await listDueImages(services, BATCH);
    if (due.length === 0) return;
    await doIfDue(services, TEXT_IMAGES, async () => {
      for (const botId of due) {
        if (!closing.aborted) await refreshTextImages(services, botId, closing);
      }
      return 0;
    });
  } catch (error) {
    log.warn({ fault: faultOf(error) }, 'Images of listings could not be fetched. They are tried again.');
  }
}
