import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { move } from '../../client/listing-history-fragment.ts';
import { refusal } from '../../client/request/refused.ts';

export const OVERVIEW_TAB = graphql(
  `query ($botId: ID!) {
    reviewTime { medianSeconds }
    bot(botId: $botId) {
      botId name state history { ...Move } voteCount serverCount checkedInAt
      votesPerDay { day votes } serverCountPerDay { day serverCount }
      apiToken { createdAt } webhook { updatedAt verifiedAt }
      recentAttempts { startedAt failure statusCode explanation explanationReason } recentVotes { userId votedAt }
    }
  }`,
  [move],
);

export type Overview = NonNullable<ResultOf<typeof OVERVIEW_TAB>['bot']>;

export const RESUBMIT = graphql(
  `mutation ($botId: ID!) {
    result: resubmitListing(botId: $botId) { ... on Bot { state history { ...Move } } ...Refusal }
  }`,
  [move, refusal],
);
