import type { HeaderReader } from './header-reader.ts';

/**
 * Whether a request comes from a page of this site, or from no page at all, such as a command-line client. Cookies of
 * other requests must not count.
 */
export function isSameOrigin(request: { readonly headers: HeaderReader }): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
}
