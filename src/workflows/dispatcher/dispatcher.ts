import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import type { WorkflowTraces } from '../../telemetry/traces/traces.ts';
import { createOutage } from '../temporal/faults.ts';
import type { KnownAttributes } from '../temporal/upkeep.ts';
import { createHandOver } from './hand-over.ts';
import { runLane } from './lane.ts';
import type { ReceiverPace } from './receiver-pace.ts';
import { startDelivery } from './start-delivery.ts';

export interface Dispatcher {
  /** Deliveries were committed: claim them at once. */
  wake(): void;
  /** An attempt is over: if it was the first one, the place of the delivery is free. */
  attempted(deliveryId: string): void;
  /** Finishes the starts that are under way, and takes no more. */
  close(): Promise<void>;
}

export interface DispatcherOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly attributes: KnownAttributes;
  readonly pace: ReceiverPace;
  /** Absent when nothing is traced. */
  readonly continueTrace: WorkflowTraces['continueTrace'] | undefined;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
}

/**
 * Starts one workflow for each delivery in the outbox, a bounded number at a time. Receivers take turns, and each gets
 * its oldest delivery first. While many deliveries wait for slow receivers, others overtake further ones to these
 * receivers, which stay in the outbox.
 *
 * The workflow's id is the delivery's id, so Temporal refuses a second start while the first workflow runs.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { client, taskQueue, attributes, pace, continueTrace, services, log } = options;
  // Not a promise: each race against one that lives as long as the service would leak about 300 bytes.
  const closing = new AbortController();
  const database = createOutage(log, {
    away: 'The outbox cannot be read or written.',
    back: 'The outbox can be read and written again.',
  });
  const { handOver, attempted } = createHandOver({
    start(delivery, how) {
      const start = () => startDelivery(client, taskQueue, attributes, delivery, how);
      return continueTrace ? continueTrace(delivery.traceparent, start) : start();
    },
    pace,
    services,
    database,
    closed: closing.signal,
    log,
  });
  const lane = runLane({ services, pace, handOver, database, closed: closing.signal });
  return {
    wake: lane.wake,
    attempted,
    async close() {
      closing.abort();
      await lane.close();
    },
  };
}
