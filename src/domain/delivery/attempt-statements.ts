import type { Database } from '../../db/client.ts';
import type { DeliveryState } from '../../db/tables.ts';
import { createBatch } from '../kernel/batch.ts';

/** Names one attempt of a delivery. Each round has five attempts. */
export interface AttemptRequest {
  readonly deliveryId: string;
  readonly botId: string;
  /** 1 at first. Each manual resend starts a new round. */
  readonly round: number;
  /** 1 to 5. */
  readonly number: number;
}

/** The result of an attempt. Plain JSON, because a workflow may have to store it. */
export interface AttemptRecord extends AttemptRequest {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly failure: string | null;
  readonly excerpt: string;
  readonly retryAfterSeconds: number | null;
}

/** The current data for an attempt. */
export interface PreparedAttempt {
  readonly userId: string;
  readonly votedAt: Date;
  readonly createdAt: Date;
  readonly state: DeliveryState;
  readonly round: number;
  readonly url: string | null;
  readonly sealedSecret: Buffer | null;
  /** The recorded result of this attempt; null when it was not made yet. */
  readonly recordedStatus: number | null;
  readonly recordedFailure: string | null;
}

/** The result of an attempt and the new state of its delivery. */
export interface AttemptOutcome extends AttemptRecord {
  readonly state: DeliveryState;
  readonly at: Date;
  readonly nextAttemptAt: Date | null;
}

/** The two statements of an attempt. Concurrent attempts share them. */
export interface AttemptStatements {
  /**
   * Reads the data for an attempt.
   *
   * @returns undefined when there is no such delivery
   */
  readonly prepareAttempt: (request: AttemptRequest) => Promise<PreparedAttempt | undefined>;
  /** Records an attempt and updates its delivery. An attempt that is already recorded stays as it is. */
  readonly storeAttempt: (outcome: AttemptOutcome) => Promise<void>;
}

/** Makes the statements of attempts. */
export function createAttemptStatements({ sql }: Pick<Database, 'sql'>): AttemptStatements {
  return {
    prepareAttempt: createBatch(async (requests: readonly AttemptRequest[]) => {
      const rows = await sql<(PreparedAttempt & { position: number })[]>`
        select request.position::int, delivery.user_id as "userId", delivery.voted_at as "votedAt",
          delivery.created_at as "createdAt", delivery.state, delivery.round, webhook.url,
          webhook.sealed_secret as "sealedSecret",
          attempt.status_code as "recordedStatus", attempt.failure as "recordedFailure"
        from unnest(
          ${requests.map(({ deliveryId }) => deliveryId)}::uuid[], ${requests.map(({ botId }) => botId)}::text[],
          ${requests.map(({ round }) => round)}::int[], ${requests.map(({ number }) => number)}::int[]
        ) with ordinality as request(delivery_id, bot_id, round, number, position)
        join deliveries delivery on delivery.id = request.delivery_id and delivery.bot_id = request.bot_id
        left join webhooks webhook on webhook.bot_id = delivery.bot_id
        left join delivery_attempts attempt on attempt.delivery_id = delivery.id
          and attempt.round = request.round and attempt.number = request.number`;
      const prepared = new Map(rows.map(({ position, ...row }) => [position, row]));
      return requests.map((_, index) => prepared.get(index + 1));
    }),

    storeAttempt: createBatch(async (outcomes: readonly AttemptOutcome[]) => {
      await sql`
        with outcome as (
          select * from jsonb_to_recordset(${JSON.stringify(outcomes.map(rowOf))}::text::jsonb) as outcome(
            delivery_id uuid, round smallint, number smallint, bot_id text, started_at timestamptz, duration_ms int,
            status_code smallint, failure text, excerpt text, retry_after_seconds int,
            state text, at timestamptz, next_attempt_at timestamptz)
        ), attempt as (
          insert into delivery_attempts (delivery_id, round, number, bot_id, started_at, duration_ms, status_code,
            failure, excerpt, retry_after_seconds)
          select delivery_id, round, number, bot_id, started_at, duration_ms, status_code, failure, excerpt,
            retry_after_seconds
          from outcome where exists (select from deliveries where id = delivery_id)
          on conflict do nothing
          returning delivery_id, round, number
        )
        update deliveries set
          state = outcome.state,
          dispatched_at = coalesce(dispatched_at, outcome.at),
          finished_at = case when outcome.state <> 'pending' then outcome.at end,
          next_attempt_at = outcome.next_attempt_at
        from outcome join attempt using (delivery_id, round, number)
        where deliveries.id = outcome.delivery_id and deliveries.state = 'pending'
          and deliveries.round = outcome.round`;
      return outcomes.map(() => undefined);
    }),
  };
}

function rowOf(outcome: AttemptOutcome) {
  return {
    delivery_id: outcome.deliveryId,
    round: outcome.round,
    number: outcome.number,
    bot_id: outcome.botId,
    started_at: outcome.startedAt,
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    failure: outcome.failure,
    excerpt: outcome.excerpt,
    retry_after_seconds: outcome.retryAfterSeconds,
    state: outcome.state,
    at: outcome.at.toISOString(),
    next_attempt_at: outcome.nextAttemptAt?.toISOString() ?? null,
  };
}
