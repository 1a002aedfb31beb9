import proto from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import type { TemporalClient } from './client.ts';
import { ATTRIBUTE_TYPES } from './upkeep.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;
/** A poll of a worker takes up to a minute. */
const POLLED_WITHIN_MS = 70_000;

/** What an operator wants to know about Temporal. */
export interface TemporalState {
  readonly serverVersion: string;
  /** Search attributes of deliveries that are missing or have another type, such as `BotId (Keyword)`. */
  readonly wrongAttributes: readonly string[];
  /** Workers that have polled the task queue within the last minute. */
  readonly workers: number;
}

/**
 * Reads the state of the namespace and the task queue.
 *
 * @param now the time, to compare with the times of polls
 * @throws when Temporal does not respond, or has no such namespace
 */
export async function inspectTemporal(
  { connection, namespace }: TemporalClient,
  taskQueue: string,
  now: Date,
): Promise<TemporalState> {
  const { workflowService, operatorService } = connection;
  const { serverVersion } = await workflowService.getSystemInfo({});
  await workflowService.describeNamespace({ namespace });
  const [{ customAttributes }, { pollers }] = await Promise.all([
    operatorService.listSearchAttributes({ namespace }),
    workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  ]);
  const recent = pollers.filter(
    ({ lastAccessTime }) => now.getTime() - Number(lastAccessTime?.seconds ?? 0) * 1000 < POLLED_WITHIN_MS,
  );
  return {
    serverVersion: serverVersion ?? '',
    wrongAttributes: Object.entries(SEARCH_ATTRIBUTES)
      .filter(([name, type]) => customAttributes?.[name] !== ATTRIBUTE_TYPES[type])
      .map(([name, type]) => `${name} (${type})`),
    workers: new Set(recent.map(({ identity }) => identity)).size,
  };
}
