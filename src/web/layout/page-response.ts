import { Response } from '@whatwg-node/server';
import type { VNode } from 'preact';
import { POLICY, SECURITY_HEADERS } from '../../http/responses/security-headers.ts';
import { text } from '../text.ts';
import { type Frame, renderPage, type Viewer } from './layout.ts';
import { MessagePage } from './message-page.ts';
import type { Summary } from './summary.ts';

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
  readonly summary?: Summary;
}

export interface PageResponder {
  page(title: string, content: VNode, viewed: Viewed, options?: PageOptions): Response;
  /** The HTML document without a response around it. */
  document(title: string, content: VNode, viewed: Viewed, options?: PageOptions): string;
  notFound(viewed: Viewed): Response;
  /** For pages that do not look the viewer up. */
  readonly nobody: Viewed;
}

export const HTML = 'text/html; charset=utf-8';
/** The headers of a page whose search field sends requests. */
export const SEARCHING = { 'content-security-policy': `${POLICY}; connect-src 'self'` };

/** @param frame what all pages have in common */
export function createPageResponder(frame: Frame): PageResponder {
  const document: PageResponder['document'] = (title, content, { viewer }, { path, summary } = {}) =>
    renderPage(frame, { title, content, viewer, path, summary });
  const page: PageResponder['page'] = (title, content, viewed, options = {}) => {
    const { status = 200, headers = {}, setCookies = [] } = options;
    return new Response(document(title, content, viewed, options), {
      status,
      headers: withCookies(
        { 'content-type': HTML, 'cache-control': 'private, no-cache', ...headers },
        setCookies,
      ),
    });
  };
  const { notFoundTitle, notFound } = text.failures;
  return {
    page,
    document,
    notFound: (viewed) => page(notFoundTitle, MessagePage(notFoundTitle, notFound), viewed, { status: 404 }),
    nobody: { viewer: null },
  };
}

/** Redirects the browser, which then sends a GET. */
export function redirect(location: string, ...setCookies: string[]): Response {
  return new Response(null, { status: 303, headers: withCookies({ location }, setCookies) });
}

function withCookies(headers: Record<string, string>, setCookies: readonly string[]): [string, string][] {
  return [
    ...Object.entries({ ...SECURITY_HEADERS, ...headers }),
    ...setCookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ];
}
