import { Response } from '@whatwg-node/server';

/**
 * Whether the client already has this response (RFC 9110, section 13.1.2).
 *
 * @param etag the entity tag of the response, if any
 * @param ifNoneMatch the `If-None-Match` header
 */
export function isKnown(
  etag: string | null | undefined,
  ifNoneMatch: string | null | undefined,
): etag is string {
  if (!etag || !ifNoneMatch) return false;
  const known = ['*', opaque(etag)];
  return ifNoneMatch.split(',').some((tag) => known.includes(opaque(tag.trim())));
}

/** Weak and strong tags are compared alike. */
const opaque = (tag: string) => tag.replace(/^W\//, '');

/** Returns 304 if the client already has the response, and otherwise the response itself. */
export function conditional({ method, headers }: Request, response: Response): Response {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || response.status !== 200) return response;
  return isKnown(response.headers.get('etag'), headers.get('if-none-match'))
    ? new Response(null, { status: 304, headers: Object.fromEntries(response.headers) })
    : response;
}
