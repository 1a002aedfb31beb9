import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { refusal } from '../client/graphql.ts';

export const health = graphql(
  'fragment Health on WebhookHealth { state since cause { message reason parameters { name value } } }',
);

export type Health = ResultOf<typeof health>;

export const hold = graphql('fragment Hold on WebhookHold { reason since held nextProbeAt }');

export const webhookState = graphql(
  'fragment WebhookState on Webhook { url format updatedAt verifiedAt nextSecretAt secretFingerprint nextSecretFingerprint holdAfter hold { ...Hold } health { ...Health } }',
  [hold, health],
);

export type Webhook = ResultOf<typeof webhookState>;
export type WebhookFormat = Webhook['format'];

export const PAUSE_WEBHOOK = graphql(
  'mutation ($botId: ID!) { result: pauseWebhook(botId: $botId) { ...WebhookState ...Refusal } }',
  [webhookState, refusal],
);

export const RESUME_WEBHOOK = graphql(
  'mutation ($botId: ID!) { result: resumeWebhook(botId: $botId) { ...WebhookState ...Refusal } }',
  [webhookState, refusal],
);

export const SET_HOLD_AFTER = graphql(
  `mutation ($botId: ID!, $failures: Int) {
    result: setHoldAfter(botId: $botId, failures: $failures) { ...WebhookState ...Refusal }
  }`,
  [webhookState, refusal],
);

export const WEBHOOK_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { deliveriesHeld webhook { ...WebhookState } } }',
  [webhookState],
);

const newSecret = graphql('fragment NewSecret on SetWebhookPayload { secret webhook { ...WebhookState } }', [
  webhookState,
]);

export type NewSecret = ResultOf<typeof newSecret>;

export const SET_WEBHOOK = graphql(
  `mutation ($botId: ID!, $url: String!, $format: WebhookFormat!) {
    result: setWebhook(botId: $botId, url: $url, format: $format) { ...NewSecret ...Refusal }
  }`,
  [newSecret, refusal],
);

export const CHANGE_WEBHOOK = graphql(
  `mutation ($botId: ID!, $url: String!, $format: WebhookFormat!) {
    result: changeWebhook(botId: $botId, url: $url, format: $format) { ...WebhookState ...Refusal }
  }`,
  [webhookState, refusal],
);

export const WEBHOOK_EXAMPLE = graphql(
  `query ($botId: ID!, $format: WebhookFormat!) {
    bot(botId: $botId) { webhookExample(format: $format) { body headers { name value } } }
  }`,
);

export const ROTATE_SECRET = graphql(
  `mutation ($botId: ID!, $inTwoSteps: Boolean!) {
    result: rotateWebhookSecret(botId: $botId, inTwoSteps: $inTwoSteps) { ...NewSecret ...Refusal }
  }`,
  [newSecret, refusal],
);

export const FINISH_ROTATION = graphql(
  'mutation ($botId: ID!) { result: finishSecretRotation(botId: $botId) { ...WebhookState ...Refusal } }',
  [webhookState, refusal],
);

export const CANCEL_ROTATION = graphql(
  'mutation ($botId: ID!) { result: cancelSecretRotation(botId: $botId) { ...WebhookState ...Refusal } }',
  [webhookState, refusal],
);

export const REMOVE_WEBHOOK = graphql(
  'mutation ($botId: ID!) { result: removeWebhook(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);

export const CHECK_RECEIVER = graphql(
  `mutation ($botId: ID!) {
    result: checkReceiver(botId: $botId) {
      ... on CheckReceiverPayload { checks { name isPassed statusCode failure } } ...Refusal
    }
  }`,
  [refusal],
);

export type ReceiverChecks = Extract<
  ResultOf<typeof CHECK_RECEIVER>['result'],
  { checks: unknown }
>['checks'];

export const SEND_TEST = graphql(
  'mutation ($botId: ID!) { result: sendTestWebhook(botId: $botId) { ... on Delivery { id } ...Refusal } }',
  [refusal],
);
