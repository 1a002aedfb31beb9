import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { repeat } from '../../lib/repeat.ts';
import { faultOf } from '../../telemetry/log.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { createWorkOutage, isNotAllowed } from './faults.ts';
import { ensureSchedule, makeSchedule, removeSchedule } from './refresh-schedule.ts';
import { registerSearchAttributes } from './register-search-attributes.ts';

const EVERY_MS = 60_000;
/** The time that a cluster needs until all of its parts know a new attribute. */
const UNKNOWN_MS = 60_000;
/** How long upkeep may delay deliveries. */
const UPKEEP_TIMEOUT_MS = 5000;
const WANTED = Object.entries(SEARCH_ATTRIBUTES)
  .map(([name, type]) => `${name} (${type})`)
  .join(', ');

/** Whether Temporal knows the search attributes of deliveries. */
export interface KnownAttributes {
  areKnown(): boolean;
  /** Temporal refused to start a workflow with them. */
  refused(): void;
}

export interface Upkeep {
  readonly attributes: KnownAttributes;
  close(): Promise<void>;
}

/**
 * Keeps the search attributes and the schedule of the daily refresh in the namespace. Both get lost with Temporal's
 * storage. Deliveries need neither.
 *
 * @param options.isRefreshed whether the schedule must exist
 * @returns after the first try
 */
export async function startUpkeep(options: {
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly taskQueue: string;
  readonly isRefreshed: boolean;
  readonly log: Logger;
}): Promise<Upkeep> {
  const { connection, client, taskQueue, isRefreshed, log } = options;
  const { namespace } = client.options;
  const attributesOutage = createWorkOutage(log, {
    away: 'The search attributes of deliveries could not be checked.',
    back: 'The search attributes of deliveries are checked again.',
  });
  const scheduleOutage = createWorkOutage(log, {
    away: 'The schedule of the daily refresh could not be set.',
    back: 'The schedule of the daily refresh is set.',
  });
  let refusedAt = Number.NEGATIVE_INFINITY;
  let denial: string | undefined;
  let isDenialTold = false;

  async function keepAttributes(): Promise<void> {
    try {
      const missing = await registerSearchAttributes(connection, namespace);
      denial = undefined;
      if (missing > 0) log.info('Added the search attributes of deliveries, which were missing in Temporal.');
    } catch (error) {
      if (!isNotAllowed(error)) throw error;
      denial = faultOf(error);
    }
  }

  const bounded = (work: () => Promise<unknown>) =>
    client.withDeadline(grpcDeadline(UPKEEP_TIMEOUT_MS), () =>
      connection.withDeadline(grpcDeadline(UPKEEP_TIMEOUT_MS), work),
    );

  await attributesOutage.watch(bounded(keepAttributes));
  await scheduleOutage.watch(
    bounded(() => (isRefreshed ? ensureSchedule : removeSchedule)(client.schedule, taskQueue)),
  );
  const repeated = repeat(
    EVERY_MS,
    async () => {
      await attributesOutage.watch(bounded(keepAttributes));
      if (isRefreshed) await scheduleOutage.watch(bounded(() => makeSchedule(client.schedule, taskQueue)));
    },
    EVERY_MS,
  );
  return {
    attributes: {
      areKnown: () => performance.now() - refusedAt > UNKNOWN_MS,
      refused() {
        refusedAt = performance.now();
        repeated.soon();
        if (denial === undefined || isDenialTold) return;
        isDenialTold = true;
        log.warn(
          { fault: denial },
          'Temporal does not know the search attributes of deliveries and does not let this service add them. ' +
            'Deliveries run without them, and cannot be filtered in the Temporal UI. ' +
            `An operator can add them to the namespace "${namespace}": ${WANTED}.`,
        );
      },
    },
    close: repeated.close,
  };
}
