import { type Failure, headersOf, type Written } from '../http/responses/failures.ts';
import { MessagePage, whenAgain } from './pages.ts';
import { HTML, type Responder, SECURITY_HEADERS } from './respond.ts';
import { text } from './text.ts';

const words = text.failures;
/** The heading of each error, and what a page says of it; without words of their own pages repeat the sentence. */
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
export function createFailurePage({ document, nobody }: Responder): (failure: Failure) => Written {
  const show = (title: string, sentence: string) => document(title, MessagePage(title, sentence), nobody);
  // It is written most when there is no time for it.
  const busy = show(words.busyTitle, words.busy);
  return (failure) => {
    const { status, sentence, retryAfter } = failure;
    const [title, own = sentence] = WORDS[status];
    const told = status === 429 && retryAfter !== undefined ? words.tooOften(whenAgain(retryAfter)) : own;
    const headers = { ...SECURITY_HEADERS, 'content-type': HTML, 'cache-control': 'private, no-cache' };
    return {
      status,
      headers: { ...headers, ...headersOf(failure) },
      body: status === 503 ? busy : show(title, told),
    };
  };
}
