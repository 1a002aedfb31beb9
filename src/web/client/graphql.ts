import { graphql, type ResultOf, type TypedDocument } from '../../documents/graphql.ts';
import { wordWait } from '../kit/time.tsx';
import type { SentRefusal } from '../words/make-messages.ts';
import { messages, sentenceOf } from '../words/messages.ts';
import { formatMoment } from './time.tsx';

/** The body of a response. */
export interface GraphQLResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Partial<SentFailure> }[];
}

/** Browsers refuse a request with a larger body, in bytes, when it has to outlive its page. */
const MAX_KEPT = 60_000;

/** A longer read has failed: whatever waits for it goes on. */
const MAX_READ_MS = 30_000;

/**
 * Reads something from `/graphql`, with the session of the signed-in user.
 *
 * @throws {Refused}
 */
export const query = <Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables) =>
  send<Data>(JSON.stringify({ query: document, variables }), {
    signal: AbortSignal.timeout(MAX_READ_MS),
  });

async function send<Data>(text: string, init: RequestInit): Promise<Data> {
  let body: GraphQLResponse<Data>;
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: text,
      ...init,
    });
    body = await response.json();
  } catch {
    throw new Refused('OFFLINE', messages.common.offline);
  }
  const error = errorOf(body);
  if (error) throw error;
  if (!body.data) throw new Refused('BROKEN', messages.common.broken);
  return body.data;
}

/** The session of the user who opened the page. `SessionDialog` follows it. */
export const session = {
  /** Whether another user has signed in since then: nothing may be sent as them. */
  isForeign: false,
  /** Asks the reader to sign in again. @returns whether the same user has */
  renew: async (): Promise<boolean> => false,
};

/**
 * Sends a mutation whose one field is named `result`. Refusals are among the types of that field. When the session has
 * ended, it is sent again after the reader has signed in.
 *
 * @param outlives whether the browser goes on with the request when the reader leaves the page
 * @throws {Refused}
 */
export async function mutate<Result extends object, Variables>(
  document: TypedDocument<{ result: Result }, Variables>,
  variables: Variables,
  outlives = false,
): Promise<Exclude<Result, MutationRefusal>> {
  if (session.isForeign && !(await session.renew()))
    throw refusedFor({ code: 'UNAUTHENTICATED', message: '' });
  const text = JSON.stringify({ query: document, variables });
  const { result } = await send<{ result: Result }>(text, {
    keepalive: outlives && new Blob([text]).size < MAX_KEPT,
  });
  if (!isRefusal(result)) return result as Exclude<Result, MutationRefusal>;
  if (result.code === 'UNAUTHENTICATED' && (await session.renew()))
    return mutate(document, variables, outlives);
  throw refusedFor(result);
}

/** The first error of a response. */
export function errorOf({ errors }: GraphQLResponse<unknown>): Refused | undefined {
  const error = errors?.[0];
  return error && refusedFor({ message: error.message, ...error.extensions });
}

function isRefusal(result: object): result is MutationRefusal {
  return 'code' in result;
}

export const refusal = graphql(`fragment Refusal on Error {
  code message reason parameters { name value }
  ... on RateLimitedError { retryAfter }
  ... on InvalidListingError { problems { field message reason parameters { name value } } }
}`);

/** A type among the results of a mutation: the service has refused it. */
export type MutationRefusal = ResultOf<typeof refusal>;

type SentProblem = Extract<MutationRefusal, { problems: unknown }>['problems'][number];

/** A problem with a field of a form. The message is a sentence for the reader. */
export type FieldProblem = Pick<SentProblem, 'field' | 'message'>;

/** A place where the reader finds more about a problem. */
export interface ProblemLink {
  readonly href: string;
  readonly label: string;
}

interface Details {
  readonly problems?: readonly FieldProblem[] | undefined;
  /** The service's reason, such as `webhook.notPublic`; undefined for refusals of the page itself. */
  readonly reason?: string | undefined;
  readonly links?: readonly ProblemLink[];
}

/** A request failed. The message is a sentence for the reader. */
export class Refused extends Error {
  /** A stable code such as `NOT_FOUND`; `OFFLINE` when there was no response. */
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  readonly reason: string | undefined;
  readonly links: readonly ProblemLink[];
  constructor(code: string, message: string, { problems = [], reason, links = [] }: Details = {}) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.reason = reason;
    this.links = links;
  }
}

/** Why a request failed, from a result or from an error of GraphQL. */
export interface SentFailure extends SentRefusal {
  readonly code?: string;
  /** In seconds. */
  readonly retryAfter?: number;
  readonly problems?: readonly SentProblem[];
}

export function refusedFor(reason: SentFailure): Refused {
  const { code = 'BROKEN', retryAfter, problems } = reason;
  if (code === 'RATE_LIMITED' && retryAfter !== undefined) return new Refused(code, wordLimit(retryAfter));
  if (code === 'UNAUTHENTICATED') return new Refused(code, messages.common.signedOut);
  return new Refused(code, sentenceOf(reason), {
    reason: reason.reason,
    problems: problems?.map((problem) => ({ field: problem.field, message: sentenceOf(problem) })),
  });
}

/** "In 24 hours" is up to an hour wrong, so long waits are told as a time. */
const LONG_WAIT_SECONDS = 7200;

function wordLimit(retryAfter: number): string {
  const { tooOften, tooOftenUntil, wait } = messages.common;
  return retryAfter < LONG_WAIT_SECONDS
    ? tooOften({ wait: wordWait(retryAfter, wait) })
    : tooOftenUntil({ time: formatMoment(Date.now() + retryAfter * 1000) });
}

/** Turns anything that was thrown into a `Refused`. */
export function asRefused(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused('BROKEN', messages.common.broken);
}
