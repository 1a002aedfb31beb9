import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** A cookie of this site. Scripts cannot read it. */
export interface Cookie {
  /** @returns the value of the cookie in a request; undefined when it is missing */
  read(headers: IncomingHttpHeaders): string | undefined;
  /**
   * @param maxAge in seconds
   * @returns the `Set-Cookie` header
   */
  set(value: string, maxAge: number): string;
  /** @returns the `Set-Cookie` header that deletes the cookie */
  clear(): string;
}

/**
 * Makes a cookie. Over https its name begins with `__Host-`, so browsers accept it only from this host over https. A
 * sibling domain cannot set it.
 *
 * @param plainName the name without the prefix
 * @param secure whether users reach the site over https
 */
export function createCookie(plainName: string, secure: boolean): Cookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = { name, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (headers) => parseCookie(headers.cookie ?? '')[name] || undefined,
    set: (value, maxAge) => stringifySetCookie({ ...attributes, value, maxAge }),
    clear: () => stringifySetCookie({ ...attributes, value: '', maxAge: 0 }),
  };
}
