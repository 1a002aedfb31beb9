import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { refusal } from '../../client/request/refused.ts';

export const API_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { name state apiToken { createdAt lastUsedAt } } }',
);

export type StoredToken = NonNullable<ResultOf<typeof API_TAB>['bot']>['apiToken'];

export const GENERATE_TOKEN = graphql(
  `mutation ($botId: ID!) {
    result: generateToken(botId: $botId) { ... on GenerateTokenPayload { token createdAt } ...Refusal }
  }`,
  [refusal],
);

export const WEBHOOK_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { deliveriesHeld webhook { url updatedAt verifiedAt } } }',
);

const newSecret = graphql(
  'fragment NewSecret on SetWebhookPayload { secret webhook { url updatedAt verifiedAt } }',
);

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
