import type { VNode } from 'preact';
import { type Failure, headersOf, type Reply } from '../../http/message/reply.ts';
import { POLICY, SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { currentLanguage, perLanguage } from '../words/current-language.ts';
import { messages, sentenceOf } from '../words/messages.ts';
import { type Frame, renderHeader, renderPage, type Viewer } from './layout.tsx';
import { LostPage, MessagePage } from './message-page.tsx';
import { tryAgainIn } from './refusal.ts';
import type { ExtraFile, PageStyle } from './static-files.ts';
import type { Summary } from './summary.tsx';

/** What every page shows of its viewer. */
export interface Viewed {
  readonly viewer: Viewer | null;
}

export interface PageOptions {
  readonly status?: number;
  /** They replace the default headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
  /** Path and query of the page. The sign-in returns there. */
  readonly path?: string;
  /** The same where the sign-in must not return. */
  readonly address?: string;
  readonly summary?: Summary;
  /** What the page loads besides the files of all pages. */
  readonly files?: readonly ExtraFile[];
  /** What it loads beside `style.css`, `pages.css` by default. */
  readonly style?: PageStyle | null;
}

/** What an address can name that is not there. */
export type Missing = 'page' | 'bot' | 'user';

export interface PageResponder {
  page(title: string, content: VNode, viewed: Viewed, options?: PageOptions): Reply;
  /** The HTML document without a reply around it, and with a hole named `HEADER` in the place of the header. */
  template(title: string, content: VNode, options?: PageOptions): string;
  /** What belongs into that hole. */
  header(viewed: Viewed, path?: string): string;
  /** @param missing what the address names */
  notFound(viewed: Viewed, missing?: Missing): Reply;
  /**
   * Writes an error as a page.
   *
   * @param method of the request. Only a page that was to be read is offered again: a form may have been accepted
   */
  failure(failure: Failure, method?: string): Reply;
  /** For pages that do not look the viewer up. */
  readonly nobody: Viewed;
}

/** The headers of a page whose content depends on the language and the viewer. Its search field sends requests. */
export const PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': `${POLICY}; connect-src 'self'`,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'accept-language, cookie',
  'speculation-rules': '"/assets/speculation.json"',
};

const NOBODY: Viewed = { viewer: null };

/** @param frame what all pages have in common */
export function createPageResponder(frame: Frame): PageResponder {
  const page: PageResponder['page'] = (title, content, { viewer }, options = {}) => {
    const { status = 200, headers, setCookies } = options;
    return {
      status,
      headers: { ...PAGE_HEADERS, ...headers },
      ...(setCookies && { setCookies }),
      body: renderPage(frame, { title, content, viewer, ...options }),
    };
  };
  const notFound: PageResponder['notFound'] = (viewed, missing = 'page') => {
    const { title, sentence } = messages.failures.missing[missing];
    return page(title, LostPage(title, sentence), viewed, { status: 404 });
  };
  const show = (status: number, title: string, sentence: string, isRead: boolean) => {
    const mood = LATER.has(status) ? 'tired' : 'broken';
    const content = LOST.has(status)
      ? LostPage(title, sentence)
      : MessagePage({ title, message: sentence, mood, again: isRead && AGAIN.has(status) });
    return page(title, content, NOBODY).body ?? '';
  };
  // They are sent under overload, so they are rendered once.
  const showBusy = (isRead: boolean) =>
    perLanguage(() => show(503, messages.failures.busyTitle, messages.failures.busy, isRead));
  const [busyReader, busySender] = [showBusy(true), showBusy(false)];
  const failure: PageResponder['failure'] = (failed, method) => {
    const isRead = method === 'GET';
    const { status, retryAfter, reference } = failed;
    const [title, sentence] = wordsOf(failed);
    const told =
      status === 429 && retryAfter !== undefined
        ? messages.failures.tooOften({ when: tryAgainIn(retryAfter) })
        : status === 500 && reference !== undefined
          ? `${sentence} ${messages.failures.reference({ id: reference })}`
          : sentence;
    return {
      status,
      headers: { ...PAGE_HEADERS, ...headersOf(failed) },
      body: status === 503 ? (isRead ? busyReader : busySender)() : show(status, title, told, isRead),
    };
  };
  return {
    page,
    template: (title, content, options) =>
      renderPage(frame, { title, content, viewer: undefined, ...options }),
    header: ({ viewer }, path) => renderHeader(frame, viewer, path),
    notFound,
    failure,
    nobody: NOBODY,
  };
}

/** The heading and the sentence of a failure. */
function wordsOf(failure: Failure): readonly [title: string, sentence: string] {
  const labels = messages.failures;
  // Refusals of the domain have their words in each language. All other sentences are English.
  const toldOr = (general: string) =>
    failure.reason === undefined && currentLanguage() !== 'en'
      ? general
      : sentenceOf({ ...failure, message: failure.sentence });
  switch (failure.status) {
    case 400:
    case 415:
      return [labels.inputTitle, toldOr(labels.input)];
    case 403:
      return [labels.foreignTitle, labels.foreign];
    case 404:
      return [labels.missing.page.title, labels.missing.page.sentence];
    case 405:
      return [labels.methodTitle, labels.method];
    case 408:
      return [labels.tooSlowTitle, labels.tooSlow];
    case 413:
      return [labels.tooLargeTitle, toldOr(labels.tooLarge)];
    case 429:
      return [labels.tooOftenTitle, toldOr(labels.broken)];
    case 500:
      return [labels.brokenTitle, labels.broken];
    case 503:
      return [labels.busyTitle, labels.busy];
  }
}

/** A wrong address: the reader looks for something else. A search helps with no other failure. */
const LOST: ReadonlySet<number> = new Set([400, 404, 405]);
/** The same request may succeed later. */
const LATER: ReadonlySet<number> = new Set([408, 429, 503]);
/** The same page may be there in a moment. */
const AGAIN: ReadonlySet<number> = new Set([429, 500, 503]);

/** Redirects the browser, which then sends a GET. */
export function redirect(location: string, ...setCookies: string[]): Reply {
  return { status: 303, headers: { ...SECURITY_HEADERS, location }, setCookies };
}
