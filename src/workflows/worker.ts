import { setTimeout as delay } from 'node:timers/promises';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { PartStatus, Services } from '../domain/services.ts';
import { faultOf } from '../log.ts';
import { watchBacklog } from './backlog-watch.ts';
import { TemporalMissingError } from './locate.ts';
import type { Metrics } from './metrics.ts';
import { keepRanked } from './ranking.ts';
import { openSession, type Session, type TemporalLocation } from './session.ts';

const RETRY_MS = 2000;
/** Looking for a program that is not installed is slow, and an operator needs a while to install it. */
const MISSING_RETRY_MS = 30_000;

/**
 * Of first attempts whose receiver takes its time: they hold their workflow's task, which is begun anew when somebody asks
 * something of the workflow meanwhile.
 */
const EXPECTED = /^\[TMPRL1104\]|^Tried to complete untracked local activity$/;

export interface Deliveries {
  /** Settled when deliveries run for the first time. */
  readonly ready: Promise<void>;
  /** Deliveries were committed: start them at once. */
  wake(): void;
  status(): Promise<PartStatus>;
  /** Lets running attempts finish, then lets go of Temporal. */
  close(): Promise<void>;
}

/**
 * Runs deliveries for as long as Temporal is there, and tries again for as long as it is not. Until then they wait in the
 * database.
 *
 * @param options.locate finds Temporal, or starts it, until its signal says to give up; a failure is tried again
 */
export function runDeliveries(options: {
  readonly locate: (signal: AbortSignal) => Promise<TemporalLocation>;
  readonly taskQueue: string;
  readonly services: Pick<Services, 'batches' | 'db' | 'now' | 'platform' | 'secrets' | 'sender'>;
  readonly metrics: Metrics;
  readonly log: Logger;
}): Deliveries {
  const { locate, taskQueue, services, metrics, log } = options;
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let session: Session | undefined;

  async function serve(): Promise<void> {
    let announced = false;
    while (!closing.signal.aborted) {
      let pause = RETRY_MS;
      const ended = new AbortController();
      const until = AbortSignal.any([closing.signal, ended.signal]);
      try {
        const location = await locate(closing.signal);
        session = await openSession({ location, taskQueue, services, metrics, log });
        log.info({ taskQueue }, 'Deliveries run: Temporal is there.');
        ready.resolve();
        announced = false;
        await session.run((location.moved ?? aborted)(until));
      } catch (error) {
        if (!announced) {
          const reason = error instanceof TemporalMissingError ? error.message : 'Temporal does not answer.';
          log.warn({ fault: faultOf(error) }, `${reason} Deliveries wait in the database until it is there.`);
        }
        announced = true;
        if (error instanceof TemporalMissingError) pause = MISSING_RETRY_MS;
      } finally {
        ended.abort();
        await session?.close().catch(() => {});
        session = undefined;
      }
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  const serving = serve();
  const watch = watchBacklog(services, log);
  const ranking = keepRanked(services, log);
  return {
    ready: ready.promise,
    wake: () => session?.wake(),
    status: async () => ((await session?.answers()) ? 'ok' : 'unavailable'),
    async close() {
      closing.abort();
      await Promise.all([serving, watch.close(), ranking.close()]);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Sends the SDK's warnings to our log, and leaves signals to us. Once a process, before anything of Temporal. */
export function installTemporalRuntime(log: Logger): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (EXPECTED.test(message)) return;
      const { workflowId, activityType, error } = meta ?? {};
      const fields = { from: 'temporal', workflowId, activityType, ...(error && { fault: faultOf(error) }) };
      log[level === 'ERROR' ? 'error' : 'warn'](fields, message);
    }),
  });
}
