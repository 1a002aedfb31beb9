import type { Logger } from 'pino';
import type { PartStatus, WithHealth } from '../../domain/health.ts';
import type { WithSecrets } from '../../domain/identity/secret-box.ts';
import type { WithClock, WithDatabase, WithSender } from '../../domain/kernel/needs.ts';
import type { WithEncoder } from '../../domain/listing/images.ts';
import type { WithTextImages } from '../../domain/listing/text-images.ts';
import type { WithPlatform } from '../../domain/platform/look-up.ts';
import type { WithPictureCheck } from '../../domain/platform/picture.ts';
import type { RetentionPolicy } from '../../domain/retention/run-retention.ts';
import { pause } from '../../lib/pause.ts';
import type { DeliveryMetrics } from '../../telemetry/delivery-metrics.ts';
import type { WorkflowTraces } from '../../telemetry/traces/traces.ts';
import { createTemporalOutage, explainTemporal, RUNNING } from '../temporal/faults.ts';
import { type TemporalLocation, TemporalMissingError } from '../temporal/locate.ts';
import { keepHouse, keepRanked, watchBacklog } from './housekeeping.ts';
import { openSession, type Session } from './session.ts';
import { keepTextImages } from './text-images.ts';

const RETRY_MS = 2000;
/** Longer, because the search for a program is slow, and an operator needs time to install it. */
const MISSING_RETRY_MS = 30_000;

export interface Deliveries {
  /** Resolves when deliveries run for the first time; at once when they are held. */
  readonly ready: Promise<void>;
  /** Deliveries were committed: claim them at once. */
  wake(): void;
  status(): Promise<PartStatus>;
  /** Lets running attempts finish, then closes the connection to Temporal. */
  close(): Promise<void>;
}

/**
 * Runs deliveries while Temporal is there, and reconnects when it is not. Meanwhile deliveries wait in the database.
 *
 * While deliveries are held, this process does not connect to Temporal at all. Deliveries wait in the outbox, and
 * workflows wait for a worker. A copy of a service also has the ids of its workflows: with the same Temporal, it would
 * take or end those of the original.
 *
 * @param options.locate finds Temporal or starts it, until its signal is aborted; a failure is retried
 */
export function runDeliveries(options: {
  readonly locate: (signal: AbortSignal) => Promise<TemporalLocation>;
  readonly taskQueue: string;
  /** Where the bundle of the workflow code is kept. */
  readonly cacheDir: string;
  readonly services: WithDatabase &
    WithClock &
    WithPlatform &
    WithSecrets &
    WithSender &
    WithEncoder &
    WithPictureCheck &
    WithTextImages &
    Pick<WithHealth, 'holdsDeliveries'>;
  /** How long old rows are kept. */
  readonly retention: RetentionPolicy;
  readonly metrics: DeliveryMetrics;
  /** Absent when nothing is traced. */
  readonly traces?: WorkflowTraces | undefined;
  readonly log: Logger;
}): Deliveries {
  const { locate, taskQueue, cacheDir, services, retention, metrics, traces, log } = options;
  const { holdsDeliveries } = services;
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  const outage = createTemporalOutage(log);
  let session: Session | undefined;

  async function serve(): Promise<void> {
    let isFirst = true;
    while (!closing.signal.aborted) {
      let pauseMs = RETRY_MS;
      let namespace = '';
      const ended = new AbortController();
      const until = AbortSignal.any([closing.signal, ended.signal]);
      try {
        const location = await locate(closing.signal);
        namespace = location.namespace;
        session = await openSession({
          location,
          taskQueue,
          cacheDir,
          services,
          metrics,
          traces,
          outage,
          log,
        });
        if (!outage.worked() && isFirst) log.info({ taskQueue }, RUNNING);
        isFirst = false;
        ready.resolve();
        await session.run((location.moved ?? aborted)(until));
      } catch (error) {
        const reason =
          error instanceof TemporalMissingError ? error.message : explainTemporal(error, namespace);
        outage.failed(error, `${reason} Until that changes, deliveries wait in the database.`);
        if (error instanceof TemporalMissingError) pauseMs = MISSING_RETRY_MS;
      } finally {
        ended.abort();
        await session?.close().catch(() => {});
        session = undefined;
      }
      await pause(pauseMs, { signal: closing.signal, ref: false });
    }
  }

  if (holdsDeliveries) ready.resolve();
  const serving = holdsDeliveries ? undefined : serve();
  const watch = holdsDeliveries ? undefined : watchBacklog(services, log);
  const ranking = keepRanked(services, log);
  const housekeeping = keepHouse(services, retention, log);
  const textImages = keepTextImages(services, log);
  return {
    ready: ready.promise,
    wake: () => session?.wake(),
    async status() {
      if (holdsDeliveries) return 'not used';
      return (await session?.answers()) ? 'ok' : 'unavailable';
    },
    async close() {
      closing.abort();
      await Promise.all([serving, watch?.close(), ranking.close(), housekeeping.close(), textImages.close()]);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
