import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { faultOf } from '../log.ts';
import { ensureSchedule, makeSchedule, removeSchedule } from './refresh-schedule.ts';
import { registerSearchAttributes } from './register-search-attributes.ts';
import { repeat } from './repeat.ts';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';
import type { KnownAttributes } from './start-delivery.ts';
import { createWorkOutage, isNotAllowed } from './temporal-faults.ts';

const EVERY_MS = 60_000;
/** A cluster takes as long until all of its parts know a new attribute. */
const UNKNOWN_MS = 60_000;
/** How long upkeep may hold up deliveries. */
const UPKEEP_TIMEOUT_MS = 5000;
const WANTED = Object.entries(SEARCH_ATTRIBUTES)
  .map(([name, type]) => `${name} (${type})`)
  .join(', ');

export interface Upkeep {
  readonly attributes: KnownAttributes;
  close(): Promise<void>;
}

/**
 * Keeps in the namespace what is lost with Temporal's storage: the search attributes, and the schedule of the daily refresh.
 * Deliveries need neither.
 *
 * @param options.isRefreshed whether there is to be a schedule
 * @returns once it was tried for the first time
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
    away: 'The search attributes of deliveries could not be looked after.',
    back: 'The search attributes of deliveries are looked after again.',
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
      if (missing > 0)
        log.info('The search attributes of deliveries were missing in Temporal, and are added.');
    } catch (error) {
      if (!isNotAllowed(error)) throw error;
      denial = faultOf(error);
    }
  }

  const bounded = (work: () => Promise<unknown>) =>
    client.withDeadline(Date.now() + UPKEEP_TIMEOUT_MS, () =>
      connection.withDeadline(Date.now() + UPKEEP_TIMEOUT_MS, work),
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
          `Temporal does not know the search attributes of deliveries and does not let this service add them: deliveries run without, and cannot be filtered in its UI. An operator can add them to the namespace "${namespace}": ${WANTED}.`,
        );
      },
    },
    close: repeated.close,
  };
}
