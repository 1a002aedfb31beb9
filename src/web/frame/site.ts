import type { PageCache } from '../../http/message/page-cache.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import type { PageResponder } from './page-response.ts';
import type { RunDocument } from './run-document.ts';
import type { SignIn } from './sign-in.ts';

/** A captcha that works as Turnstile does: its script replaces an element by its class, and fills a hidden field. */
export interface Captcha {
  readonly siteKey: string;
  readonly scriptUrl: string;
}

/** What the routes of the public pages need. */
export interface Site extends PageResponder {
  /** The start of each absolute URL, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly cache: PageCache;
  readonly signIn?: SignIn;
  readonly captcha?: Captcha;
  /** Whether the sender of a request is not signed in. */
  readonly isAnonymous: (request: HttpRequest) => Promise<boolean>;
  readonly runDocument: RunDocument;
  /** The path of `suggest.js`. */
  readonly suggestScript: string;
}
