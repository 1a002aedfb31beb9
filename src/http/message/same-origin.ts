import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of this site, or from no page at all, such as a command-line client. Cookies of
 * other requests must not count.
 */
export function isSameOrigin({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
