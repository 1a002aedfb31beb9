import type { PageCache } from '../../http/responses/page-cache.ts';
import type { PageResponder } from '../layout/page-response.ts';
import type { RunDocument } from '../run-document.ts';
import type { SignIn } from './sign-in.ts';
import type { Captcha } from './vote-page.tsx';

/** What the routes of the public pages need. */
export interface Site extends PageResponder {
  /** The start of each absolute URL, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly cache: PageCache;
  readonly signIn?: SignIn;
  readonly captcha?: Captcha;
  /** Whether the sender of a request is not signed in. */
  readonly isAnonymous: (request: Request) => Promise<boolean>;
  readonly runDocument: RunDocument;
  /** The path of `suggest.js`. */
  readonly suggestScript: string;
}
