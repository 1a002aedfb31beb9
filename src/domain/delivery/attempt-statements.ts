import type { Database } from '../../db/client.ts';
import type {
  DeliveryKind,
  DeliveryState,
  ShownHeader,
  WebhookFormat,
  WebhookHold,
} from '../../db/delivery-tables.ts';
import { RETRY_AFTER_MS } from '../../terms/schedule.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { explainAttempt, NEXT_SECRET } from './explain.ts';

/** Probes of a failing receiver come at the times of the schedule, and then as far apart as its last two attempts. */
const FIRST_PROBE_MS = RETRY_AFTER_MS[0] ?? 0;
const NEXT_PROBE_MS = RETRY_AFTER_MS.at(-1) ?? 0;

/** Names one attempt of a delivery. */
export interface AttemptRequest {
  readonly deliveryId: string;
  readonly botId: string;
  /** 1 at first. Each manual resend starts a new round. */
  readonly round: number;
  /** 1 for the first attempt of its round. */
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
  /** The receiver worked until the URL or the secret changed. Absent in histories of earlier versions. */
  readonly isOutdated?: boolean;
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
  /** Whether a receiver has accepted a request with this URL and secret. Null when it has never accepted one. */
  readonly isVerified: boolean | null;
  /** Whether deliveries of votes are held. While they are released, they may go out. */
  readonly hold: WebhookHold | null;
  /** Whether it is the one delivery that finds out whether a failing receiver works again. */
  readonly isProbe: boolean | null;
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
        bot.name as "botName", voter.name as "userName",
        webhook.sealed_secret as "sealedSecret",
        case when tests_next then webhook.next_sealed_secret end as "nextSealedSecret",
        case when tests_next then webhook.next_secret_at end as "nextSecretAt", webhook.updated_at as "webhookUpdatedAt",
        webhook.verified_at >= webhook.updated_at as "isVerified", webhook.hold,
        webhook.probe_id = delivery.id as "isProbe",
        attempt.status_code as "recordedStatus", attempt.failure as "recordedFailure"
      from unnest(
        ${requests.map(({ deliveryId }) => deliveryId)}::uuid[], ${requests.map(({ botId }) => botId)}::text[],
        ${requests.map(({ round }) => round)}::int[], ${requests.map(({ number }) => number)}::int[]
      ) with ordinality as request(delivery_id, bot_id, round, number, position)
      join deliveries delivery on delivery.id = request.delivery_id and delivery.bot_id = request.bot_id
      left join webhooks webhook on webhook.bot_id = delivery.bot_id
      cross join lateral (
        select delivery.kind = 'test' and delivery.created_at >= webhook.next_secret_at as tests_next,
          webhook.format in ('discord', 'slack', 'topgg_v1') as shows_names) as webhook_use
      -- Without a key, nothing is looked up.
      left join bots bot on bot.id = case when shows_names then delivery.bot_id end
      left join users voter on voter.id = case when shows_names then delivery.user_id end
      left join delivery_attempts attempt on attempt.delivery_id = delivery.id
        and attempt.round = request.round and attempt.number = request.number`;
    return inOrder(requests.length, rows);
  },
);

/**
 * Records, counts and times an attempt, and updates its delivery. One that is already recorded stays as it is. When a
 * vote was not delivered, the managers of its bot are told. When too many first attempts failed in a row, deliveries are
 * held; the first success releases them (see `hold.ts`). Concurrent attempts share the statement.
 */
export const storeAttempt = gathered(
  async ({ sql }: Pick<Database, 'sql'>, outcomes: readonly AttemptOutcome[]) => {
    await sql`
      with outcome as (
        select * from jsonb_to_recordset(${JSON.stringify(outcomes.map(rowOf))}::text::jsonb) as outcome(
          delivery_id uuid, round smallint, number smallint, bot_id text, started_at timestamptz, duration_ms int,
          status_code smallint, failure text, excerpt text, response_headers jsonb, retry_after_seconds int,
          cause jsonb, state text, at timestamptz, next_attempt_at timestamptz)
      ), attempt as (
        insert into delivery_attempts (delivery_id, round, number, bot_id, started_at, duration_ms, status_code,
          failure, excerpt, response_headers, retry_after_seconds)
        select delivery_id, round, number, bot_id, started_at, duration_ms, status_code, failure, excerpt,
          response_headers, retry_after_seconds
        from outcome where exists (select from deliveries where id = delivery_id)
        on conflict do nothing
        returning delivery_id, round, number
      ), receiver as materialized (
        -- Healthy ones are neither locked nor changed. Webhooks are locked before deliveries, in the same order everywhere.
        select bot_id, hold, probe_id, hold_after, failed_in_row, failing_since from webhooks
        where bot_id = any(array(select bot_id from outcome)) and (failing_since is not null or hold is not null
          or bot_id = any(array(select bot_id from outcome where failure is not null)))
        order by bot_id for no key update
      ), fate as (
        -- While its receiver fails, a held delivery is not lost with its last attempt: it waits for another round.
        select outcome.*, coalesce(outcome.state = 'failed' and hold = 'failing', false) as is_kept
        from outcome left join receiver using (bot_id)
      ), changed as (
        update deliveries set
          state = case when is_kept and kind = 'vote' or fate.state = 'pending' and deliveries.state = 'held' then 'held'
            else fate.state end,
          round = deliveries.round + (is_kept and kind = 'vote')::int,
          dispatched_at = coalesce(dispatched_at, fate.at),
          finished_at = case when fate.state <> 'pending' and not (is_kept and kind = 'vote') then fate.at end,
          next_attempt_at = fate.next_attempt_at
        from fate join attempt using (delivery_id, round, number)
        where deliveries.id = fate.delivery_id and deliveries.round = fate.round
          -- An attempt that was under way when somebody held or cancelled the delivery may still have delivered it.
          and (deliveries.state in ('pending', 'held') or deliveries.state = 'cancelled' and fate.state = 'delivered')
        returning deliveries.id, deliveries.bot_id, kind, created_at, delivered_at, deliveries.state, at, duration_ms,
          cause, failure, failure is null as is_good, fate.number = 1 as is_first, fate.state = 'failed' as is_last
      ), heard as (
        update webhooks set
          failing_since = case when not is_good then coalesce(failing_since, first) end,
          failed_in_row = case when is_good then 0 else failed_in_row + failures end,
          hold = case when closes then 'failing' when is_good and hold = 'failing' then 'releasing' else hold end,
          held_since = case when closes then latest else held_since end,
          probe_at = case when closes then latest + ${FIRST_PROBE_MS}::int * interval '1 ms'
            when probe_failed then latest + ${NEXT_PROBE_MS}::int * interval '1 ms'
            when not is_good then probe_at end,
          probe_id = case when not is_good and not probe_failed then probe_id end
        from (
          select *, not is_good and is_open and threshold <= in_row + failures as closes from (
            select changed.bot_id, bool_or(is_good) as is_good, min(at) as first, max(at) as latest,
              -- While held ones go out, each attempt tells: few of them are the first of their round.
              count(*) filter (where not is_good and kind = 'vote' and (is_first or hold = 'releasing'))::int as failures,
              coalesce(bool_or(is_last and changed.id = probe_id), false) as probe_failed,
              bool_and(hold is null or hold = 'releasing') as is_open, bool_or(hold = 'failing') as was_failing,
              min(failed_in_row) as in_row, min(hold_after) as threshold
            from changed join receiver using (bot_id) where failure is distinct from ${NEXT_SECRET}
            group by changed.bot_id
          ) of_bot
        ) of_bot
        where webhooks.bot_id = of_bot.bot_id and case when is_good then failing_since is not null or hold = 'failing'
          else failing_since is null or failures > 0 or probe_failed end
        returning webhooks.bot_id, latest, case when closes then 'deliveries_held'
            when is_good and was_failing then 'deliveries_released' end as news
      ), told_of_hold as materialized (
        select add_notices(news, concat_ws(' ', bot_id, latest),
          array(select user_id from bot_owners where bot_id = heard.bot_id and accepted_at is not null),
          bot_id, null, '{}', latest, latest) as notice
        from heard where news is not null order by bot_id
      ), told as materialized (
        -- Once a day for each bot.
        select add_notices('webhook_failing', concat_ws(' ', bot_id, (min(at) at time zone 'UTC')::date),
          array(select user_id from bot_owners where bot_id = changed.bot_id and accepted_at is not null),
          bot_id, null, jsonb_build_object('cause', (array_agg(cause))[1]), min(at), min(at)) as notice
        from changed where state = 'failed' and kind = 'vote' group by bot_id order by bot_id
      )
      insert into delivery_timings (bot_id, day, measure, bucket, count)
      select bot_id, (at at time zone 'UTC')::date, measure,
        case when ms is null then -1 else floor(4 * log(2, greatest(ms, 1))) end, count(*)
      from changed cross join lateral (values
        ('attempt', duration_ms::numeric),
        (case when state in ('delivered', 'failed') then state end,
          -- The first success counts: a replay of what was delivered says nothing about the time that votes take.
          case when state = 'delivered' then extract(epoch from coalesce(delivered_at, at) - created_at) * 1000 end)
      ) as timing(measure, ms)
      where kind = 'vote' and measure is not null and (select count(notice) from told) >= 0
        and (select count(notice) from told_of_hold) >= 0
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
    // Only a notice that the delivery has failed names it.
    cause: outcome.state === 'failed' ? explainAttempt(outcome, outcome.isOutdated) : null,
    state: outcome.state,
    at: outcome.at.toISOString(),
    next_attempt_at: outcome.nextAttemptAt?.toISOString() ?? null,
  };
}
