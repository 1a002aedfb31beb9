import { Response } from '@whatwg-node/server';
import type { VNode } from 'preact';
import { renderPage } from './html.ts';
import { MessagePage } from './pages.ts';

export const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
export const SECURITY_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** What every page shows of its visitor. */
export interface Viewed {
  readonly viewer: { readonly name: string } | null;
}

export interface PageOptions {
  readonly status?: number;
  /** Over those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
}

export interface Responder {
  page(title: string, content: VNode, viewed: Viewed, options?: PageOptions): Response;
  notFound(viewed: Viewed): Response;
  /** Where nobody asked who the visitor is. */
  readonly nobody: Viewed;
}

/** @param canSignIn whether pages link to the sign-in */
export function createResponder(canSignIn: boolean): Responder {
  const page: Responder['page'] = (
    title,
    content,
    { viewer },
    { status = 200, headers = {}, setCookies = [] } = {},
  ) =>
    new Response(renderPage({ title, content, viewer, canSignIn }), {
      status,
      headers: withCookies(
        { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache', ...headers },
        setCookies,
      ),
    });
  const nobody: Viewed = { viewer: null };
  return {
    page,
    notFound: (viewed) =>
      page('Not found', MessagePage('Not found', 'There is no such page.'), viewed, { status: 404 }),
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
