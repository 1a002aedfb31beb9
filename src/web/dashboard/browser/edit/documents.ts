import { graphql, type ResultOf } from '../../../../documents/graphql.ts';
import { listing } from '../listing-form/documents.ts';
import { ownerRow } from '../owners/documents.ts';
import { refusal } from '../request/refused.ts';

export const MANAGED_BOT = graphql(
  `query ($botId: ID!) {
    tags { slug label }
    bot(botId: $botId) {
      ...Listing owners { ...OwnerRow } webhook { url updatedAt }
      votesPerDay { day votes } serverCountPerDay { day serverCount }
    }
  }`,
  [listing, ownerRow],
);

export type ManagedBot = NonNullable<ResultOf<typeof MANAGED_BOT>['bot']>;

export const RESUBMIT = graphql(
  'mutation ($botId: ID!) { result: resubmitListing(botId: $botId) { ...Listing ...Refusal } }',
  [listing, refusal],
);

export const SET_PICTURE = graphql(
  `mutation ($botId: ID!, $image: String!) {
    result: setAvatar(botId: $botId, image: $image) { ... on Bot { avatarUrl } ...Refusal }
  }`,
  [refusal],
);

export const REMOVE_PICTURE = graphql(
  'mutation ($botId: ID!) { result: removeAvatar(botId: $botId) { ... on Bot { avatarUrl } ...Refusal } }',
  [refusal],
);

export const REMOVE_LISTING = graphql(
  `mutation ($botId: ID!) {
    result: removeListing(botId: $botId) { ... on RemoveListingPayload { botId } ...Refusal }
  }`,
  [refusal],
);
