import { type Failure, headersOf, type Written } from '../../http/responses/failures.ts';
import { SECURITY_HEADERS } from '../../http/responses/security-headers.ts';
import { MessagePage } from '../layout/message-page.ts';
import { HTML, type PageResponder } from '../layout/page-response.ts';
import { text } from '../text.ts';
import { sentenceOf } from './refusal.ts';
import { tryAgainIn } from './try-again.ts';

const words = text.failures;
/** The heading and the sentence of each status. Where the sentence is missing, the page shows the failure's own. */
const WORDS: Record<Failure['status'], readonly [title: string, sentence?: string]> = {
  400: [words.inputTitle],
  403: [words.foreignTitle, words.foreign],
  404: [words.notFoundTitle, words.notFound],
  405: [words.methodTitle, words.method],
  413: [words.tooLargeTitle],
  429: [words.tooOftenTitle],
  500: [words.brokenTitle, words.broken],
  503: [words.busyTitle, words.busy],
};

/** Writes errors as pages. */
export function createFailurePage({ document, nobody }: PageResponder): (failure: Failure) => Written {
  const show = (title: string, sentence: string) => document(title, MessagePage(title, sentence), nobody);
  // It is sent under overload, so it is rendered once, beforehand.
  const busy = show(words.busyTitle, words.busy);
  return (failure) => {
    const { status, sentence, retryAfter, reference } = failure;
    const [title, own = sentenceOf({ ...failure, message: sentence })] = WORDS[status];
    const told =
      status === 429 && retryAfter !== undefined
        ? words.tooOften(tryAgainIn(retryAfter))
        : status === 500 && reference !== undefined
          ? `${own} ${words.reference(reference)}`
          : own;
    const headers = { ...SECURITY_HEADERS, 'content-type': HTML, 'cache-control': 'private, no-cache' };
    return {
      status,
      headers: { ...headers, ...headersOf(failure) },
      body: status === 503 ? busy : show(title, told),
    };
  };
}
