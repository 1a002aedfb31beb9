import type { Logger } from 'pino';
import { measureBacklog } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { repeat } from '../../lib/repeat.ts';

/** Each step is due at once or at a known time. When one is this late, something is wrong. */
const LATE_SECONDS = 300;
const EVERY_MS = 60_000;

/** Logs a warning while deliveries are late, whatever the cause: Temporal is away, or the workers are overloaded. */
export function watchBacklog(services: WithDatabase & WithClock, log: Logger): { close(): Promise<void> } {
  return repeat(EVERY_MS, async () => {
    // The dispatcher logs when the database is away.
    const backlog = await measureBacklog(services).catch(() => undefined);
    if (backlog && backlog.lateSeconds > LATE_SECONDS) {
      log.warn(backlog, 'Deliveries are later than their schedule allows.');
    }
  });
}
