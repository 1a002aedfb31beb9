import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { mutation } from '../client/mutation.ts';

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

export const PAUSE_WEBHOOK = mutation('pauseWebhook(botId: ID!)', '...WebhookState', [webhookState]);

export const RESUME_WEBHOOK = mutation('resumeWebhook(botId: ID!)', '...WebhookState', [webhookState]);

export const SET_HOLD_AFTER = mutation('setHoldAfter(botId: ID!, failures: Int)', '...WebhookState', [
  webhookState,
]);

export const WEBHOOK_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { deliveriesHeld webhook { ...WebhookState } } }',
  [webhookState],
);

const newSecret = graphql('fragment NewSecret on SetWebhookPayload { secret webhook { ...WebhookState } }', [
  webhookState,
]);

export type NewSecret = ResultOf<typeof newSecret>;

export const SET_WEBHOOK = mutation(
  'setWebhook(botId: ID!, url: String!, format: WebhookFormat!)',
  '...NewSecret',
  [newSecret],
);

export const CHANGE_WEBHOOK = mutation(
  'changeWebhook(botId: ID!, url: String!, format: WebhookFormat!)',
  '...WebhookState',
  [webhookState],
);

export const WEBHOOK_EXAMPLE = graphql(
  `query ($botId: ID!, $format: WebhookFormat!) {
    bot(botId: $botId) { webhookExample(format: $format) { body headers { name value } } }
  }`,
);

export const ROTATE_SECRET = mutation(
  'rotateWebhookSecret(botId: ID!, inTwoSteps: Boolean!)',
  '...NewSecret',
  [newSecret],
);

export const FINISH_ROTATION = mutation('finishSecretRotation(botId: ID!)', '...WebhookState', [
  webhookState,
]);

export const CANCEL_ROTATION = mutation('cancelSecretRotation(botId: ID!)', '...WebhookState', [
  webhookState,
]);

export const REMOVE_WEBHOOK = mutation('removeWebhook(botId: ID!)');

export const CHECK_RECEIVER = mutation(
  'checkReceiver(botId: ID!)',
  '... on CheckReceiverPayload { checks { name isPassed statusCode failure } }',
);

export type ReceiverChecks = Extract<
  ResultOf<typeof CHECK_RECEIVER>['result'],
  { checks: unknown }
>['checks'];

export const SEND_TEST = mutation('sendTestWebhook(botId: ID!)', '... on Delivery { id }');
