import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { refusal } from '../../client/graphql.ts';
import { mutation } from '../../client/mutation.ts';
import { webhookState } from '../webhook-documents.ts';

const deliveryRow = graphql(`fragment DeliveryRow on Delivery {
  id kind state holdReason round userId createdAt nextAttemptAt isVoided
  attempts { round number statusCode failure }
}`);

/** State, rate and list come together, so that they never contradict each other. */
export const WATCH_DELIVERIES = graphql(
  `subscription ($botId: ID!, $filter: DeliveryFilter, $first: Int!) {
    bot: deliveryAttempts(botId: $botId) {
      recentAttempts {
        deliveryId round number startedAt statusCode failure explanation explanationReason
        explanationParameters { name value }
        delivery { ...DeliveryRow }
      }
      deliveries(first: $first, filter: $filter) { ...DeliveryRow }
      deliveryStatistics { delivered failed untilDelivered { p50 p99 } ofAttempt { p50 p99 } }
      deliveriesHeld
      webhook { ...WebhookState }
    }
  }`,
  [deliveryRow, webhookState],
);

export type DeliveryRow = ResultOf<typeof deliveryRow>;
export type Watched = ResultOf<typeof WATCH_DELIVERIES>['bot'];
export type RecentAttempt = NonNullable<Watched['recentAttempts']>[number];

const deliveryDetails = graphql(`fragment DeliveryDetails on Delivery {
  id votedAt finishedAt requestBody
  requestHeaders { name value }
  attempts {
    round number startedAt durationMs statusCode failure explanation explanationReason excerpt retryAfterSeconds
    explanationParameters { name value }
    responseHeaders { name value }
  }
}`);

export const SIGNATURES = graphql(
  `query ($botId: ID!, $deliveryId: ID!, $round: Int!, $number: Int!) {
    result: attemptSignatures(botId: $botId, deliveryId: $deliveryId, round: $round, number: $number) {
      ... on AttemptSignatures { headers { name value } }
      ...Refusal
    }
  }`,
  [refusal],
);

export const DELIVERY = graphql(
  'query ($botId: ID!, $id: ID!) { bot(botId: $botId) { delivery(id: $id) { ...DeliveryDetails } } }',
  [deliveryDetails],
);

export type DeliveryDetails = ResultOf<typeof deliveryDetails>;
export type Attempt = DeliveryDetails['attempts'][number];

export const RETRY = mutation('retryDelivery(botId: ID!, deliveryId: ID!)', '...DeliveryRow', [deliveryRow]);

export const CANCEL = mutation('cancelDelivery(botId: ID!, deliveryId: ID!)', '...DeliveryRow', [
  deliveryRow,
]);

export const RESEND = mutation('resendDelivery(botId: ID!, deliveryId: ID!)', '...DeliveryRow', [
  deliveryRow,
]);

const replay = graphql(
  'fragment ReplayParts on Replay { id state total sent perSecond from to states userId startedAt finishedAt }',
);
export type Replay = ResultOf<typeof replay>;

export const REPLAYS = graphql('query ($botId: ID!) { bot(botId: $botId) { replays { ...ReplayParts } } }', [
  replay,
]);

export const REPLAY_PREVIEW = graphql(
  `query ($botId: ID!, $filter: ReplayFilter!, $perSecond: Int!) {
    result: replayPreview(botId: $botId, filter: $filter, perSecond: $perSecond) {
      ... on ReplayPreview { count seconds } ...Refusal
    }
  }`,
  [refusal],
);

export const START_REPLAY = mutation(
  'startReplay(botId: ID!, filter: ReplayFilter!, perSecond: Int!)',
  '...ReplayParts',
  [replay],
);

export const STOP_REPLAY = mutation('stopReplay(botId: ID!, replayId: ID!)', '...ReplayParts', [replay]);

export const RESEND_ALL = mutation(
  'resendFailedDeliveries(botId: ID!, since: DateTime!)',
  '... on ResendFailedPayload { count }',
);
