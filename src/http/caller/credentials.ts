import type { Cookie } from './cookies.ts';
import type { HeaderReader } from './header-reader.ts';

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
export function readToken(headers: HeaderReader): Credential {
  const authorization = headers.get('authorization');
  if (authorization === null) return { kind: 'none' };
  const token = authorization.trim().replace(BEARER, '');
  return TOKEN_CHARACTERS.test(token) ? { kind: 'token', token } : { kind: 'unreadable' };
}

/** Reads the session cookie. */
export function readSession(headers: HeaderReader, cookie: Cookie): Credential {
  const id = cookie.read(headers);
  return id === undefined ? { kind: 'none' } : { kind: 'session', id };
}

/** Reads the `Authorization` header or, without one, the session cookie. */
export function readCredential(headers: HeaderReader, cookie: Cookie): Credential {
  const credential = readToken(headers);
  return credential.kind === 'none' ? readSession(headers, cookie) : credential;
}
