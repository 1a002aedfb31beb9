import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import { POLICY, SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { messages } from '../words/messages.ts';
import { type Frame, renderHeader, renderPage, type Viewer } from './layout.tsx';
import { LostPage } from './message-page.tsx';
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
  /** For pages that do not look the viewer up. */
  readonly nobody: Viewed;
}

/** The headers of a page whose content depends on the language and the viewer. */
export const PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'accept-language, cookie',
};
/** The headers of a page whose search field sends requests. */
export const SEARCHING = { 'content-security-policy': `${POLICY}; connect-src 'self'` };

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
  return {
    page,
    template: (title, content, options) =>
      renderPage(frame, { title, content, viewer: undefined, ...options }),
    header: ({ viewer }, path) => renderHeader(frame, viewer, path),
    notFound,
    nobody: { viewer: null },
  };
}

/** Redirects the browser, which then sends a GET. */
export function redirect(location: string, ...setCookies: string[]): Reply {
  return { status: 303, headers: { ...SECURITY_HEADERS, location }, setCookies };
}
