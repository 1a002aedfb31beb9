import type { PageCache } from '../http/responses/page-cache.ts';
import type { Ask } from './ask.ts';
import type { Responder } from './respond.ts';
import type { SignIn } from './sign-in.ts';
import type { Captcha } from './vote-page.ts';

/** What routes have in common. */
export interface Site extends Responder {
  /** What addresses of pages begin with, for others. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly cache: PageCache;
  readonly signIn?: SignIn;
  readonly captcha?: Captcha;
  /** Whether nobody is signed in where the request comes from. */
  readonly isAnonymous: (request: Request) => Promise<boolean>;
  readonly ask: Ask;
}
