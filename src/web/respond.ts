import { Response } from '@whatwg-node/server';
import type { VNode } from 'preact';
import { SECURITY_HEADERS } from '../http/responses/security-headers.ts';
import { renderPage, type Summary, type Viewer } from './html.ts';
import { MessagePage } from './pages.ts';
import { text } from './text.ts';

export { POLICY, SECURITY_HEADERS } from '../http/responses/security-headers.ts';

/** What every page shows of its visitor. */
export interface Viewed {
  readonly viewer: Viewer | null;
}

export interface PageOptions {
  readonly status?: number;
  /** Over those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
  /** Path and query of the page: who signs in returns there. */
  readonly path?: string;
  readonly summary?: Summary;
}

export interface Responder {
  page(title: string, content: VNode, viewed: Viewed, options?: PageOptions): Response;
  /** The document alone. */
  document(title: string, content: VNode, viewed: Viewed, options?: PageOptions): string;
  notFound(viewed: Viewed): Response;
  /** Where nobody asked who the visitor is. */
  readonly nobody: Viewed;
}

export const HTML = 'text/html; charset=utf-8';

/** @param canSignIn whether pages link to the sign-in */
export function createResponder(canSignIn: boolean): Responder {
  const document: Responder['document'] = (title, content, { viewer }, { path, summary } = {}) =>
    renderPage({ title, content, viewer, canSignIn, path, summary });
  const page: Responder['page'] = (title, content, viewed, options = {}) => {
    const { status = 200, headers = {}, setCookies = [] } = options;
    return new Response(document(title, content, viewed, options), {
      status,
      headers: withCookies(
        { 'content-type': HTML, 'cache-control': 'private, no-cache', ...headers },
        setCookies,
      ),
    });
  };
  const nobody: Viewed = { viewer: null };
  return {
    page,
    document,
    notFound: (viewed) =>
      page(
        text.failures.notFoundTitle,
        MessagePage(text.failures.notFoundTitle, text.failures.notFound),
        viewed,
        { status: 404 },
      ),
    nobody,
  };
}

/** Sends the browser on, with GET. */
export function redirect(location: string, ...setCookies: string[]): Response {
  return new Response(null, { status: 303, headers: withCookies({ location }, setCookies) });
}

function withCookies(headers: Record<string, string>, setCookies: readonly string[]): [string, string][] {
  return [
    ...Object.entries({ ...SECURITY_HEADERS, ...headers }),
    ...setCookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ];
}
