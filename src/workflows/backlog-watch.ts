import type { Logger } from 'pino';
import { measureBacklog } from '../domain/delivery/backlog.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { repeat } from './repeat.ts';

/** A step is due at once or at a known time; this much later something is wrong. */
const LATE_SECONDS = 300;
const EVERY_MS = 60_000;

/**
 * Warns while deliveries are later than their schedule allows, whatever keeps them: Temporal away, workers overloaded.
 */
export function watchBacklog(services: WithDatabase & WithClock, log: Logger): { close(): Promise<void> } {
  return repeat(EVERY_MS, async () => {
    // The database's own absence is seen elsewhere.
    const backlog = await measureBacklog(services).catch(() => undefined);
    if (backlog && backlog.lateSeconds > LATE_SECONDS) {
      log.warn(backlog, 'Deliveries are later than their schedule allows.');
    }
  });
}
