import { graphql, type ResultOf, type VariablesOf } from '../../documents/graphql.ts';
import { LINK_SELECTION } from '../../terms/listing-fields.ts';
import { mutation } from '../client/mutation.ts';
import { edit, move, voiding } from '../manage/documents.ts';
import { ownerRow } from '../manage/team-documents.ts';

export const QUEUE = graphql(`query (
  $list: ModerationList!, $after: String, $first: Int!
  $kind: QueueKind, $urgency: QueueUrgency, $category: ReportCategory, $claim: QueueClaim
) {
  moderationQueue(
    list: $list, first: $first, after: $after, kind: $kind, urgency: $urgency, category: $category, claim: $claim
  ) {
    totalCount
    laterCount
    edges { node {
      __typename since urgency badges claim { userId userName } bot { botId name state }
      ... on ReportedListing { openReportCount }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`);

type QueuePage = NonNullable<ResultOf<typeof QUEUE>['moderationQueue']>;
export type List = VariablesOf<typeof QUEUE>['list'];
/** What of the queue a moderator wants to see. */
export type Filter = Pick<VariablesOf<typeof QUEUE>, 'kind' | 'urgency' | 'category' | 'claim'>;
export type QueueItem = QueuePage['edges'][number]['node'];

export const MODERATED_BOT = graphql(
  `query ($botId: ID!) {
    viewer { userId }
    bot(botId: $botId) {
      botId name state revision avatarUrl bannerUrl shortDescription longDescriptionHtml tags { slug label } languages
      createdAt updatedAt serverCount voteCount inviteUrl invitePermissions inviteScopes prefix ${LINK_SELECTION}
      temporalUrl owners { ...OwnerRow } history { ...Move } edits { ...Edit }
      openReports(first: 100) { id category text userId createdAt } voidings { ...Voiding }
      screenshots { id url thumbnailUrl width height description }
      news(first: 50) { id title text publishedAt }
      translations { language name shortDescription longDescription }
      review {
        applicationCreatedAt
        lookAlikes { botId name state avatarUrl serverCount }
        owners {
          userId name isCoOwner accountCreatedAt listingCount publicListingCount
          setbacks { botId botName state reason movedAt }
        }
        claim { userId userName claimedUntil }
        notes { id userId userName text createdAt }
        features { userId userName createdAt featuredUntil place reasons { language text } endedAt isCurrent }
      }
    }
  }`,
  [ownerRow, move, edit, voiding],
);

export type ModeratedBot = NonNullable<ResultOf<typeof MODERATED_BOT>['bot']>;
export const LISTING_NOW = graphql(
  `query ListingNow ($botId: ID!) {
    bot(botId: $botId) {
      state revision history { ...Move } openReports(first: 100) { id } review { claim { userId userName claimedUntil } }
    }
  }`,
  [move],
);

/** What others may change of an open listing. */
export type ListingNow = NonNullable<ResultOf<typeof LISTING_NOW>['bot']>;

export type Review = NonNullable<ModeratedBot['review']>;

/** What a part of the page about one listing gets. */
export interface PartProps {
  readonly listing: ModeratedBot;
  readonly review: Review;
}

export const SEARCH = graphql(`query ($search: String!, $after: String) {
  moderationSearch(search: $search, first: 10, after: $after) {
    edges { node { botId name state } }
    pageInfo { hasNextPage endCursor }
  }
}`);

type FoundPage = NonNullable<ResultOf<typeof SEARCH>['moderationSearch']>;
export type FoundBot = FoundPage['edges'][number]['node'];

export const DECIDE = mutation(
  'moderateListing(botId: ID!, decision: ModerationDecision!, revision: Int!, reason: String, closesReports: Boolean)',
);

/** Other listings of an owner, among those that they manage. */
export const SIBLINGS = graphql(`query ($search: String!) {
  moderationSearch(search: $search, first: 50) {
    edges { node { botId name state shortDescription owners { userId isCoOwner } } }
  }
}`);

type SiblingPage = NonNullable<ResultOf<typeof SIBLINGS>['moderationSearch']>;
export type Sibling = SiblingPage['edges'][number]['node'];

