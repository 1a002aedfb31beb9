import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { keyOfSession } from '../../domain/identity/sessions.ts';
import { keyOfToken } from '../../domain/identity/tokens.ts';
import { isSameOrigin } from '../message/request.ts';
import type { RouteKind } from '../router.ts';

/** The credential of a request, before it is verified. */
export type Credential =
  | { readonly kind: 'none' }
  /** An `Authorization` header without a valid token format. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'session'; readonly id: string };

const BEARER = /^bearer +/i;
const TOKEN_CHARACTERS = /^[\x21-\x7e]+$/;

/** Reads the `Authorization` header: the bare token or `Bearer <token>` (section 5 of the contract). */
export function readToken({ authorization }: IncomingHttpHeaders): Credential {
  if (authorization === undefined) return { kind: 'none' };
  const token = authorization.trim().replace(BEARER, '');
  return TOKEN_CHARACTERS.test(token) ? { kind: 'token', token } : { kind: 'unreadable' };
}

/** Reads the session cookie. */
export function readSession(headers: IncomingHttpHeaders, cookie: Cookie): Credential {
  const id = cookie.read(headers);
  return id === undefined ? { kind: 'none' } : { kind: 'session', id };
}

/** Reads the `Authorization` header or, without one, the session cookie. */
export function readCredential(headers: IncomingHttpHeaders, cookie: Cookie): Credential {
  const credential = readToken(headers);
  return credential.kind === 'none' ? readSession(headers, cookie) : credential;
}

/** A credential that has the form of a valid one, by the key that statements find it with. */
export interface IdentityClaim {
  readonly kind: 'token' | 'session';
  /** The SHA-256 of the credential in lower-case hexadecimal. */
  readonly key: string;
}

/** @returns undefined for what cannot be valid */
export function claimOf(credential: Credential): IdentityClaim | undefined {
  switch (credential.kind) {
    case 'token': {
      const key = keyOfToken(credential.token);
      return key === undefined ? undefined : { kind: 'token', key };
    }
    case 'session': {
      const key = keyOfSession(credential.id);
      return key === undefined ? undefined : { kind: 'session', key };
    }
    default:
      return undefined;
  }
}

/**
 * Makes a function that reads the credential that counts for a request: REST accepts tokens, pages accept sessions, and
 * `/graphql` accepts both.
 */
export function createCredentialReader(
  cookie: Cookie,
): (kind: RouteKind, message: IncomingMessage) => Credential {
  const readers: Record<RouteKind, (headers: IncomingHttpHeaders) => Credential> = {
    api: readToken,
    page: (headers) => readSession(headers, cookie),
    graphql: (headers) => readCredential(headers, cookie),
  };
  return (kind, message) => {
    const credential = readers[kind](message.headers);
    // Browsers also send the cookie with requests that other sites cause. A link from another site may open a page, so
    // a session counts there. It does not count for `/graphql` or for forms.
    const isNobody =
      credential.kind === 'session' && (kind === 'graphql' || isBinding(message)) && !isSameOrigin(message);
    return isNobody ? { kind: 'none' } : credential;
  };
}

/** The cookie of a reader who has chosen a language, and nothing else. */
const LANGUAGE_ONLY = /^language=[a-z]{2}$/;

/**
 * Whether a request only reads, and carries nothing but perhaps a language. What its sender may have written before is
 * unknown to this site.
 */
export function isOfUnknownReader({ method, headers: { authorization, cookie } }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && authorization === undefined && (cookie === undefined || LANGUAGE_ONLY.test(cookie));
}

/** Whether a request changes data or opens a stream. */
function isBinding({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' || Boolean(headers.accept?.includes('text/event-stream'));
}

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
