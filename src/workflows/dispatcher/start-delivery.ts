import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { ClaimedDelivery } from '../../domain/delivery/claim.ts';
import type { deliverVote } from '../deliver-vote.ts';
import { attemptNumber, botId, deliveryState } from '../search-attributes.ts';
import { isInvalid } from '../temporal/faults.ts';
import type { KnownAttributes } from '../temporal/upkeep.ts';
import { workflowIdOf } from '../temporal/workflow-links.ts';

/**
 * Starts the workflow of a delivery, on this process's own worker if it has a free slot. When Temporal refuses the
 * search attributes, the workflow starts without them: they are for operators, and deliveries do not need them.
 *
 * A workflow that runs already is told when its next attempt is due now.
 *
 * @param how.waitMs how long the workflow waits before its next attempt, in milliseconds
 * @param how.isSlow the receiver is known to be slow or silent
 * @returns false when the workflow runs already
 * @throws when Temporal does not start it
 */
export async function startDelivery(
  client: Client,
  taskQueue: string,
  attributes: KnownAttributes,
  delivery: ClaimedDelivery,
  how: { readonly waitMs: number; readonly isSlow: boolean },
): Promise<boolean> {
  const { id, round, attempts, userId } = delivery;

  async function start(isFiltered: boolean): Promise<boolean> {
    try {
      await client.workflow.start<typeof deliverVote>('deliverVote', {
        taskQueue,
        workflowId: workflowIdOf(delivery),
        args: [
          {
            deliveryId: id,
            botId: delivery.botId,
            round,
            attempt: attempts + 1,
            ...how,
            ...(!isFiltered && { isUnfiltered: true }),
          },
        ],
        requestEagerStart: true,
        typedSearchAttributes: isFiltered
          ? [
              { key: botId, value: delivery.botId },
              { key: deliveryState, value: 'new' },
              ...(attempts > 0 ? [{ key: attemptNumber, value: attempts }] : []),
            ]
          : [],
        staticSummary: `Vote by ${userId} for bot ${delivery.botId}`,
        staticDetails:
          `Delivery \`${id}\`, round ${round}. ` +
          'Up to five attempts: at once, then after 1 min, 5 min, 30 min and 2 h.',
      });
      return true;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      // It waits for this attempt, which somebody wants now. A first attempt has no wait.
      if (attempts > 0 && how.waitMs === 0) await hurry();
      return false;
    }
  }

  async function hurry(): Promise<void> {
    try {
      const handle = client.workflow.getHandle<typeof deliverVote>(workflowIdOf(delivery));
      await handle.signal<[number]>('retryNow', attempts + 1);
    } catch (error) {
      // It has just ended: the attempt was made.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  if (!attributes.areKnown()) return start(false);
  try {
    return await start(true);
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const isNew = await start(false);
    attributes.refused();
    return isNew;
  }
}
