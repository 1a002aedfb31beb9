import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import {
  AttemptInterruptedError,
  type AttemptResult,
  attemptDelivery,
  isKnownDelivery,
  recordAttempt,
  UnreadableSecretError,
} from '../../domain/delivery/attempt.ts';
import type { AttemptRecord, AttemptRequest } from '../../domain/delivery/attempt-statements.ts';
import { cancelPending } from '../../domain/delivery/cancel.ts';
import type { WithClock, WithDatabase, WithSecrets, WithSender } from '../../domain/kernel/needs.ts';
import { SCHEDULE_MS } from '../../terms/schedule.ts';
import type { ReceiverPace } from '../dispatcher/receiver-pace.ts';
import { createReceiverGate, type ReceiverGate } from './receiver-gate.ts';

/** Longer than most attempts, so that few send a heartbeat, and shorter than the workflow's heartbeat timeout. */
const HEARTBEAT_MS = 6000;
/** An operator or an owner must repair the key or the secret. Until the retry, Temporal holds no activity slot. */
const UNREADABLE_RETRY_MS = 5 * 60_000;

/**
 * How long a delivery that is not in this worker's database is left to other workers, which may have another database:
 * longer than all its attempts take. After that it counts as deleted.
 */
const UNKNOWN_FOR_MS = SCHEDULE_MS + 30 * 60_000;
/** Zero would mean the delay of the retry policy. */
const AT_ONCE_MS = 1;
/** The pause between two such tries doubles from one second up to this. */
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

export interface Activities {
  /** Makes an attempt and records it. */
  attempt(request: AttemptRequest): Promise<AttemptResult>;
  /** Records an attempt that could not be recorded at its time, because the database was away. */
  record(record: AttemptRecord): Promise<void>;
  /** Cancels a waiting delivery. */
  cancel(deliveryId: string): Promise<void>;
}

/**
 * @param pace learns how long receivers take
 * @param onAttempt called after each attempt, also after one that could not be made
 * @param onUnreadableSecret called for each attempt that waits because its webhook secret cannot be decrypted
 * @param onUnknown called for each delivery that is not in this worker's database
 * @param interrupt ends the requests to receivers, because the process ends; other workers repeat them
 */
export function createActivities(
  services: WithDatabase & WithClock & WithSecrets & WithSender,
  pace: ReceiverPace,
  onAttempt: (request: AttemptRequest, result: AttemptResult | undefined) => void,
  onUnreadableSecret: (botId: string) => void,
  onUnknown: () => void,
  interrupt?: AbortSignal,
): Activities {
  const gate = createReceiverGate(pace.expectedMs);
  function leaveUnknown(): void {
    onUnknown();
    leaveToOthers(services.now());
  }
  async function ifKnown(deliveryId: string, work: () => Promise<unknown>): Promise<void> {
    if (await isKnownDelivery(services, deliveryId)) await work();
    else leaveUnknown();
  }

  return {
    async attempt(request) {
      const { botId } = request;
      enterOrRetry(gate, botId);
      const sender: Pick<WithSender['sender'], 'post'> = {
        post: (post) => pace.watch(botId, () => services.sender.post({ ...post, signal: interrupt })),
      };
      let result: AttemptResult | undefined;
      try {
        result = await whileBeating(attemptDelivery({ ...services, sender }, request));
        if (result.isUnknown) leaveUnknown();
        return result;
      } catch (error) {
        if (error instanceof AttemptInterruptedError) return interrupted(error);
        if (!(error instanceof UnreadableSecretError)) throw error;
        onUnreadableSecret(botId);
        throw retryIn(UNREADABLE_RETRY_MS, 'SecretUnreadable', error.message);
      } finally {
        gate.leave(botId);
        onAttempt(request, result);
      }
    },
    record: (record) => whileBeating(ifKnown(record.deliveryId, () => recordAttempt(services, record))),
    cancel: (deliveryId) => whileBeating(ifKnown(deliveryId, () => cancelPending(services, deliveryId))),
  };
}

/** @throws so that the attempt is retried when the receiver has room */
function enterOrRetry(gate: ReceiverGate, botId: string): void {
  const putOffMs = gate.enter(botId);
  if (putOffMs > 0) {
    throw retryIn(
      Math.ceil(putOffMs),
      'ReceiverBusy',
      'As many requests as allowed are under way at this receiver.',
    );
  }
}

/**
 * Only this worker could retry a local activity. The workflow goes on with an ordinary one.
 *
 * @throws in an ordinary activity, so that another worker retries it
 */
function interrupted({ message }: AttemptInterruptedError): AttemptResult {
  if (!Context.current().info.isLocal) throw retryIn(AT_ONCE_MS, 'WorkerEnds', message);
  return { state: 'pending', said: 'interrupted', isInterrupted: true };
}

/**
 * Leaves a delivery to other workers. A service with another database may work on the same task queue by mistake, and
 * must not end the deliveries that it takes.
 *
 * @throws so that any worker retries the activity. Does not throw in a local activity, which only this worker would
 *   retry (the workflow then uses an ordinary one), nor after the other workers had enough time.
 */
function leaveToOthers(now: Date): void {
  const { isLocal, scheduledTimestampMs, attempt } = Context.current().info;
  if (isLocal || now.getTime() - scheduledTimestampMs > UNKNOWN_FOR_MS) return;
  throw retryIn(
    Math.min(1000 * 2 ** (attempt - 1), LONGEST_PAUSE_MS),
    'UnknownDelivery',
    'The database of this worker does not know the delivery.',
  );
}

/** A failure that is no error of the service: any worker makes the activity again after a time. */
function retryIn(nextRetryDelay: number, type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay,
  });
}

/** Sends heartbeats, so that Temporal soon gives the activity of a killed worker to another one. */
async function whileBeating<Result>(work: Promise<Result>): Promise<Result> {
  const { heartbeat, info } = Context.current();
  // Local activities have no heartbeats.
  if (info.isLocal) return work;
  const beating = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(beating);
  }
}
