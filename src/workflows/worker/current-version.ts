import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WithClock } from '../../domain/kernel/needs.ts';
import { repeat } from '../../lib/repeat.ts';
import { createWorkOutage } from '../temporal/faults.ts';
import { isNew, isSame, makeCurrent, readQueue, type Version } from '../temporal/versions.ts';

const EVERY_MS = 15_000;
/** Temporal learns of a version from its first polls. */
const KNOWN_WITHIN_MS = 10_000;
const RETRY_MS = 500;

export interface CurrentVersion {
  /** Whether new deliveries belong to this worker's version. */
  isOwn(): boolean;
  close(): Promise<void>;
}

export interface CurrentVersionOptions {
  readonly client: Client;
  readonly taskQueue: string;
  /** The version of this worker. */
  readonly own: Version;
  /** Somebody else decides which version is current. */
  readonly isManaged: boolean;
  readonly services: WithClock;
  readonly log: Logger;
}

/**
 * Keeps the version that gets new deliveries one that has workers. A version that is new becomes current as soon as a
 * worker of it starts. One that was current before takes over again only when the current version has no workers any
 * more: a worker of an old version that restarts in the middle of an upgrade must not bring it back. Workers without a
 * version take over in the same way, for instance after an operator has turned versions off.
 */
export function keepCurrentVersion(options: CurrentVersionOptions): CurrentVersion {
  const { client, own, isManaged, log } = options;
  const outage = createWorkOutage(log, {
    away: 'The current version of the workers cannot be checked or set in Temporal.',
    back: 'The current version of the workers is checked again.',
  });
  // Until Temporal says so, this worker starts no deliveries on itself: another version may be the current one.
  let isOwn = false;
  let starting = isManaged ? undefined : own;
  const quietUntil = performance.now() + KNOWN_WITHIN_MS;
  let retry: NodeJS.Timeout | undefined;

  async function step(): Promise<void> {
    try {
      if (starting && (await isNew(client, starting)))
        await makeCurrent(client, starting.deploymentName, starting.buildId);
      starting = undefined;
      isOwn = await checkCurrent(options);
    } catch (error) {
      if (performance.now() > quietUntil) throw error;
      retry = setTimeout(() => checks.soon(), RETRY_MS).unref();
    }
  }

  const checks = repeat(EVERY_MS, async () => void (await outage.watch(step())));
  return {
    isOwn: () => isOwn,
    async close() {
      clearTimeout(retry);
      await checks.close();
    },
  };
}

/**
 * Takes over if the current version has no workers.
 *
 * @returns whether this worker's version is current
 */
export async function checkCurrent(options: Omit<CurrentVersionOptions, 'log'>): Promise<boolean> {
  const { client, taskQueue, own, isManaged, services } = options;
  const queue = await readQueue(client.workflowService, client.options.namespace, taskQueue, services.now());
  if (isSame(queue.current, own)) return true;
  if (isManaged || queue.hasWorker(queue.current)) return false;
  const deploymentName = (own ?? queue.current)?.deploymentName;
  if (deploymentName) await makeCurrent(client, deploymentName, own?.buildId ?? '');
  return true;
}
