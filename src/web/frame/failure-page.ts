import { type Failure, headersOf, type Reply } from '../../http/message/reply.ts';
import { orTranslated, perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { sentenceOf } from '../words/refusals.ts';
import { LostPage, MessagePage } from './message-page.tsx';
import { PAGE_HEADERS, type PageResponder } from './page-response.ts';
import { tryAgainIn } from './refusal.ts';

/** The heading and the sentence of a failure. */
function wordsOf(failure: Failure): readonly [title: string, sentence: string] {
  const words = messages.failures;
  // Only refusals of the domain have their words in each language.
  const toldOr = (general: string) =>
    failure.reason === undefined
      ? orTranslated(failure.sentence, general)
      : sentenceOf({ ...failure, message: failure.sentence });
  switch (failure.status) {
    case 400:
      return [words.inputTitle, toldOr(words.input)];
    case 403:
      return [words.foreignTitle, words.foreign];
    case 404:
      return [words.missing.page.title, words.missing.page.sentence];
    case 405:
      return [words.methodTitle, words.method];
    case 408:
      return [words.tooSlowTitle, words.tooSlow];
    case 413:
      return [words.tooLargeTitle, toldOr(words.tooLarge)];
    case 429:
      return [words.tooOftenTitle, toldOr(words.broken)];
    case 500:
      return [words.brokenTitle, words.broken];
    case 503:
      return [words.busyTitle, words.busy];
  }
}

/** A wrong address: the reader looks for something else. A search helps with no other failure. */
const LOST: ReadonlySet<number> = new Set([400, 404, 405]);

/** Writes errors as pages, in the language of the reader. */
export function createFailurePage({ page, nobody }: PageResponder): (failure: Failure) => Reply {
  const show = (title: string, sentence: string, content = MessagePage) =>
    page(title, content(title, sentence), nobody).body ?? '';
  // It is sent under overload, so it is rendered once.
  const busy = perLanguage(() => show(messages.failures.busyTitle, messages.failures.busy));
  return (failure) => {
    const { status, retryAfter, reference } = failure;
    const [title, sentence] = wordsOf(failure);
    const told =
      status === 429 && retryAfter !== undefined
        ? messages.failures.tooOften({ when: tryAgainIn(retryAfter) })
        : status === 500 && reference !== undefined
          ? `${sentence} ${messages.failures.reference({ id: reference })}`
          : sentence;
    return {
      status,
      headers: { ...PAGE_HEADERS, ...headersOf(failure) },
      body: status === 503 ? busy() : show(title, told, LOST.has(status) ? LostPage : MessagePage),
    };
  };
}
