import { graphql, type ResultOf, type VariablesOf } from '../../../documents/graphql.ts';
import { PLAIN_SELECTION } from '../../../domain/listing/listing-fields.ts';
import { refusal } from '../../client/request/refused.ts';

export const listing = graphql(`fragment Listing on Bot {
  botId revision avatarUrl bannerUrl tags { slug label } ${PLAIN_SELECTION}
}`);

export type Listing = ResultOf<typeof listing>;
export type Tag = Listing['tags'][number];

export const SUBMIT = graphql(
  `mutation ($botId: ID!, $listing: ListingInput!) {
    result: submitListing(botId: $botId, listing: $listing) { ... on Bot { botId } ...Refusal }
  }`,
  [refusal],
);

export const EDIT = graphql(
  `mutation ($botId: ID!, $revision: Int!, $listing: ListingInput!) {
    result: editListing(botId: $botId, revision: $revision, listing: $listing) { ...Listing ...Refusal }
  }`,
  [listing, refusal],
);

export type ListingInput = VariablesOf<typeof EDIT>['listing'];

export const MARKDOWN_PREVIEW = graphql('query ($text: String!) { markdownPreview(text: $text) }');
