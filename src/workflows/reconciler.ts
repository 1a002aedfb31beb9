import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { findOverdue, returnToOutbox } from '../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { repeat } from './repeat.ts';
import { createWorkOutage } from './temporal-faults.ts';
import { workflowIdOf } from './workflow-id.ts';

/** A step that is this late is looked into: an attempt and its record take half a minute at most. */
const OVERDUE_MS = 45_000;
const EVERY_MS = 15_000;
const BATCH = 100;

export interface Reconciler {
  close(): Promise<void>;
}

export interface ReconcilerOptions {
  readonly client: Pick<Client, 'workflow'>;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
  /** Deliveries are in the outbox again. */
  readonly onReturned: () => void;
}

/**
 * Finds deliveries whose workflow is gone (Temporal's storage was lost, or somebody terminated it) and puts them back
 * into the outbox, at the attempt they had reached. One whose workflow still runs is left to it. A round that Temporal or the
 * database does not answer ends there; the next one begins anew.
 */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  const outage = createWorkOutage(options.log, {
    away: 'Deliveries cannot be compared with their workflows.',
    back: 'Deliveries are compared with their workflows again.',
  });
  return repeat(EVERY_MS, async () => void (await outage.watch(reconcile(options, OVERDUE_MS))));
}

/**
 * One comparison.
 *
 * @param overdueMs how late a step must be to be looked into, in milliseconds
 * @returns how many deliveries are in the outbox again
 * @throws when Temporal or the database does not answer; what was found on earlier pages is in the outbox by then
 */
export async function reconcile(options: ReconcilerOptions, overdueMs: number): Promise<number> {
  const { client, services, log } = options;
  let returned = 0;
  try {
    let page = await findOverdue(services, overdueMs, BATCH);
    while (page.length > 0) {
      const lost: string[] = [];
      for (const delivery of page) {
        if (!(await isRunning(client, workflowIdOf(delivery)))) lost.push(delivery.id);
      }
      if (lost.length > 0) await returnToOutbox(services, lost);
      returned += lost.length;
      page = page.length < BATCH ? [] : await findOverdue(services, overdueMs, BATCH, page.at(-1));
    }
  } finally {
    // Where Temporal stops to answer in the middle, what was found by then goes on all the same.
    if (returned > 0) {
      log.warn({ deliveries: returned }, 'Workflows of deliveries were gone; they are started again.');
      options.onReturned();
    }
  }
  return returned;
}

async function isRunning(client: Pick<Client, 'workflow'>, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
