import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { statusOf } from '../../http/message/reply.ts';
import { wordWait } from '../kit/time.tsx';
import { messages, sentenceOf } from '../words/messages.ts';

/** What the schema says when it refuses a vote or a report. */
export const refusal = graphql(`fragment Refusal on Error {
  code message reason parameters { name value }
  ... on VoteWindowActiveError { nextVoteAt }
  ... on AccountTooYoungError { mayVoteAt }
  ... on RateLimitedError { retryAfter }
}`);

/** Refusals of the pages themselves have no reason: their message is in the reader's language. */
export type PageRefusal = ResultOf<typeof refusal> | { readonly code: string; readonly message: string };

export const SIGNED_OUT = 'UNAUTHENTICATED';

/** The session ended after the form was opened. */
export const signedOut = (): PageRefusal => ({ code: SIGNED_OUT, message: messages.report.signedOut });

export function isRefusal(result: object): result is PageRefusal {
  return 'code' in result;
}

/** @returns seconds */
function retryAfterOf(refused: PageRefusal): number | undefined {
  return 'retryAfter' in refused ? refused.retryAfter : undefined;
}

/**
 * "try again in 5 minutes", as a part of a sentence.
 *
 * @param seconds until then
 */
export function tryAgainIn(seconds: number): string {
  return wordWait(seconds, messages.tryAgain);
}

/**
 * The sentence of a refusal in the language of the page.
 *
 * @param tooOften words the refusal of a rate limit
 */
export function sentenceOfRefusal(
  refused: PageRefusal,
  tooOften: (values: { when: string }) => string,
): string {
  const retryAfter = retryAfterOf(refused);
  return retryAfter === undefined ? sentenceOf(refused) : tooOften({ when: tryAgainIn(retryAfter) });
}

/** Status and headers of the page that shows a form, after it was refused or not. */
export function responseTo(refused: PageRefusal | undefined) {
  const retryAfter = refused && retryAfterOf(refused);
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: refused ? statusOf(refused.code) : 200, headers };
}
