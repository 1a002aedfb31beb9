import { graphql, type ResultOf } from '../../../../documents/graphql.ts';
import { move } from '../listing-history-fragment.ts';
import { ownerRow } from '../owners/documents.ts';
import { refusal } from '../request/refused.ts';

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
  [ownerRow, move],
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
