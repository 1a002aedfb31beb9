import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { move } from '../../client/listing-history-fragment.ts';
import { refusal } from '../../client/request/refused.ts';
import { listing } from '../listing-form/documents.ts';

export const LISTING_TAB = graphql(
  'query ($botId: ID!) { tags { slug label } languages bot(botId: $botId) { ...Listing } }',
  [listing],
);

export type EditedBot = NonNullable<ResultOf<typeof LISTING_TAB>['bot']>;

export const SETTINGS_TAB = graphql(
  `query ($botId: ID!) {
    bot(botId: $botId) { name owners { userId isCoOwner } history { ...Move } }
  }`,
  [move],
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

export const SET_BANNER = graphql(
  `mutation ($botId: ID!, $image: String!) {
    result: setBanner(botId: $botId, image: $image) { ... on Bot { bannerUrl } ...Refusal }
  }`,
  [refusal],
);

export const REMOVE_BANNER = graphql(
  'mutation ($botId: ID!) { result: removeBanner(botId: $botId) { ... on Bot { bannerUrl } ...Refusal } }',
  [refusal],
);

export const REMOVE_LISTING = graphql(
  `mutation ($botId: ID!) {
    result: removeListing(botId: $botId) { ... on RemoveListingPayload { botId } ...Refusal }
  }`,
  [refusal],
);
