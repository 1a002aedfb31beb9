import type { HttpRequest } from '../../http/message/request.ts';
import type { SentRefusal } from '../words/make-messages.ts';
import { messages } from '../words/messages.ts';

/** The result of a sign-in. `returnTo` is the page where it was started. */
export type OAuthOutcome =
  | { readonly kind: 'user'; readonly user: { id: string; name: string }; readonly returnTo: string }
  | { readonly kind: 'refused'; readonly refusal: SentRefusal; readonly returnTo: string }
  /** The provider is unreachable, misconfigured or sends invalid data. Operators must fix it. */
  | { readonly kind: 'failed'; readonly error: Error & { readonly code: string }; readonly returnTo: string };

/** Signs users in with an OAuth 2 provider. */
export interface OAuth {
  /** The provider's host, to show to users. */
  readonly providerName: string;
  /**
   * Starts a sign-in.
   *
   * @param returnTo a path of this site
   * @returns the URL for the browser, and the `Set-Cookie` header
   */
  begin(returnTo: string): Promise<{ location: string; setCookie: string }>;
  /**
   * Completes a sign-in. The cookie is valid once, so clear it after every result.
   *
   * @param admit called before any request to the provider, after the state has been checked
   * @throws the error of `admit`; the cookie stays valid then
   */
  complete(
    request: Pick<HttpRequest, 'headers' | 'query'>,
    admit: () => Promise<void>,
  ): Promise<OAuthOutcome>;
  /** @returns the `Set-Cookie` header that deletes the cookie */
  clearCookie(): string;
}

/** How users sign in and out. Each string that a function returns is a `Set-Cookie` header. */
export interface SignIn {
  /** @throws {RateLimitedError} */
  readonly admit: (request: HttpRequest) => Promise<void>;
  /** Whether a request came from this machine, and through no proxy. */
  readonly isLocal: (request: HttpRequest) => boolean;
  /**
   * Starts a session, and ends the one of the request: a session that was planted in a browser must never become its
   * user's. A blocked user gets a key instead. It opens a page with the reason and a form for an appeal.
   *
   * @throws {InvalidInputError} with a sentence for the form
   */
  readonly start: (
    request: HttpRequest,
    user: { id: string; name: string },
  ) => Promise<{ readonly setCookie: string; readonly isBlocked: boolean }>;
  /** The key of somebody who is blocked from signing in. */
  readonly appealKey: (request: HttpRequest) => string | undefined;
  readonly end: (request: HttpRequest) => Promise<string>;
  /** Absent in development: a form then accepts any user id. */
  readonly provider?: OAuth;
}

/** Where the sign-in leads whom a moderator has blocked from it. */
export const BLOCKED_PATH = '/blocked';

/** The path of the sign-in that returns to another path of this site. */
export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return: returnTo })}`;
}

/** Pages that exist only for members: the sign-in says that it leads to them. */
const MEMBERS_PAGES: Readonly<Record<string, () => string>> = {
  '/votes': () => messages.myVotes.title,
  '/favourites': () => messages.favourite.title,
  '/account': () => messages.account.title,
  '/dashboard': () => messages.navigation.dashboard,
  '/submit': () => messages.navigation.submit,
  '/moderation': () => messages.navigation.moderation,
};

/** @returns a sentence that says why somebody came to the sign-in; undefined when they chose it on a public page */
export function reasonToSignIn(returnTo: string): string | undefined {
  const [path = ''] = returnTo.split('?');
  if (/^\/bot\/\d+\/vote$/.test(path)) return messages.signIn.toVote;
  const title = MEMBERS_PAGES[path]?.();
  return title && messages.signIn.reason({ page: title });
}

/**
 * The path to return to after the sign-in.
 *
 * @param path as the browser sent it
 * @returns `/` for all but a path of this site: `//host` and `/\host` lead to another site
 */
export function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
