import type { Cookie } from './cookies.ts';

/** What a request offers to show who is asking; nothing of it is verified yet. */
export type Credential =
  | { readonly kind: 'none' }
  /** An `Authorization` header that holds no token. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'session'; readonly id: string };

const BEARER = /^bearer +/i;
const TOKEN_CHARACTERS = /^[\x21-\x7e]+$/;

/** Reads the `Authorization` header: the bare token or `Bearer <token>` (section 5 of the contract). */
export function readToken(headers: Pick<Headers, 'get'>): Credential {
  const authorization = headers.get('authorization');
  if (authorization === null) return { kind: 'none' };
  const token = authorization.trim().replace(BEARER, '');
  return TOKEN_CHARACTERS.test(token) ? { kind: 'token', token } : { kind: 'unreadable' };
}

/** Reads the session cookie. */
export function readSession(headers: Pick<Headers, 'get'>, cookie: Cookie): Credential {
  const id = cookie.read(headers);
  return id === undefined ? { kind: 'none' } : { kind: 'session', id };
}

/** Either: without an `Authorization` header, the session cookie counts. */
export function readCredential(headers: Pick<Headers, 'get'>, cookie: Cookie): Credential {
  const credential = readToken(headers);
  return credential.kind === 'none' ? readSession(headers, cookie) : credential;
}
