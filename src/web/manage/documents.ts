import { graphql, type ResultOf, type VariablesOf } from '../../documents/graphql.ts';
import { PLAIN_SELECTION } from '../../terms/listing-fields.ts';
import { refusal } from '../client/graphql.ts';
import { mutation } from '../client/mutation.ts';
import { health, hold } from './webhook-documents.ts';

export const move = graphql(
  'fragment Move on ListingMove { fromState toState userName reason movedAt isBeforeTakeOver voteCountBefore takenDown }',
);

export type Move = ResultOf<typeof move>;

export const MY_BOTS = graphql(
  `{
    viewer {
      userId
      bots {
        botId name avatarUrl state voteCount serverCount checkedInAt viewerMayChange
        webhook { health { ...Health } }
      }
      coOwnerInvitations { botId name role inviterName }
      transferOffers { botId botName fromName endsAt }
    }
  }`,
  [health],
);

export const REVIEW_TIME = graphql('{ reviewTime { waitingCount medianSeconds } }');

type Viewer = NonNullable<ResultOf<typeof MY_BOTS>['viewer']>;
export type OwnBot = Viewer['bots'][number];
export type Invitation = Viewer['coOwnerInvitations'][number];
export type Offer = Viewer['transferOffers'][number];

const allowance = graphql('fragment DailyAllowance on Allowance { limit remaining nextAt }');

export type Allowance = ResultOf<typeof allowance>;

export const SUBMISSIONS_LEFT = graphql('{ viewer { allowance(of: SUBMISSIONS) { ...DailyAllowance } } }', [
  allowance,
]);

export const APPLICATION_PREVIEW = graphql(
  `query ($botId: ID!) {
    tags { slug label }
    languages
    viewer { bots { botId } allowance(of: SUBMISSIONS) { ...DailyAllowance } }
    bot(botId: $botId) { state }
    result: applicationPreview(botId: $botId) { ... on ApplicationPreview { name description } ...Refusal }
  }`,
  [allowance, refusal],
);

const ownScreenshot = graphql(
  'fragment OwnScreenshot on Screenshot { id url thumbnailUrl width height description }',
);

export type OwnScreenshot = ResultOf<typeof ownScreenshot>;

export const edit = graphql(
  `fragment Edit on ListingEdit {
    editId part language userName editedAt state reviewReasons decidedAt reason
    changes {
      field before after
      picturesBefore { url thumbnailUrl description }
      picturesAfter { id url thumbnailUrl width height description }
    }
  }`,
);

export type ListingEdit = ResultOf<typeof edit>;
export type FieldChange = ListingEdit['changes'][number];

export const listing = graphql(
  `fragment Listing on Bot {
    botId state placeInQueue edits { ...Edit } revision avatarUrl bannerUrl screenshots { ...OwnScreenshot } tags { slug label } ${PLAIN_SELECTION}
    translations { language updatedAt name shortDescription longDescription }
  }`,
  [ownScreenshot, edit],
);

export type Listing = ResultOf<typeof listing>;
export type Tag = Listing['tags'][number];

export const SUBMIT = mutation('submitListing(botId: ID!, listing: ListingInput!)');

export const EDIT = mutation(
  'editListing(botId: ID!, revision: Int!, listing: ListingInput!)',
  '...Listing',
  [listing],
);

export const WITHDRAW_EDIT = mutation('withdrawEdit(botId: ID!, editId: ID!)');

export const SET_TRANSLATION = mutation(
  'setBotTranslation(botId: ID!, language: String!, texts: BotTranslationInput!, updatedAt: DateTime)',
  '...Listing',
  [listing],
);

export const REMOVE_TRANSLATION = mutation('removeBotTranslation(botId: ID!, language: String!)');

export type ListingInput = VariablesOf<typeof EDIT>['listing'];

export const MARKDOWN_PREVIEW = graphql('query ($text: String!) { markdownPreview(text: $text) }');

