import { graphql, type ResultOf } from '../../documents/graphql.ts';

/** What these pages ask of the service. */

const refusal = graphql(`fragment Refusal on Error {
  code message
  ... on RateLimitedError { retryAfter }
  ... on InvalidListingError { problems { field message } }
}`);

export type Refusal = ResultOf<typeof refusal>;

export const MY_BOTS = graphql(`{
  viewer {
    userId
    bots { botId name avatarUrl state voteCount serverCount checkedInAt }
    coOwnerInvitations { botId name }
  }
}`);

type Viewer = NonNullable<ResultOf<typeof MY_BOTS>['viewer']>;
export type OwnBot = Viewer['bots'][number];
export type Invitation = Viewer['coOwnerInvitations'][number];

export const APPLICATION_PREVIEW = graphql(
  `query ($botId: ID!) {
    tags { slug label }
    viewer { bots { botId } }
    bot(botId: $botId) { state }
    result: applicationPreview(botId: $botId) { ... on ApplicationPreview { name description } ...Refusal }
  }`,
  [refusal],
);

export type Tag = ResultOf<typeof APPLICATION_PREVIEW>['tags'][number];

export const SUBMIT = graphql(
  `mutation ($botId: ID!, $listing: ListingInput!) {
    result: submitListing(botId: $botId, listing: $listing) { ... on Bot { botId } ...Refusal }
  }`,
  [refusal],
);

const owner = graphql('fragment OwnerRow on Owner { userId name isCoOwner isAccepted }');

export type Owner = ResultOf<typeof owner>;

const move = graphql(
  'fragment Move on ListingMove { fromState toState userName reason movedAt isBeforeTakeOver voteCountBefore }',
);

export type Move = ResultOf<typeof move>;

const listing = graphql(
  `fragment Listing on Bot {
    botId name state revision avatarUrl shortDescription longDescription tags { slug label } inviteScopes
    invitePermissions prefix websiteUrl supportUrl sourceUrl privacyUrl followsPlatform history { ...Move }
  }`,
  [move],
);

export type Listing = ResultOf<typeof listing>;
export type ListingState = Listing['state'];

export const MANAGED_BOT = graphql(
  `query ($botId: ID!) {
    tags { slug label }
    bot(botId: $botId) {
      ...Listing owners { ...OwnerRow } webhook { url updatedAt }
      votesPerDay { day votes } serverCountPerDay { day serverCount }
    }
  }`,
  [listing, owner],
);

export type ManagedBot = NonNullable<ResultOf<typeof MANAGED_BOT>['bot']>;

export const EDIT = graphql(
  `mutation ($botId: ID!, $revision: Int!, $listing: ListingInput!) {
    result: editListing(botId: $botId, revision: $revision, listing: $listing) { ...Listing ...Refusal }
  }`,
  [listing, refusal],
);

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

