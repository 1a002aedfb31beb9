import { Response } from '@whatwg-node/server';

/**
 * Whether the client has this very answer already (RFC 9110, section 13.1.2).
 *
 * @param etag of the answer; undefined where it has none
 * @param ifNoneMatch the request's header
 */
export function isKnown(
  etag: string | null | undefined,
  ifNoneMatch: string | null | undefined,
): etag is string {
  if (!etag || !ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** The answer, or 304 with its headers where it has an entity tag that the client names. */
export function conditional({ method, headers }: Request, response: Response): Response {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || response.status !== 200) return response;
  return isKnown(response.headers.get('etag'), headers.get('if-none-match'))
    ? new Response(null, { status: 304, headers: Object.fromEntries(response.headers) })
    : response;
}
