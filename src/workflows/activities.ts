import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import {
  type AttemptResult,
  attemptDelivery,
  cancelDelivery,
  isKnownDelivery,
  recordAttempt,
  UnreadableSecretError,
} from '../domain/delivery/attempt.ts';
import type {
  AttemptRecord,
  AttemptRequest,
  AttemptStatements,
} from '../domain/delivery/attempt-statements.ts';
import type { WithSecrets } from '../domain/identity/secret-box.ts';
import type { WithClock, WithDatabase, WithSender } from '../domain/kernel/needs.ts';
import type { EndpointPace } from './endpoint-pace.ts';
import { createReceiverGate } from './receiver-gate.ts';

/** Longer than an attempt usually takes, so that few cost a heartbeat, and within the workflow's heartbeat time-out. */
const HEARTBEAT_MS = 6000;
/** Long enough that Temporal keeps the time, and no slot is held meanwhile; the key or the secret has to be put right by hand. */
const UNREADABLE_RETRY_MS = 5 * 60_000;

/**
 * How long a delivery that this worker's database does not know is left to other workers, which may have another database. After
 * that its row is gone.
 */
const UNKNOWN_FOR_MS = 3 * 60 * 60 * 1000;
/** The pause between two such tries doubles from a second up to this. */
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

export interface Activities {
  /** Makes an attempt and records it. */
  attempt(request: AttemptRequest): Promise<AttemptResult>;
  /** Records an attempt that was made while the database was away. */
  record(record: AttemptRecord): Promise<void>;
  /** Ends a delivery that waits. */
  cancel(deliveryId: string): Promise<void>;
}

/**
 * @param services what an attempt needs
 * @param pace told how long receivers take
 * @param onAttempt told after each attempt, made or failed to be made
 * @param onUnreadableSecret told of each attempt that waits since the secret of its webhook does not open
 * @param onUnknown told of each delivery that is not in this worker's database
 */
export function createActivities(
  services: AttemptStatements & WithDatabase & WithClock & WithSecrets & WithSender,
  pace: EndpointPace,
  onAttempt: (request: AttemptRequest, result: AttemptResult | undefined) => void,
  onUnreadableSecret: (botId: string) => void,
  onUnknown: () => void,
): Activities {
  const gate = createReceiverGate(() => services.now().getTime(), pace.expectedMs);
  return {
    async attempt(request) {
      const { botId } = request;
      const putOffMs = gate.enter(botId);
      if (putOffMs > 0) {
        throw ApplicationFailure.create({
          message: 'As many requests as allowed are under way at this receiver.',
          type: 'ReceiverBusy',
          category: ApplicationFailureCategory.BENIGN,
          nextRetryDelay: Math.ceil(putOffMs),
        });
      }
      const sender: Pick<WithSender['sender'], 'post'> = {
        post: (post) => pace.watch(botId, () => services.sender.post(post)),
      };
      let result: AttemptResult | undefined;
      try {
        result = await whileBeating(attemptDelivery({ ...services, sender }, request));
        if (result.isUnknown) leaveToOthers();
        return result;
      } catch (error) {
        if (!(error instanceof UnreadableSecretError)) throw error;
        onUnreadableSecret(botId);
        throw ApplicationFailure.create({
          message: error.message,
          type: 'SecretUnreadable',
          category: ApplicationFailureCategory.BENIGN,
          nextRetryDelay: UNREADABLE_RETRY_MS,
        });
      } finally {
        gate.leave(botId);
        onAttempt(request, result);
      }
    },
    record: (record) => whileBeating(ifKnown(record.deliveryId, () => recordAttempt(services, record))),
    cancel: (deliveryId) => whileBeating(ifKnown(deliveryId, () => cancelDelivery(services, deliveryId))),
  };

  async function ifKnown(deliveryId: string, work: () => Promise<void>): Promise<void> {
    if (await isKnownDelivery(services, deliveryId)) return work();
    leaveToOthers();
  }

  /**
   * A service with another database may work on the same task queue: what it takes must not end there.
   *
   * @throws so that the activity is tried again, by any worker; not where only this one would try (the workflow sees to that) and
   *   not when others have had their time
   */
  function leaveToOthers(): void {
    onUnknown();
    const { isLocal, scheduledTimestampMs, attempt } = Context.current().info;
    if (isLocal || services.now().getTime() - scheduledTimestampMs > UNKNOWN_FOR_MS) return;
    throw ApplicationFailure.create({
      message: 'The database of this worker does not know the delivery.',
      type: 'UnknownDelivery',
      category: ApplicationFailureCategory.BENIGN,
      nextRetryDelay: Math.min(1000 * 2 ** (attempt - 1), LONGEST_PAUSE_MS),
    });
  }
}

/** Tells Temporal that this worker still works on it: what a killed one held is given to another all the sooner. */
async function whileBeating<Result>(work: Promise<Result>): Promise<Result> {
  const { heartbeat, info } = Context.current();
  // A local one has none.
  if (info.isLocal) return work;
  const beating = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(beating);
  }
}
