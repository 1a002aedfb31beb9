import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import type { TemporalClient } from './client.ts';
import { ATTRIBUTE_TYPES } from './register-search-attributes.ts';
import { readQueue } from './versions.ts';

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
  const [{ customAttributes }, { workers }] = await Promise.all([
    operatorService.listSearchAttributes({ namespace }),
    readQueue(workflowService, namespace, taskQueue, now),
  ]);
  return {
    serverVersion: serverVersion ?? '',
    wrongAttributes: Object.entries(SEARCH_ATTRIBUTES)
      .filter(([name, type]) => customAttributes?.[name] !== ATTRIBUTE_TYPES[type])
      .map(([name, type]) => `${name} (${type})`),
    workers,
  };
}
