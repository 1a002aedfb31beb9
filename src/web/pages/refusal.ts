import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { statusOf } from '../../http/responses/reply.ts';
import { orTranslated } from '../language.ts';
import { text } from '../text.ts';

/** What the schema says when it refuses a vote or a report. */
export const refusal = graphql(`fragment Refusal on Error {
  code message
  ... on VoteWindowActiveError { nextVoteAt }
  ... on AccountTooYoungError { mayVoteAt }
  ... on RateLimitedError { retryAfter }
}`);

export type Refusal = ResultOf<typeof refusal>;

export const SIGNED_OUT = 'UNAUTHENTICATED';

/** The session ended after the form was opened. */
export const signedOut = (): Refusal => ({ code: SIGNED_OUT, message: text.report.signedOut });

/** The refusal with its sentence in the language of the page. */
export function translated<Of extends Refusal>(refused: Of): Of {
  const sentences: Readonly<Record<string, string>> = text.refusals;
  const sentence = Object.hasOwn(sentences, refused.code) ? sentences[refused.code] : undefined;
  return { ...refused, message: orTranslated(refused.message, sentence ?? text.failures.broken) };
}

export function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}

/** @returns seconds */
export function retryAfterOf(refused: Refusal): number | undefined {
  return 'retryAfter' in refused ? refused.retryAfter : undefined;
}

/** Status and headers of the page that shows a form, after it was refused or not. */
export function responseTo(refused: Refusal | undefined) {
  const retryAfter = refused && retryAfterOf(refused);
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: refused ? statusOf(refused.code) : 200, headers };
}
