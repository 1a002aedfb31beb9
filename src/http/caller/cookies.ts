import { parseCookie, stringifySetCookie } from 'cookie';

/** One cookie of this site, which scripts and requests that other sites make never see. */
export interface Cookie {
  /** The value that a request carries; undefined when it carries none. */
  read(headers: Pick<Headers, 'get'>): string | undefined;
  /**
   * @param maxAge in seconds
   * @returns the `Set-Cookie` header
   */
  set(value: string, maxAge: number): string;
  /** @returns the `Set-Cookie` header that takes the cookie away */
  clear(): string;
}

/**
 * Over https the name begins with `__Host-`: browsers then take it from this very host and over https alone, so a
 * sibling under the same domain cannot plant one.
 *
 * @param secure whether people reach the site over https
 */
export function createCookie(plainName: string, secure: boolean): Cookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = { name, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (headers) => parseCookie(headers.get('cookie') ?? '')[name] || undefined,
    set: (value, maxAge) => stringifySetCookie({ ...attributes, value, maxAge }),
    clear: () => stringifySetCookie({ ...attributes, value: '', maxAge: 0 }),
  };
}
