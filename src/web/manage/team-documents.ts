import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { refusal } from '../client/graphql.ts';

export const ownerRow = graphql(
  'fragment OwnerRow on Owner { userId name isCoOwner role isAccepted site { host method confirmedAt } }',
);

export type Owner = ResultOf<typeof ownerRow>;

export const TEAM_TAB = graphql(
  `query ($botId: ID!) {
    bot(botId: $botId) { owners { ...OwnerRow } transfer { toName endsAt } siteStatement { fileUrl recordName entry } }
  }`,
  [ownerRow],
);

export const SET_ROLE = graphql(
  `mutation ($botId: ID!, $userId: ID!, $role: TeamRole!) {
    result: setCoOwnerRole(botId: $botId, userId: $userId, role: $role) {
      ... on OwnersPayload { owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [ownerRow, refusal],
);

export const OFFER_TRANSFER = graphql(
  `mutation ($botId: ID!, $userId: ID!, $ownerStays: Boolean!) {
    result: offerTransfer(botId: $botId, userId: $userId, ownerStays: $ownerStays) {
      ... on Bot { transfer { toName endsAt } }
      ...Refusal
    }
  }`,
  [refusal],
);

export const END_TRANSFER = graphql(
  'mutation ($botId: ID!) { result: endTransfer(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);

export const ACCEPT_TRANSFER = graphql(
  `mutation ($botId: ID!) {
    result: acceptTransfer(botId: $botId) { ... on AcceptTransferPayload { token tokenFingerprint secret secretFingerprint webhookUrl } ...Refusal }
  }`,
  [refusal],
);

/** The secrets of a listing that rule now, by their fingerprints. */
export const RULING = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { apiToken { fingerprint } webhook { secretFingerprint nextSecretFingerprint } } }',
);

export const CONFIRM_SITE = graphql(
  `mutation ($botId: ID!) {
    result: confirmSite(botId: $botId) {
      ... on ConfirmSitePayload { file dns owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [ownerRow, refusal],
);

export const ADD_CO_OWNER = graphql(
  `mutation ($botId: ID!, $userId: ID!, $role: TeamRole!) {
    result: addCoOwner(botId: $botId, userId: $userId, role: $role) {
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

export const ANSWER_INVITATIONS = graphql(
  `mutation ($botIds: [ID!]!, $accepts: Boolean!) {
    result: answerInvitations(botIds: $botIds, accepts: $accepts) { __typename ...Refusal }
  }`,
  [refusal],
);