export const DECIDE_TOGETHER = mutation(
  'moderateListings(botIds: [ID!]!, decision: ModerationDecision!, reason: String, closesReports: Boolean)',
  '... on ModerateListingsPayload { outcomes { botId refusal { ...Refusal } } }',
);

export const TEMPLATES = graphql('{ moderationTemplates { id name text } }');

export type Template = ResultOf<typeof TEMPLATES>['moderationTemplates'][number];

export const SAVE_TEMPLATE = mutation(
  'saveModerationTemplate(id: ID, name: String!, text: String!)',
  '... on ModerationTemplatesPayload { templates { id name text } }',
);

export const DELETE_TEMPLATE = mutation(
  'deleteModerationTemplate(id: ID!)',
  '... on ModerationTemplatesPayload { templates { id name text } }',
);

export const TAKE_DOWN = mutation('takeDownPicture(botId: ID!, url: String!, reason: String!)');

export const CLOSE_REPORTS = mutation(
  'closeReports(botId: ID!, reportIds: [ID!]!, outcome: ReportOutcome!)',
  '... on CloseReportsPayload { count }',
);

export const DECIDE_EDIT = mutation('decideEdit(botId: ID!, editId: ID!, accepts: Boolean!, reason: String)');

export const CLAIM = mutation('claimListing(botId: ID!, takesOver: Boolean)');

export const RELEASE = mutation('releaseListing(botId: ID!)');

const voteSignal = graphql(`fragment VoteSignal on VoteSignal {
  kind from until outOf usualShare gapSeconds other { botId name }
  voters { userId name firstSignInAt voteCount }
}`);
export type VoteSignal = ResultOf<typeof voteSignal>;

export const VOTE_SIGNALS = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { review { voteSignals { ...VoteSignal } } } }',
  [voteSignal],
);

export const VOID_VOTES = mutation(
  'voidVotes(botId: ID!, userIds: [ID!]!, from: DateTime!, until: DateTime!, reason: String!)',
);

export const RESTORE_VOTES = mutation('restoreVotes(botId: ID!, voidingId: ID!)');

export const ADD_NOTE = mutation('addModerationNote(botId: ID!, text: String!)');

export const FEATURE = mutation(
  'featureListing(botId: ID!, until: DateTime!, place: Int!, reasons: [FeatureReasonInput!])',
);

export const UNFEATURE = mutation('unfeatureListing(botId: ID!)');

export const CHECK_LINKS = mutation(
  'checkLinks(botId: ID!)',
  '... on CheckLinksPayload { checks { field url finalUrl redirectCount status failure } }',
);

type Checked = Extract<ResultOf<typeof CHECK_LINKS>['result'], { checks: unknown }>;
export type LinkCheck = Checked['checks'][number];

export const TEAM = graphql('{ team { userId name role isConfigured } }');

export type TeamMember = ResultOf<typeof TEAM>['team'][number];

export const GRANT_ROLE = mutation('grantRole(userId: ID!, role: Role)', '... on GrantRolePayload { name }');

const block = graphql(
  `fragment Block on Block {
    id kind reason createdAt createdByName endsAt liftedAt isInForce appeal appealedAt answer answeredAt userId userName
  }`,
);

export type Block = ResultOf<typeof block>;

export const MODERATED_USER = graphql(
  `query ($userId: ID!, $search: String!) {
    moderatedUser(userId: $userId) {
      userId name createdAt role
      reports {
        openCount actedCount dismissedCount newest { id botId botName category text createdAt outcome }
      }
      votes { days { day votes } bots { botId name votes } }
      voteSignals { botId botName signal { kind from } }
      blocks { ...Block }
    }
    moderationSearch(search: $search, first: 25) { edges { node { botId name state history { ...Move } } } }
  }`,
  [block, move],
);

type UserData = ResultOf<typeof MODERATED_USER>;
export type ModeratedUser = NonNullable<UserData['moderatedUser']>;
export type UserBot = NonNullable<UserData['moderationSearch']>['edges'][number]['node'];

export const BLOCK = mutation('blockUser(userId: ID!, kind: BlockKind!, reason: String!, until: DateTime)');

export const REVIEW_BLOCK = mutation('reviewBlock(blockId: ID!, lifts: Boolean!, answer: String)');

export const APPEALS = graphql('{ appeals { ...Block } }', [block]);
