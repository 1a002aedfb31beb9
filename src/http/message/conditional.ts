/**
 * Whether the client already has this response (RFC 9110, section 13.1.2).
 *
 * @param etag the entity tag of the response, if any
 * @param ifNoneMatch the `If-None-Match` header
 */
export function isKnown(etag: string | undefined, ifNoneMatch: string | undefined): boolean {
  if (!etag || !ifNoneMatch) return false;
  const known = ['*', opaque(etag)];
  return ifNoneMatch.split(',').some((tag) => known.includes(opaque(tag.trim())));
}

/** Weak and strong tags are compared alike. */
const opaque = (tag: string) => tag.replace(/^W\//, '');
