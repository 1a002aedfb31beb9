import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { ClaimedDelivery } from '../../domain/delivery/claim.ts';
import { ATTEMPTS, RETRY_AFTER_MS } from '../../terms/schedule.ts';
import type { DeliverVoteInput, deliverVote } from '../deliver-vote.ts';
import { attemptNumber, botId, deliveryState } from '../search-attributes.ts';
import { isInvalid } from '../temporal/faults.ts';
import type { KnownAttributes } from '../temporal/upkeep.ts';
import { workflowIdOf } from '../temporal/workflow-links.ts';

const WAITS = new Intl.ListFormat('en-GB').format(
  RETRY_AFTER_MS.map((ms) => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`)),
);

/** How the workflow begins: with a wait in milliseconds, and whether the receiver is known to be slow or silent. */
type Start = Pick<DeliverVoteInput, 'waitMs' | 'isSlow'>;

/**
 * Starts the workflow of a delivery, on this process's own worker if it has a free slot. When Temporal refuses the
 * search attributes, the workflow starts without them: they are for operators, and deliveries do not need them.
 *
 * A workflow that runs already is told when its next attempt is due now.
 *
 * @returns false when the workflow runs already
 * @throws when Temporal does not start it
 */
export async function startDelivery(
  client: Client,
  taskQueue: string,
  attributes: KnownAttributes,
  delivery: ClaimedDelivery,
  how: Start,
): Promise<boolean> {
  async function start(isFiltered: boolean): Promise<boolean> {
    const options = { taskQueue, requestEagerStart: true, ...workflowOf(delivery, how, isFiltered) };
    try {
      await client.workflow.start<typeof deliverVote>('deliverVote', options);
      return true;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      // It waits for this attempt, which somebody wants now. A first attempt has no wait.
      if (delivery.attempts > 0 && how.waitMs === 0) await hurry(client, delivery);
      return false;
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

/** The workflow of a delivery: its id, its input, and what operators see of it. */
function workflowOf(delivery: ClaimedDelivery, how: Start, isFiltered: boolean) {
  const { id, round, attempts } = delivery;
  const args: [DeliverVoteInput] = [
    {
      deliveryId: id,
      botId: delivery.botId,
      round,
      attempt: attempts + 1,
      ...how,
      ...(!isFiltered && { isUnfiltered: true }),
    },
  ];
  return {
    workflowId: workflowIdOf(delivery),
    args,
    typedSearchAttributes: isFiltered
      ? [
          { key: botId, value: delivery.botId },
          { key: deliveryState, value: 'new' },
          ...(attempts > 0 ? [{ key: attemptNumber, value: attempts }] : []),
        ]
      : [],
    // Without the user: Temporal keeps it after they have deleted their account.
    staticSummary: `Vote for bot ${delivery.botId}`,
    staticDetails: `Delivery \`${id}\`, round ${round}. Up to ${ATTEMPTS} attempts: at once, then after ${WAITS}.`,
  };
}

/** Tells a workflow that its next attempt is due now. */
async function hurry(client: Client, delivery: ClaimedDelivery): Promise<void> {
  try {
    const handle = client.workflow.getHandle<typeof deliverVote>(workflowIdOf(delivery));
    await handle.signal<[number]>('retryNow', delivery.attempts + 1);
  } catch (error) {
    // It has just ended: the attempt was made.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
