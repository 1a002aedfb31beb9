import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { faultOf } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { createWorkOutage, isNotAllowed, isThereAlready } from './faults.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;
export const ATTRIBUTE_TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Int: IndexedValueType.INDEXED_VALUE_TYPE_INT,
};

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
 * Keeps the search attributes in the namespace, which get lost with Temporal's storage. Deliveries do not need them.
 * Removes the schedule of the daily refresh, which processes of earlier versions make again each minute while they run.
 *
 * @returns after the first try
 */
export async function startUpkeep(options: {
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Logger;
}): Promise<Upkeep> {
  const { connection, client, taskQueue, log } = options;
  const attributes = createAttributes(connection, client.options.namespace, log);
  const attributesOutage = createWorkOutage(log, {
    away: 'The search attributes of deliveries could not be checked.',
    back: 'The search attributes of deliveries are checked again.',
  });
  const scheduleOutage = createWorkOutage(log, {
    away: 'The schedule "refresh-listings" of an earlier version could not be removed from Temporal.',
    back: 'The schedule "refresh-listings" of an earlier version is gone from Temporal.',
  });
  const bounded = (work: () => Promise<unknown>) =>
    client.withDeadline(grpcDeadline(UPKEEP_TIMEOUT_MS), () =>
      connection.withDeadline(grpcDeadline(UPKEEP_TIMEOUT_MS), work),
    );

  const keep = async () => {
    await attributesOutage.watch(bounded(attributes.keep));
    await scheduleOutage.watch(bounded(() => removeSchedule(client, taskQueue)));
  };
  await keep();
  const repeated = repeat(EVERY_MS, keep, EVERY_MS);
  return {
    attributes: {
      areKnown: attributes.areKnown,
      refused() {
        attributes.refused();
        repeated.soon();
      },
    },
    close: repeated.close,
  };
}

async function removeSchedule({ schedule }: Client, taskQueue: string): Promise<void> {
  try {
    await schedule.getHandle(`refresh-listings/${taskQueue}`).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

function createAttributes(
  connection: NativeConnection,
  namespace: string,
  log: Logger,
): KnownAttributes & { keep(): Promise<void> } {
  let refusedAt = Number.NEGATIVE_INFINITY;
  let denial: string | undefined;
  let isDenialTold = false;
  return {
    async keep() {
      try {
        const missing = await registerSearchAttributes(connection, namespace);
        denial = undefined;
        if (missing > 0)
          log.info('Added the search attributes of deliveries, which were missing in Temporal.');
      } catch (error) {
        if (!isNotAllowed(error)) throw error;
        denial = faultOf(error);
      }
    },
    areKnown: () => performance.now() - refusedAt > UNKNOWN_MS,
    refused() {
      refusedAt = performance.now();
      if (denial === undefined || isDenialTold) return;
      isDenialTold = true;
      log.warn(
        { fault: denial },
        'Temporal does not know the search attributes of deliveries and does not let this service add them. ' +
          'Deliveries run without them, and cannot be filtered in the Temporal UI. ' +
          `An operator can add them to the namespace "${namespace}": ${WANTED}.`,
      );
    },
  };
}

/**
 * Adds the search attributes of deliveries that the namespace lacks. It may take a minute until the whole cluster knows
 * them.
 *
 * @returns how many were missing
 * @throws when this client may not list or add them, or Temporal does not respond
 */
async function registerSearchAttributes(connection: NativeConnection, namespace: string): Promise<number> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const names = Object.keys(SEARCH_ATTRIBUTES) as (keyof typeof SEARCH_ATTRIBUTES)[];
  const missing = names.filter((name) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return 0;
  try {
    await addSearchAttributes(connection, namespace, missing);
  } catch (error) {
    // Another worker was faster.
    if (!isThereAlready(error)) throw error;
  }
  return missing.length;
}

/** Adds search attributes without checking whether they exist. */
export async function addSearchAttributes(
  connection: NativeConnection,
  namespace: string,
  names: readonly (keyof typeof SEARCH_ATTRIBUTES)[],
): Promise<void> {
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      names.map((name) => [name, ATTRIBUTE_TYPES[SEARCH_ATTRIBUTES[name]]]),
    ),
  });
}
