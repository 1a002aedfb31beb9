import { graphql, type ResultOf } from '../../../../documents/graphql.ts';
import { refusal } from '../request/refused.ts';

export const GENERATE_TOKEN = graphql(
  `mutation ($botId: ID!) {
    result: generateToken(botId: $botId) { ... on GenerateTokenPayload { token } ...Refusal }
  }`,
  [refusal],
);

const newSecret = graphql('fragment NewSecret on SetWebhookPayload { secret webhook { url updatedAt } }');

export type NewSecret = ResultOf<typeof newSecret>;
export type Webhook = NewSecret['webhook'];

export const SET_WEBHOOK = graphql(
  `mutation ($botId: ID!, $url: String!) {
    result: setWebhook(botId: $botId, url: $url) { ...NewSecret ...Refusal }
  }`,
  [newSecret, refusal],
);

export const ROTATE_SECRET = graphql(
  'mutation ($botId: ID!) { result: rotateWebhookSecret(botId: $botId) { ...NewSecret ...Refusal } }',
  [newSecret, refusal],
);

export const REMOVE_WEBHOOK = graphql(
  `mutation ($botId: ID!) {
    result: removeWebhook(botId: $botId) { ... on RemoveWebhookPayload { removed } ...Refusal }
  }`,
  [refusal],
);

export const SEND_TEST = graphql(
  'mutation ($botId: ID!) { result: sendTestWebhook(botId: $botId) { ... on Delivery { id } ...Refusal } }',
  [refusal],
);

const deliveryRow = graphql('fragment DeliveryRow on Delivery { id kind state round userId nextAttemptAt }');

export const WATCH_DELIVERIES = graphql(
  `subscription ($botId: ID!) {
    bot: deliveryAttempts(botId: $botId) {
      recentAttempts {
        deliveryId round number startedAt durationMs statusCode failure explanation excerpt retryAfterSeconds
        delivery { ...DeliveryRow }
      }
      deliveries(first: 10) { ...DeliveryRow attempts { round } }
    }
  }`,
  [deliveryRow],
);

export type Delivery = ResultOf<typeof deliveryRow>;
export type Watched = ResultOf<typeof WATCH_DELIVERIES>['bot'];

export const RESEND = graphql(
  `mutation ($botId: ID!, $deliveryId: ID!) {
    result: resendDelivery(botId: $botId, deliveryId: $deliveryId) { ... on Delivery { id } ...Refusal }
  }`,
  [refusal],
);

export const RESEND_ALL = graphql(
  `mutation ($botId: ID!, $since: DateTime!) {
    result: resendFailedDeliveries(botId: $botId, since: $since) { ... on ResendFailedPayload { count } ...Refusal }
  }`,
  [refusal],
);
