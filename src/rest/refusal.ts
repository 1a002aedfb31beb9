import { graphql, type ResultOf } from '../documents/graphql.ts';

/** What every document of REST asks about a refusal. */
export const refusal = graphql(
  'fragment Refusal on Error { code message ... on RateLimitedError { retryAfter } }',
);

export type Refusal = ResultOf<typeof refusal>;

/** A result of a document that is no refusal. */
export type Granted<Result> = Exclude<Result, Refusal>;

export function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}
