import { graphql, type ResultOf } from '../documents/graphql.ts';

/** The fields of a refusal in every REST document. */
export const refusal = graphql(
  'fragment Refusal on Error { code message ... on RateLimitedError { retryAfter } }',
);

/** A refusal as REST documents read it. */
export type Refusal = ResultOf<typeof refusal>;

/** A result that is not a refusal. */
export type Granted<Result> = Exclude<Result, Refusal>;

/** Whether a result is a refusal. Only refusals have a code. */
export function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}
