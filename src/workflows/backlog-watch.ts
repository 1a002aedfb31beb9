import type { Logger } from 'pino';
import { measureBacklog } from '../domain/measure-backlog.ts';
import type { Services } from '../domain/services.ts';
import { createSignal } from './signal.ts';

/** A step is due at once or at a known time; this much later something is wrong. */
const LATE_SECONDS = 300;
const EVERY_MS = 60_000;

/**
 * Warns while deliveries are later than their schedule allows, whatever keeps them: Temporal away, workers overloaded.
 */
export function watchBacklog(
  services: Pick<Services, 'db' | 'now'>,
  log: Logger,
): { close(): Promise<void> } {
  const signal = createSignal();
  let closed = false;

  async function run(): Promise<void> {
    while (!closed) {
      // The database's own absence is seen elsewhere.
      const backlog = await measureBacklog(services).catch(() => undefined);
      if (backlog && backlog.lateSeconds > LATE_SECONDS) {
        log.warn(backlog, 'Deliveries are later than their schedule allows.');
      }
      if (!closed) await signal.wait(EVERY_MS);
    }
  }

  const running = run();
  return {
    async close() {
      closed = true;
      signal.notify();
      await running;
    },
  };
}
