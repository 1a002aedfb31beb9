import { Response } from '@whatwg-node/server';
import type { VNode } from 'preact';
import { renderPage } from './html.ts';
import { MessagePage } from './pages.ts';

export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** What every page shows of its visitor. */
export interface Viewed {
  readonly viewer: { readonly name: string } | null;
}

export interface Responder {
  /** @param setCookies `Set-Cookie` headers that go along */
  page(title: string, content: VNode, viewed: Viewed, status?: number, setCookies?: string[]): Response;
  notFound(viewed: Viewed): Response;
  /** Where nobody asked who the visitor is. */
  readonly nobody: Viewed;
}

/** @param canSignIn whether pages link to the sign-in */
export function createResponder(canSignIn: boolean): Responder {
  const page: Responder['page'] = (title, content, { viewer }, status = 200, setCookies = []) =>
    new Response(renderPage({ title, content, viewer, canSignIn }), {
      status,
      headers: withCookies(
        { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
        setCookies,
      ),
    });
  const nobody: Viewed = { viewer: null };
  return {
    page,
    notFound: (viewed) => page('Not found', MessagePage('Not found', 'There is no such page.'), viewed, 404),
    nobody,
  };
}

/** Sends the browser on, with GET. */
export function redirect(location: string, ...setCookies: string[]): Response {
  return new Response(null, { status: 303, headers: withCookies({ location }, setCookies) });
}

function withCookies(headers: Record<string, string>, setCookies: string[]): [string, string][] {
  return [
    ...Object.entries({ ...headers, ...SECURITY_HEADERS }),
    ...setCookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ];
}
