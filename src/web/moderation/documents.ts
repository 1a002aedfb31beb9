import { graphql, type ResultOf, type VariablesOf } from '../../documents/graphql.ts';
import { LINK_SELECTION } from '../../domain/listing/listing-fields.ts';
import { refusal } from '../client/graphql.ts';
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
  /** Loads the listing again. */
  readonly onReload: () => Promise<void>;
}

export const SEARCH = graphql(`query ($search: String!, $after: String) {
  moderationSearch(search: $search, first: 10, after: $after) {
    edges { node { botId name state } }
    pageInfo { hasNextPage endCursor }
  }
}`);

type FoundPage = NonNullable<ResultOf<typeof SEARCH>['moderationSearch']>;
export type FoundBot = FoundPage['edges'][number]['node'];

export const DECIDE = graphql(
  `mutation ($botId: ID!, $decision: ModerationDecision!, $revision: Int!, $reason: String, $closes: Boolean) {
    result: moderateListing(
      botId: $botId, decision: $decision, revision: $revision, reason: $reason, closesReports: $closes
    ) { __typename ...Refusal }
  }`,
  [refusal],
);

/** Other listings of an owner, among those that they manage. */
export const SIBLINGS = graphql(`query ($search: String!) {
  moderationSearch(search: $search, first: 50) {
    edges { node { botId name state shortDescription owners { userId isCoOwner } } }
  }
}`);

type SiblingPage = NonNullable<ResultOf<typeof SIBLINGS>['moderationSearch']>;
export type Sibling = SiblingPage['edges'][number]['node'];

export const DECIDE_TOGETHER = graphql(
  `mutation ($botIds: [ID!]!, $decision: ModerationDecision!, $reason: String, $closes: Boolean) {
    result: moderateListings(botIds: $botIds, decision: $decision, reason: $reason, closesReports: $closes) {
      ... on ModerateListingsPayload { outcomes { botId refusal { ...Refusal } } }
      ...Refusal
    }
  }`,
  [refusal],
);

export const TEMPLATES = graphql('{ moderationTemplates { id name text } }');

export type Template = ResultOf<typeof TEMPLATES>['moderationTemplates'][number];

export const SAVE_TEMPLATE = graphql(
  `mutation ($id: ID, $name: String!, $text: String!) {
    result: saveModerationTemplate(id: $id, name: $name, text: $text) {
      ... on ModerationTemplatesPayload { templates { id name text } }
      ...Refusal
    }
  }`,
  [refusal],
);

export const DELETE_TEMPLATE = graphql(
  `mutation ($id: ID!) {
    result: deleteModerationTemplate(id: $id) {
      ... on ModerationTemplatesPayload { templates { id name text } }
      ...Refusal
    }
  }`,
  [refusal],
);

export const TAKE_DOWN = graphql(
  `mutation ($botId: ID!, $url: String!, $reason: String!) {
    result: takeDownPicture(botId: $botId, url: $url, reason: $reason) { __typename ...Refusal }
  }`,
  [refusal],
);

export const CLOSE_REPORTS = graphql(
  `mutation ($botId: ID!, $reportIds: [ID!]!, $outcome: ReportOutcome!) {
    result: closeReports(botId: $botId, reportIds: $reportIds, outcome: $outcome) {
      ... on CloseReportsPayload { count }
      ...Refusal
    }
  }`,
  [refusal],
);

/**
 * The version before would write a translation into the listing's own texts. Its schema lacks the last field: so while it
 * still runs during an upgrade, it refuses.
 */
export const DECIDE_EDIT = graphql(
  `mutation ($botId: ID!, $editId: ID!, $accepts: Boolean!, $reason: String) {
    result: decideEdit(botId: $botId, editId: $editId, accepts: $accepts, reason: $reason) {
      __typename ...Refusal ... on Bot { permissionCount }
    }
  }`,
  [refusal],
);

export const CLAIM = graphql(
  `mutation ($botId: ID!, $takesOver: Boolean) {
    result: claimListing(botId: $botId, takesOver: $takesOver) { __typename ...Refusal }
  }`,
  [refusal],
);

export const RELEASE = graphql(
  'mutation ($botId: ID!) { result: releaseListing(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);

const voteSignal = graphql(`fragment VoteSignal on VoteSignal {
  kind from until outOf usualShare gapSeconds other { botId name }
  voters { userId name firstSignInAt voteCount }
}`);
export type VoteSignal = ResultOf<typeof voteSignal>;

export const VOTE_SIGNALS = graphql(
  'query ($botId: ID!) { bot(botId: $botId) { review { voteSignals { ...VoteSignal } } } }',
  [voteSignal],
);

export const VOID_VOTES = graphql(
  `mutation ($botId: ID!, $userIds: [ID!]!, $from: DateTime!, $until: DateTime!, $reason: String!) {
    result: voidVotes(botId: $botId, userIds: $userIds, from: $from, until: $until, reason: $reason) {
      __typename ...Refusal
    }
  }`,
  [refusal],
);

export const RESTORE_VOTES = graphql(
  `mutation ($botId: ID!, $voidingId: ID!) {
    result: restoreVotes(botId: $botId, voidingId: $voidingId) { __typename ...Refusal }
  }`,
  [refusal],
);

export const ADD_NOTE = graphql(
  `mutation ($botId: ID!, $text: String!) {
    result: addModerationNote(botId: $botId, text: $text) { __typename ...Refusal }
  }`,
  [refusal],
);

export const FEATURE = graphql(
  `mutation ($botId: ID!, $until: DateTime!, $place: Int!, $reasons: [FeatureReasonInput!]) {
    result: featureListing(botId: $botId, until: $until, place: $place, reasons: $reasons) { __typename ...Refusal }
  }`,
  [refusal],
);

export const UNFEATURE = graphql(
  'mutation ($botId: ID!) { result: unfeatureListing(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);

export const CHECK_LINKS = graphql(
  `mutation ($botId: ID!) {
    result: checkLinks(botId: $botId) {
      ... on CheckLinksPayload { checks { field url finalUrl redirectCount status failure } }
      ...Refusal
    }
  }`,
  [refusal],
);

type Checked = Extract<ResultOf<typeof CHECK_LINKS>['result'], { checks: unknown }>;
export type LinkCheck = Checked['checks'][number];

export const TEAM = graphql('{ team { userId name role isConfigured } }');

export type TeamMember = ResultOf<typeof TEAM>['team'][number];

export const GRANT_ROLE = graphql(
  `mutation ($userId: ID!, $role: Role) {
    result: grantRole(userId: $userId, role: $role) { ... on GrantRolePayload { name } ...Refusal }
  }`,
  [refusal],
);

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

export const BLOCK = graphql(
  `mutation ($userId: ID!, $kind: BlockKind!, $reason: String!, $until: DateTime) {
    result: blockUser(userId: $userId, kind: $kind, reason: $reason, until: $until) { __typename ...Refusal }
  }`,
  [refusal],
);

export const REVIEW_BLOCK = graphql(
  `mutation ($blockId: ID!, $lifts: Boolean!, $answer: String) {
    result: reviewBlock(blockId: $blockId, lifts: $lifts, answer: $answer) { __typename ...Refusal }
  }`,
  [refusal],
);

export const APPEALS = graphql('{ appeals { ...Block } }', [block]);