export const LISTING_TAB = graphql(
  `query ($botId: ID!) {
    tags { slug label } languages reviewTime { medianSeconds } bot(botId: $botId) { ...Listing }
  }`,
  [listing],
);

export const SETTINGS_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { name owners { userId isCoOwner } } }',
);

export const ACTIVITY = graphql(
  `query ($botId: ID!, $after: String) {
    bot(botId: $botId) {
      activity(first: 20, after: $after) {
        pageInfo { hasNextPage endCursor }
        edges {
          cursor
          node { kind userId userName otherName role fields toState takenDown reason happenedAt }
        }
      }
    }
  }`,
);

type Activity = NonNullable<NonNullable<ResultOf<typeof ACTIVITY>['bot']>['activity']>;
export type HistoryEntry = NonNullable<NonNullable<Activity['edges'][number]>['node']>;

const changed = graphql('fragment Changed on Bot { edits { ...Edit } }', [edit]);

/** A listing after a change of a picture: the change may wait for a moderator. */
export type Changed = ResultOf<typeof changed>;

export const SET_PICTURE = mutation('setAvatar(botId: ID!, image: String!)', '...Changed', [changed]);

export const REMOVE_PICTURE = mutation('removeAvatar(botId: ID!)');

export const SET_BANNER = mutation('setBanner(botId: ID!, image: String!)', '...Changed', [changed]);

export const REMOVE_BANNER = mutation('removeBanner(botId: ID!)');

export const ADD_SCREENSHOT = mutation(
  'addScreenshot(botId: ID!, image: String!, description: String)',
  '...Changed',
  [changed],
);

export const DESCRIBE_SCREENSHOT = mutation(
  'describeScreenshot(botId: ID!, screenshotId: ID!, description: String)',
  '...Changed',
  [changed],
);

export const MOVE_SCREENSHOT = mutation(
  'moveScreenshot(botId: ID!, screenshotId: ID!, position: Int!)',
  '...Changed',
  [changed],
);

export const REMOVE_SCREENSHOT = mutation('removeScreenshot(botId: ID!, screenshotId: ID!)', '...Changed', [
  changed,
]);

export const REMOVE_LISTING = mutation('removeListing(botId: ID!)');

/** Votes that a moderator voided. Who did it, only moderators read. */
export const voiding = graphql(
  'fragment Voiding on VoteVoiding { id reason createdAt voteCount restoredAt userName restoredByName }',
);
export type Voiding = ResultOf<typeof voiding>;

export const OVERVIEW_TAB = graphql(
  `query ($botId: ID!) {
    reviewTime { medianSeconds }
    viewer { allowance(of: NEWS) { ...DailyAllowance } }
    bot(botId: $botId) {
      botId name state placeInQueue history { ...Move } voteCount serverCount checkedInAt unsteadyCounts
      score { total factors { name points isMet } } news(first: 50) { id title publishedAt }
      votesPerDay { day votes } serverCountPerDay { day serverCount }
      apiToken { createdAt } webhook { updatedAt verifiedAt hold { ...Hold } health { ...Health } }
      recentVotes { userId votedAt isVoided } edits { state part }
      voidings { ...Voiding }
    }
  }`,
  [move, allowance, voiding, hold, health],
);

export type Overview = NonNullable<ResultOf<typeof OVERVIEW_TAB>['bot']>;

export const PUBLISH_NEWS = mutation('publishNews(botId: ID!, title: String!, text: String!)');

export const REMOVE_NEWS = mutation('removeNews(botId: ID!, newsId: ID!)');

export const RESUBMIT = mutation('resubmitListing(botId: ID!, note: String)');

export const API_TAB = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { name state unsteadyCounts apiToken { fingerprint createdAt lastUsedAt } } }',
);

export type StoredToken = NonNullable<ResultOf<typeof API_TAB>['bot']>['apiToken'];

export const GENERATE_TOKEN = mutation(
  'generateToken(botId: ID!)',
  '... on GenerateTokenPayload { token fingerprint createdAt }',
);
