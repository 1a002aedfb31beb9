import type { PartStatus } from '../../domain/health.ts';
import type { WithAdmins } from '../../domain/identity/grant-role.ts';
import type { WithHold, WithRandom } from '../../domain/kernel/needs.ts';
import type { WithEncoder } from '../../domain/listing/images.ts';
import type { WithTextImages } from '../../domain/listing/text-images.ts';
import type { WithWays } from '../../domain/notices/ways.ts';
import type { WithPlatform } from '../../domain/platform/look-up.ts';
import type { WithPictureCheck } from '../../domain/platform/picture.ts';
import type { WithOwnDataJob } from '../../domain/privacy/own-data-job.ts';
import type { RetentionPolicy } from '../../domain/retention/run-retention.ts';
import { pause } from '../../lib/pause.ts';
import { repeat } from '../../lib/repeat.ts';
import { createTemporalOutage, explainTemporal, RUNNING } from '../temporal/faults.ts';
import { type TemporalLocation, TemporalMissingError } from '../temporal/locate.ts';
import { keepHouse, keepRanked, keepTold, watchBacklog } from './housekeeping.ts';
import { keepRefreshed } from './refresh.ts';
import { dueSendings } from './sendings.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';
import { dueTextImages } from './text-images.ts';
import { workOff } from './work-off.ts';

const RETRY_MS = 2000;
/** How soon deliveries stop when they are held, and go on when they no longer are. */
const FOLLOW_MS = 1000;
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

interface DeliveriesOptions extends Omit<SessionOptions, 'location' | 'outage' | 'workerOptions'> {
  /** Finds Temporal or starts it, until the signal is aborted. A failure is retried. */
  readonly locate: (signal: AbortSignal) => Promise<TemporalLocation>;
  readonly services: SessionOptions['services'] &
    WithEncoder &
    WithTextImages &
    WithOwnDataJob &
    WithRandom &
    WithWays &
    WithPlatform &
    WithPictureCheck &
    WithAdmins &
    WithHold;
  /** How long old rows are kept. */
  readonly retention: RetentionPolicy;
}

/**
 * Runs deliveries while Temporal is there, and reconnects when it is not. Meanwhile deliveries wait in the database.
 *
 * While deliveries are held, this process does not connect to Temporal at all, and sends no notices. Deliveries wait in
 * the outbox, and workflows wait for a worker. A copy of a service also has the ids of its workflows: with the same
 * Temporal, it would take or end those of the original.
 */
export function runDeliveries(options: DeliveriesOptions): Deliveries {
  const { services, retention, log } = options;
  let sending = services.isHeld() ? undefined : startSending(options);
  async function follow(): Promise<void> {
    if (!services.isHeld()) {
      sending ??= startSending(options);
      return;
    }
    await sending?.close();
    sending = undefined;
  }
  const parts = [
    keepRanked(services, log),
    keepHouse(services, retention, log),
    keepTold(services, retention, log),
    workOff(dueTextImages(services), log),
    keepRefreshed(services, log),
  ];
  const following = repeat(FOLLOW_MS, follow, FOLLOW_MS);
  return {
    ready: sending?.ready ?? Promise.resolve(),
    wake: () => sending?.session()?.wake(),
    async status() {
      if (!sending) return 'not used';
      return (await sending.session()?.answers()) ? 'ok' : 'unavailable';
    },
    async close() {
      await Promise.all([following.close(), ...parts.map((part) => part.close()), sending?.close()]);
      // It may have begun while the last look was under way.
      await sending?.close();
    },
  };
}

/** Starts all that sends something to others by itself. */
function startSending(options: DeliveriesOptions) {
  const { services, log } = options;
  const closing = new AbortController();
  const sessions = keepSession(options, closing.signal);
  const parts = [
    watchBacklog(services, log),
    workOff(dueSendings(services, true), log),
    workOff(dueSendings(services, false), log),
  ];
  return {
    ready: sessions.ready,
    session: sessions.current,
    async close() {
      closing.abort();
      await Promise.all([sessions.ended, ...parts.map((part) => part.close())]);
    },
  };
}

/** Keeps one session with Temporal after the other open, until the signal is aborted. */
function keepSession(options: DeliveriesOptions, closing: AbortSignal) {
  const { locate, taskQueue, log } = options;
  const ready = Promise.withResolvers<void>();
  const outage = createTemporalOutage(log);
  let session: Session | undefined;

  async function keep(): Promise<void> {
    let isFirst = true;
    while (!closing.aborted) {
      let pauseMs = RETRY_MS;
      let namespace = '';
      const ended = new AbortController();
      const until = AbortSignal.any([closing, ended.signal]);
      try {
        const location = await locate(closing);
        namespace = location.namespace;
        session = await openSession({ ...options, location, outage });
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
      await pause(pauseMs, { signal: closing, ref: false });
    }
  }

  return { ready: ready.promise, ended: keep(), current: () => session };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
