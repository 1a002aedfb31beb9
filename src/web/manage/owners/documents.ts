import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { refusal } from '../../client/request/refused.ts';

export const ownerRow = graphql('fragment OwnerRow on Owner { userId name isCoOwner isAccepted }');

export type Owner = ResultOf<typeof ownerRow>;

export const TEAM_TAB = graphql('query ($botId: ID!) { bot(botId: $botId) { owners { ...OwnerRow } } }', [
  ownerRow,
]);

export const ADD_CO_OWNER = graphql(
  `mutation ($botId: ID!, $userId: ID!) {
    result: addCoOwner(botId: $botId, userId: $userId) {
      ... on OwnersPayload { owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [ownerRow, refusal],
);

export const REMOVE_CO_OWNER = graphql(
  `mutation ($botId: ID!, $userId: ID!) {
    result: removeCoOwner(botId: $botId, userId: $userId) {
      ... on OwnersPayload { owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [ownerRow, refusal],
);

export const ACCEPT_CO_OWNERSHIP = graphql(
  'mutation ($botId: ID!) { result: acceptCoOwnership(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);
