import type { OAuth } from '../../http/caller/oauth.ts';
import type { PageResponder } from './page-response.ts';
import type { RunDocument } from './run-document.ts';

/** How users sign in and out. Each string that a function returns is a `Set-Cookie` header. */
export interface SignIn {
  /** @throws {RateLimitedError} */
  readonly admit: (request: Request) => Promise<void>;
  /** Whether a request came from this machine, and through no proxy. */
  readonly isLocal: (request: Request) => boolean;
  /**
   * Starts a session, and ends the one of the request: a session that was planted in a browser must never become its
   * user's.
   *
   * @throws {InvalidInputError} with a sentence for the form
   */
  readonly start: (request: Request, user: { id: string; name: string }) => Promise<string>;
  readonly end: (request: Request) => Promise<string>;
  /** Absent in development: a form then accepts any user id. */
  readonly provider?: OAuth;
}

/** What the routes of the sign-in need. */
export interface SignInRoutesOptions extends Pick<PageResponder, 'page' | 'nobody'> {
  readonly signIn: SignIn;
  readonly runDocument: RunDocument;
  readonly onFault: (error: unknown, operation: string) => void;
}
