import { graphql, type ResultOf } from '../../../../documents/graphql.ts';
import { wordWait } from '../../../plural.ts';
import { texts } from '../texts.ts';

export const refusal = graphql(`fragment Refusal on Error {
  code message
  ... on RateLimitedError { retryAfter }
  ... on InvalidListingError { problems { field message } }
}`);

/** A type among the results of a mutation: the service has refused it. */
export type Refusal = ResultOf<typeof refusal>;

export type FieldProblem = Extract<Refusal, { problems: unknown }>['problems'][number];

/** A request failed. The message is a sentence for the reader. */
export class Refused extends Error {
  /** A stable code such as `NOT_FOUND`; `OFFLINE` when there was no response. */
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  constructor(code: string, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** Why a request failed, from a result or from an error of GraphQL. */
export interface Reason {
  readonly code?: string;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
  readonly problems?: readonly FieldProblem[];
}

export function refusedFor({ code = 'BROKEN', message, retryAfter, problems }: Reason): Refused {
  if (code === 'RATE_LIMITED' && retryAfter !== undefined)
    return new Refused(code, texts.tooOften({ wait: wordWait(retryAfter, texts.wait) }));
  if (code === 'UNAUTHENTICATED') return new Refused(code, texts.signedOut);
  return new Refused(code, message, problems);
}

/** Turns anything that was thrown into a `Refused`. */
export function asRefused(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused('BROKEN', texts.broken);
}
