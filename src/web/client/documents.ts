/** What these pages ask of the service; a test holds each against the schema. */

export const MY_BOTS = `{
  viewer {
    userId
    bots { botId name avatarUrl state voteCount serverCount checkedInAt }
    coOwnerInvitations { botId name }
  }
}`;

export const APPLICATION_PREVIEW = `query ($botId: ID!) {
  tags { slug label }
  viewer { bots { botId } }
  bot(botId: $botId) { state }
  result: applicationPreview(botId: $botId) {
    ... on ApplicationPreview { name description }
    ... on Error { code message }
    ... on RateLimitedError { retryAfter }
  }
}`;

export const SUBMIT = `mutation ($botId: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $botId, listing: $listing) {
    ... on Bot { botId }
    ... on Error { code message }
    ... on InvalidListingError { problems { field message } }
    ... on RateLimitedError { retryAfter }
  }
}`;

const LISTING = `botId name state revision avatarUrl shortDescription longDescription tags { slug label } inviteScopes
  invitePermissions prefix websiteUrl supportUrl sourceUrl privacyUrl followsPlatform history { fromState toState userName reason movedAt isBeforeTakeOver voteCountBefore }`;

export const MANAGED_BOT = `query ($botId: ID!) {
  tags { slug label }
  bot(botId: $botId) {
    ${LISTING} owners { userId name isCoOwner isAccepted } webhook { url updatedAt }
    votesPerDay { day votes } serverCountPerDay { day serverCount }
  }
}`;

export const EDIT = `mutation ($botId: ID!, $revision: Int!, $listing: ListingInput!) {
  result: editListing(botId: $botId, revision: $revision, listing: $listing) {
    ... on Bot { ${LISTING} }
    ... on Error { code message }
    ... on InvalidListingError { problems { field message } }
    ... on RateLimitedError { retryAfter }
  }
}`;

export const RESUBMIT = `mutation ($botId: ID!) {
  result: resubmitListing(botId: $botId) {
    ... on Bot { ${LISTING} }
    ... on Error { code message }
    ... on RateLimitedError { retryAfter }
  }
}`;

const PICTURE_RESULT = `{ ... on Bot { avatarUrl } ... on Error { code message } ... on RateLimitedError { retryAfter } }`;

export const SET_PICTURE = `mutation ($botId: ID!, $image: String!) { result: setAvatar(botId: $botId, image: $image) ${PICTURE_RESULT} }`;

export const REMOVE_PICTURE = `mutation ($botId: ID!) { result: removeAvatar(botId: $botId) ${PICTURE_RESULT} }`;

const OWNERS_RESULT = `{
  ... on OwnersPayload { owners { userId name isCoOwner isAccepted } }
  ... on Error { code message }
  ... on RateLimitedError { retryAfter }
}`;

export const ADD_CO_OWNER = `mutation ($botId: ID!, $userId: ID!) { result: addCoOwner(botId: $botId, userId: $userId) ${OWNERS_RESULT} }`;

export const REMOVE_CO_OWNER = `mutation ($botId: ID!, $userId: ID!) { result: removeCoOwner(botId: $botId, userId: $userId) ${OWNERS_RESULT} }`;

export const ACCEPT_CO_OWNERSHIP = `mutation ($botId: ID!) {
  result: acceptCoOwnership(botId: $botId) {
    __typename
    ... on Error { code message }
    ... on RateLimitedError { retryAfter }
  }
}`;

export const GENERATE_TOKEN = `mutation ($botId: ID!) {
  result: generateToken(botId: $botId) {
    ... on GenerateTokenPayload { token }
    ... on Error { code message }
    ... on RateLimitedError { retryAfter }
  }
}`;

const REFUSED = '... on Error { code message } ... on RateLimitedError { retryAfter }';

const WEBHOOK_MADE = `{ ... on SetWebhookPayload { secret webhook { url updatedAt } } ${REFUSED} }`;

export const SET_WEBHOOK = `mutation ($botId: ID!, $url: String!) { result: setWebhook(botId: $botId, url: $url) ${WEBHOOK_MADE} }`;

export const ROTATE_SECRET = `mutation ($botId: ID!) { result: rotateWebhookSecret(botId: $botId) ${WEBHOOK_MADE} }`;

export const REMOVE_WEBHOOK = `mutation ($botId: ID!) {
  result: removeWebhook(botId: $botId) { ... on RemoveWebhookPayload { removed } ${REFUSED} }
}`;

export const SEND_TEST = `mutation ($botId: ID!) { result: sendTestWebhook(botId: $botId) { ... on Delivery { id } ${REFUSED} } }`;

const DELIVERY = 'id kind state round userId nextAttemptAt';

export const WATCH_DELIVERIES = `subscription ($botId: ID!) {
  bot: deliveryAttempts(botId: $botId) {
    recentAttempts {
      deliveryId round number startedAt durationMs statusCode failure explanation excerpt retryAfterSeconds
      delivery { ${DELIVERY} }
    }
    deliveries(first: 10) { ${DELIVERY} attempts { round } }
  }
}`;

export const RESEND = `mutation ($botId: ID!, $deliveryId: ID!) {
  result: resendDelivery(botId: $botId, deliveryId: $deliveryId) { ... on Delivery { id } ${REFUSED} }
}`;

export const RESEND_ALL = `mutation ($botId: ID!, $since: DateTime!) {
  result: resendFailedDeliveries(botId: $botId, since: $since) { ... on ResendFailedPayload { count } ${REFUSED} }
}`;

export const REMOVE_LISTING = `mutation ($botId: ID!) {
  result: removeListing(botId: $botId) { ... on RemoveListingPayload { botId } ... on Error { code message } ... on RateLimitedError { retryAfter } }
}`;

export const QUEUE = `query ($after: String) {
  moderationQueue(first: 24, after: $after) {
    totalCount
    edges { node { since bot { botId name state } ... on ReportedListing { openReportCount } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const MODERATED_BOT = `query ($botId: ID!) {
  bot(botId: $botId) {
    botId name state revision avatarUrl shortDescription longDescriptionHtml tags { slug label } createdAt updatedAt
    serverCount voteCount inviteUrl invitePermissions inviteScopes prefix websiteUrl supportUrl sourceUrl privacyUrl
    temporalUrl owners { userId name isCoOwner isAccepted }
    history { fromState toState userName reason movedAt isBeforeTakeOver voteCountBefore }
    openReports(first: 100) { id category text userId createdAt }
  }
}`;

export const DECIDE = `mutation ($botId: ID!, $decision: ModerationDecision!, $revision: Int!, $reason: String, $closes: Boolean) {
  result: moderateListing(botId: $botId, decision: $decision, revision: $revision, reason: $reason, closesReports: $closes) {
    ... on Bot { botId }
    ... on Error { code message }
  }
}`;

export const CLOSE_REPORTS = `mutation ($botId: ID!, $reportIds: [ID!]!, $outcome: ReportOutcome!) {
  result: closeReports(botId: $botId, reportIds: $reportIds, outcome: $outcome) {
    ... on CloseReportsPayload { count }
    ... on Error { code message }
  }
}`;

export const TEAM = '{ team { userId name role isConfigured } }';

export const GRANT_ROLE = `mutation ($userId: ID!, $role: Role) {
  result: grantRole(userId: $userId, role: $role) {
    ... on GrantRolePayload { name }
    ... on Error { code message }
    ... on RateLimitedError { retryAfter }
  }
}`;

export const MARKDOWN_PREVIEW = 'query ($text: String!) { markdownPreview(text: $text) }';
