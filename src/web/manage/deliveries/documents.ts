import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { refusal } from '../../client/request/refused.ts';

const deliveryRow = graphql(`fragment DeliveryRow on Delivery {
  id kind state round userId createdAt nextAttemptAt
  attempts { round number statusCode failure }
}`);

export const WATCH_DELIVERIES = graphql(
  `subscription ($botId: ID!, $filter: DeliveryFilter, $first: Int!) {
    bot: deliveryAttempts(botId: $botId) {
      recentAttempts {
        deliveryId round number startedAt statusCode failure explanation explanationReason
        delivery { ...DeliveryRow }
      }
      deliveries(first: $first, filter: $filter) { ...DeliveryRow }
    }
  }`,
  [deliveryRow],
);

export type DeliveryRow = ResultOf<typeof deliveryRow>;
export type Watched = ResultOf<typeof WATCH_DELIVERIES>['bot'];
export type RecentAttempt = NonNullable<Watched['recentAttempts']>[number];

const deliveryDetails = graphql(`fragment DeliveryDetails on Delivery {
  id votedAt finishedAt requestBody
  requestHeaders { name value }
  attempts {
    round number startedAt durationMs statusCode failure explanation explanationReason excerpt retryAfterSeconds
    responseHeaders { name value }
  }
}`);

export const DELIVERY = graphql(
  'query ($botId: ID!, $id: ID!) { bot(botId: $botId) { delivery(id: $id) { ...DeliveryDetails } } }',
  [deliveryDetails],
);

export type DeliveryDetails = ResultOf<typeof deliveryDetails>;
export type Attempt = DeliveryDetails['attempts'][number];

export const STATISTICS = graphql(`query ($botId: ID!) {
  bot(botId: $botId) {
    deliveryStatistics { delivered failed untilDelivered { p50 p99 } ofAttempt { p50 p99 } }
  }
}`);

export type Statistics = NonNullable<NonNullable<ResultOf<typeof STATISTICS>['bot']>['deliveryStatistics']>;

export const RETRY = graphql(
  `mutation ($botId: ID!, $deliveryId: ID!) {
    result: retryDelivery(botId: $botId, deliveryId: $deliveryId) { ...DeliveryRow ...Refusal }
  }`,
  [deliveryRow, refusal],
);

export const CANCEL = graphql(
  `mutation ($botId: ID!, $deliveryId: ID!) {
    result: cancelDelivery(botId: $botId, deliveryId: $deliveryId) { ...DeliveryRow ...Refusal }
  }`,
  [deliveryRow, refusal],
);

export const RESEND = graphql(
  `mutation ($botId: ID!, $deliveryId: ID!) {
    result: resendDelivery(botId: $botId, deliveryId: $deliveryId) { ...DeliveryRow ...Refusal }
  }`,
  [deliveryRow, refusal],
);

export const RESEND_ALL = graphql(
  `mutation ($botId: ID!, $since: DateTime!) {
    result: resendFailedDeliveries(botId: $botId, since: $since) { ... on ResendFailedPayload { count } ...Refusal }
  }`,
  [refusal],
);
