import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { mutation } from '../client/mutation.ts';

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

export type TeamBot = NonNullable<ResultOf<typeof TEAM_TAB>['bot']>;

export const SET_ROLE = mutation('setCoOwnerRole(botId: ID!, userId: ID!, role: TeamRole!)');

export const OFFER_TRANSFER = mutation('offerTransfer(botId: ID!, userId: ID!, ownerStays: Boolean!)');

export const END_TRANSFER = mutation('endTransfer(botId: ID!)');

export const ACCEPT_TRANSFER = mutation(
  'acceptTransfer(botId: ID!)',
  '... on AcceptTransferPayload { token tokenFingerprint secret secretFingerprint webhookUrl }',
);

/** The secrets of a listing that rule now, by their fingerprints. */
export const RULING = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { apiToken { fingerprint } webhook { secretFingerprint nextSecretFingerprint } } }',
);

export const CONFIRM_SITE = mutation('confirmSite(botId: ID!)', '... on ConfirmSitePayload { file dns }');

export const ADD_CO_OWNER = mutation('addCoOwner(botId: ID!, userId: ID!, role: TeamRole!)');

export const REMOVE_CO_OWNER = mutation('removeCoOwner(botId: ID!, userId: ID!)');

export const ANSWER_INVITATIONS = mutation('answerInvitations(botIds: [ID!]!, accepts: Boolean!)');
