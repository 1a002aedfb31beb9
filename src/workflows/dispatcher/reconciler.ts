import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { findWaitingWorkflows, forgetWorkflows } from '../../domain/delivery/cancel.ts';
import { findOverdue, returnToOutbox } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { type Repeated, repeat } from '../../lib/repeat.ts';
import { signalStopped } from '../temporal/client.ts';
import { createWorkOutage } from '../temporal/faults.ts';
import { workflowIdOf } from '../temporal/workflow-links.ts';

/** The reconciler checks steps that are this late. An attempt and its record take at most half a minute. */
const OVERDUE_MS = 45_000;
const EVERY_MS = 15_000;
const BATCH = 100;
/** The time limit of a signal. */
const SIGNAL_MS = 5000;
/** Temporal begins the fourth try of a workflow task about 20 seconds after the first one, and the fifth after 37. */
const TRIES_OF_TASK = 4;

export interface ReconcilerOptions {
  readonly client: Pick<Client, 'workflow' | 'withDeadline'>;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
  /** Called when deliveries are in the outbox again. */
  readonly onReturned: () => void;
}

/**
 * Finds deliveries whose workflow is gone, because Temporal lost its storage or somebody terminated it. It returns them
 * to the outbox, at the attempt they had reached. A delivery whose workflow runs stays as it is, unless no worker can
 * continue the workflow: then the workflow is terminated. When Temporal or the database does not respond, the round ends
 * and the next one starts from the beginning. It also ends the workflows of cancelled and held deliveries.
 */
export function startReconciler(options: ReconcilerOptions): Repeated {
  const outage = createWorkOutage(options.log, {
    away: 'Deliveries cannot be compared with their workflows.',
    back: 'Deliveries are compared with their workflows again.',
  });
  return repeat(EVERY_MS, async () => {
    await outage.watch(endStopped(options));
    await outage.watch(reconcile(options, OVERDUE_MS));
  });
}

/**
 * Ends the workflows of cancelled and held deliveries that still wait for their next attempt. They would send nothing then, but
 * an operator would see them wait for hours.
 *
 * @returns how many deliveries it handled
 * @throws when Temporal or the database does not respond; the next round tries again
 */
export async function endStopped({ client, services }: ReconcilerOptions): Promise<number> {
  let handled = 0;
  let page = await findWaitingWorkflows(services, BATCH);
  while (page.length > 0) {
    await signalStopped({ client }, page, SIGNAL_MS);
    await forgetWorkflows(services, page);
    handled += page.length;
    page = page.length < BATCH ? [] : await findWaitingWorkflows(services, BATCH);
  }
  return handled;
}

/**
 * Compares all overdue deliveries with their workflows, once.
 *
 * @param overdueMs how late a step must be, in milliseconds
 * @returns how many deliveries it returned to the outbox
 * @throws when Temporal or the database does not respond; the deliveries of earlier pages are in the outbox by then
 */
export async function reconcile(options: ReconcilerOptions, overdueMs: number): Promise<number> {
  const { services, log } = options;
  let returned = 0;
  try {
    let page = await findOverdue(services, overdueMs, BATCH);
    while (page.length > 0) {
      const lost: string[] = [];
      for (const delivery of page) {
        if (!(await isRunning(options, workflowIdOf(delivery)))) lost.push(delivery.id);
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

async function isRunning({ client: { workflow } }: ReconcilerOptions, workflowId: string): Promise<boolean> {
  try {
    const description = await workflow.getHandle(workflowId).describe();
    if (description.status.name !== 'RUNNING') return false;
    if (canContinue(description)) return true;
    // With the id of the run: another reconciler may have started the next one.
    await workflow
      .getHandle(workflowId, description.runId)
      .terminate('Its workers cannot continue this history. The delivery goes on in a new workflow.');
    return false;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Whether the workers of today can continue a workflow that is late. Workers of a newer or an older version may have
 * begun it. Then its tasks fail again and again, or it waits for an activity that no worker has
 * (docs/decisions/deliveries.md).
 */
function canContinue({
  raw: { pendingWorkflowTask, pendingActivities },
}: WorkflowExecutionDescription): boolean {
  const isUnknown = pendingActivities?.some(
    // The SDK's error for an activity that the worker does not have.
    ({ lastFailure }) => lastFailure?.applicationFailureInfo?.type === 'NotFoundError',
  );
  return !isUnknown && (pendingWorkflowTask?.attempt ?? 0) < TRIES_OF_TASK;
}
