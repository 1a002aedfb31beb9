import type { Database } from '../../db/client.ts';
import type { DeliveryKind, DeliveryState, ShownHeader, WebhookFormat } from '../../db/delivery-tables.ts';
import { gathered, inOrder } from '../kernel/batch.ts';

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
  /** Absent in histories of earlier versions. */
  readonly responseHeaders?: readonly ShownHeader[] | null;
  readonly retryAfterSeconds: number | null;
}

/** The current data for an attempt. */
export interface PreparedAttempt {
  readonly kind: DeliveryKind;
  readonly userId: string;
  readonly votedAt: Date;
  readonly createdAt: Date;
  /** The id of the request that caused the delivery. */
  readonly requestId: string | null;
  readonly state: DeliveryState;
  readonly round: number;
  readonly url: string | null;
  readonly sealedSecret: Buffer | null;
  /** The next secret and its time, for a test that was recorded while it waited. */
  readonly nextSealedSecret: Buffer | null;
  readonly nextSecretAt: Date | null;
  /** Null without a webhook. */
  readonly format: WebhookFormat | null;
  /** The names of bot and user, for the chats that show them. */
  readonly botName: string | null;
  readonly userName: string | null;
  /** When the URL and the secret were set. */
  readonly webhookUpdatedAt: Date | null;
  /** Whether a receiver has accepted a request with this URL and secret. */
  readonly isVerified: boolean | null;
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

/** Reads the data for an attempt; undefined when there is no such delivery. Concurrent attempts share the statement. */
export const prepareAttempt = gathered(
  async ({ sql }: Pick<Database, 'sql'>, requests: readonly AttemptRequest[]) => {
    const rows = await sql<(PreparedAttempt & { position: number })[]>`
      select request.position::int, delivery.kind, delivery.user_id as "userId", delivery.voted_at as "votedAt",
        delivery.created_at as "createdAt", delivery.request_id as "requestId", delivery.state, delivery.round,
        webhook.url, webhook.format,
        case when shows_names then (select name from bots where id = delivery.bot_id) end as "botName",
        case when shows_names then (select name from users where id = delivery.user_id) end as "userName",
        webhook.sealed_secret as "sealedSecret",
        case when tests_next then webhook.next_sealed_secret end as "nextSealedSecret",
        case when tests_next then webhook.next_secret_at end as "nextSecretAt", webhook.updated_at as "webhookUpdatedAt",
        webhook.verified_at >= webhook.updated_at as "isVerified",
        attempt.status_code as "recordedStatus", attempt.failure as "recordedFailure"
      from unnest(
        ${requests.map(({ deliveryId }) => deliveryId)}::uuid[], ${requests.map(({ botId }) => botId)}::text[],
        ${requests.map(({ round }) => round)}::int[], ${requests.map(({ number }) => number)}::int[]
      ) with ordinality as request(delivery_id, bot_id, round, number, position)
      join deliveries delivery on delivery.id = request.delivery_id and delivery.bot_id = request.bot_id
      left join webhooks webhook on webhook.bot_id = delivery.bot_id
      cross join lateral (
        select delivery.kind = 'test' and delivery.created_at >= webhook.next_secret_at as tests_next,
          webhook.format in ('discord', 'slack') as shows_names) as webhook_use
      left join delivery_attempts attempt on attempt.delivery_id = delivery.id
        and attempt.round = request.round and attempt.number = request.number`;
    return inOrder(requests.length, rows);
  },
);

/**
 * Records, counts and times an attempt, and updates its delivery. One that is already recorded stays as it is. When a
 * vote was not delivered, the managers of its bot are told. Concurrent attempts share the statement.
 */
export const storeAttempt = gathered(
  async ({ sql }: Pick<Database, 'sql'>, outcomes: readonly AttemptOutcome[]) => {
    await sql`
      with outcome as (
        select * from jsonb_to_recordset(${JSON.stringify(outcomes.map(rowOf))}::text::jsonb) as outcome(
          delivery_id uuid, round smallint, number smallint, bot_id text, started_at timestamptz, duration_ms int,
          status_code smallint, failure text, excerpt text, response_headers jsonb, retry_after_seconds int,
          state text, at timestamptz, next_attempt_at timestamptz)
      ), attempt as (
        insert into delivery_attempts (delivery_id, round, number, bot_id, started_at, duration_ms, status_code,
          failure, excerpt, response_headers, retry_after_seconds)
        select delivery_id, round, number, bot_id, started_at, duration_ms, status_code, failure, excerpt,
          response_headers, retry_after_seconds
        from outcome where exists (select from deliveries where id = delivery_id)
        on conflict do nothing
        returning delivery_id, round, number
      ), changed as (
        update deliveries set
          state = outcome.state,
          dispatched_at = coalesce(dispatched_at, outcome.at),
          finished_at = case when outcome.state <> 'pending' then outcome.at end,
          next_attempt_at = outcome.next_attempt_at
        from outcome join attempt using (delivery_id, round, number)
        where deliveries.id = outcome.delivery_id and deliveries.round = outcome.round
          -- An attempt that was under way when somebody cancelled the delivery may still have delivered it.
          and (deliveries.state = 'pending' or deliveries.state = 'cancelled' and outcome.state = 'delivered')
        returning deliveries.bot_id, kind, deliveries.round, created_at, outcome.state, at, duration_ms
      ), told as materialized (
        -- Once a day for each bot.
        select add_notices('webhook_failing', concat_ws(' ', bot_id, (min(at) at time zone 'UTC')::date),
          array(select user_id from bot_owners where bot_id = changed.bot_id and accepted_at is not null),
          bot_id, null, '{}', min(at), min(at)) as notice
        from changed where state = 'failed' and kind = 'vote' group by bot_id order by bot_id
      )
      insert into delivery_timings (bot_id, day, measure, bucket, count)
      select bot_id, (at at time zone 'UTC')::date, measure,
        case when ms is null then -1 else floor(4 * log(2, greatest(ms, 1))) end, count(*)
      from changed cross join lateral (values
        ('attempt', duration_ms::numeric),
        (case when state in ('delivered', 'failed') then state end,
          -- A resend says nothing about the time that votes take.
          case when state = 'delivered' and round = 1 then extract(epoch from at - created_at) * 1000 end)
      ) as timing(measure, ms)
      where kind = 'vote' and measure is not null and (select count(notice) from told) >= 0
      -- In the same order everywhere, so that concurrent statements do not wait for each other in a circle.
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (bot_id, day, measure, bucket) do update set count = delivery_timings.count + excluded.count`;
    return outcomes.map(() => undefined);
  },
);

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
    response_headers: outcome.responseHeaders ?? null,
    retry_after_seconds: outcome.retryAfterSeconds,
    state: outcome.state,
    at: outcome.at.toISOString(),
    next_attempt_at: outcome.nextAttemptAt?.toISOString() ?? null,
  };
}