export const ADD_CO_OWNER = graphql(
  `mutation ($botId: ID!, $userId: ID!) {
    result: addCoOwner(botId: $botId, userId: $userId) {
      ... on OwnersPayload { owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [owner, refusal],
);

export const REMOVE_CO_OWNER = graphql(
  `mutation ($botId: ID!, $userId: ID!) {
    result: removeCoOwner(botId: $botId, userId: $userId) {
      ... on OwnersPayload { owners { ...OwnerRow } }
      ...Refusal
    }
  }`,
  [owner, refusal],
);

export const ACCEPT_CO_OWNERSHIP = graphql(
  'mutation ($botId: ID!) { result: acceptCoOwnership(botId: $botId) { __typename ...Refusal } }',
  [refusal],
);

export const GENERATE_TOKEN = graphql(
  `mutation ($botId: ID!) {
    result: generateToken(botId: $botId) { ... on GenerateTokenPayload { token } ...Refusal }
  }`,
  [refusal],
);

const madeWebhook = graphql('fragment MadeWebhook on SetWebhookPayload { secret webhook { url updatedAt } }');

export type MadeWebhook = ResultOf<typeof madeWebhook>;
export type Webhook = MadeWebhook['webhook'];

export const SET_WEBHOOK = graphql(
  `mutation ($botId: ID!, $url: String!) {
    result: setWebhook(botId: $botId, url: $url) { ...MadeWebhook ...Refusal }
  }`,
  [madeWebhook, refusal],
);

export const ROTATE_SECRET = graphql(
  'mutation ($botId: ID!) { result: rotateWebhookSecret(botId: $botId) { ...MadeWebhook ...Refusal } }',
  [madeWebhook, refusal],
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

const delivery = graphql('fragment DeliveryRow on Delivery { id kind state round userId nextAttemptAt }');

export type Delivery = ResultOf<typeof delivery>;

export const WATCH_DELIVERIES = graphql(
  `subscription ($botId: ID!) {
    bot: deliveryAttempts(botId: $botId) {
      recentAttempts {
        deliveryId round number startedAt durationMs statusCode failure explanation excerpt retryAfterSeconds
        delivery { ...DeliveryRow }
      }
      deliveries(first: 10) { ...DeliveryRow attempts { round } }
    }
  }`,
  [delivery],
);

export type Watched = ResultOf<typeof WATCH_DELIVERIES>['bot'];

export const RESEND = graphql(
  `mutation ($botId: ID!, $deliveryId: ID!) {
    result: resendDelivery(botId: $botId, deliveryId: $deliveryId) { ... on Delivery { id } ...Refusal }
  }`,
  [refusal],
);

export const RESEND_ALL = graphql(
  `mutation ($botId: ID!, $since: DateTime!) {
    result: resendFailedDeliveries(botId: $botId, since: $since) { ... on ResendFailedPayload { count } ...Refusal }
  }`,
  [refusal],
);

export const REMOVE_LISTING = graphql(
  `mutation ($botId: ID!) {
    result: removeListing(botId: $botId) { ... on RemoveListingPayload { botId } ...Refusal }
  }`,
  [refusal],
);

export const QUEUE = graphql(`query ($after: String) {
  moderationQueue(first: 24, after: $after) {
    totalCount
    edges { node { since bot { botId name state } ... on ReportedListing { openReportCount } } }
    pageInfo { hasNextPage endCursor }
  }
}`);

type QueuePage = NonNullable<ResultOf<typeof QUEUE>['moderationQueue']>;
export type QueueItem = QueuePage['edges'][number]['node'];

export const MODERATED_BOT = graphql(
  `query ($botId: ID!) {
    bot(botId: $botId) {
      botId name state revision avatarUrl shortDescription longDescriptionHtml tags { slug label } createdAt updatedAt
      serverCount voteCount inviteUrl invitePermissions inviteScopes prefix websiteUrl supportUrl sourceUrl privacyUrl
      temporalUrl owners { ...OwnerRow } history { ...Move }
      openReports(first: 100) { id category text userId createdAt }
    }
  }`,
  [owner, move],
);

export type ModeratedBot = NonNullable<ResultOf<typeof MODERATED_BOT>['bot']>;

export const DECIDE = graphql(
  `mutation ($botId: ID!, $decision: ModerationDecision!, $revision: Int!, $reason: String, $closes: Boolean) {
    result: moderateListing(
      botId: $botId, decision: $decision, revision: $revision, reason: $reason, closesReports: $closes
    ) { ... on Bot { botId } ...Refusal }
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

export const TEAM = graphql('{ team { userId name role isConfigured } }');

export type TeamMember = ResultOf<typeof TEAM>['team'][number];

export const GRANT_ROLE = graphql(
  `mutation ($userId: ID!, $role: Role) {
    result: grantRole(userId: $userId, role: $role) { ... on GrantRolePayload { name } ...Refusal }
  }`,
  [refusal],
);

export const MARKDOWN_PREVIEW = graphql('query ($text: String!) { markdownPreview(text: $text) }');
