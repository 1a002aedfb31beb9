import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { findOverdue, returnToOutbox } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { repeat } from '../../repeat.ts';
import { createWorkOutage } from '../temporal/faults.ts';
import { workflowIdOf } from '../workflow-id.ts';

/** The reconciler checks steps that are this late. An attempt and its record take at most half a minute. */
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
  /** Called when deliveries are in the outbox again. */
  readonly onReturned: () => void;
}

/**
 * Finds deliveries whose workflow is gone, because Temporal lost its storage or somebody terminated it. It returns them
 * to the outbox, at the attempt they had reached. A delivery whose workflow runs stays as it is. When Temporal or the
 * database does not respond, the round ends and the next one starts from the beginning.
 */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  const outage = createWorkOutage(options.log, {
    away: 'Deliveries cannot be compared with their workflows.',
    back: 'Deliveries are compared with their workflows again.',
  });
  return repeat(EVERY_MS, async () => void (await outage.watch(reconcile(options, OVERDUE_MS))));
}

/**
 * Compares all overdue deliveries with their workflows, once.
 *
 * @param overdueMs how late a step must be, in milliseconds
 * @returns how many deliveries it returned to the outbox
 * @throws when Temporal or the database does not respond; the deliveries of earlier pages are in the outbox by then
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
    // Also when Temporal stops responding in the middle: the deliveries found so far can start.
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
