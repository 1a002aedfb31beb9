import type { Response } from '@whatwg-node/server';
import { graphql } from '../documents/graphql.ts';
import { readBytes } from '../http/body.ts';
import type { OAuth } from '../http/caller/oauth.ts';
import { isSameOrigin } from '../http/caller/same-origin.ts';
import type { Route, Visit } from '../http/route.ts';
import type { Ask } from './ask.ts';
import { MessagePage } from './pages.ts';
import { type Responder, redirect } from './respond.ts';
import {
  AccountPage,
  accountViewer,
  DevelopmentSignInPage,
  SignInFailedPage,
  SignInPage,
} from './sign-in-pages.ts';
import { text } from './text.ts';

/** How somebody signs in and out. Every string that is given is a `Set-Cookie` header. */
export interface SignIn {
  /** @throws {RateLimitedError} when somebody tries too often */
  readonly admit: (request: Request) => Promise<void>;
  /** Whether a request came from this machine, and through no proxy. */
  readonly isLocal: (request: Request) => boolean;
  /**
   * Starts a session, and ends the one that the request carries: a session planted in a browser never becomes its user's.
   *
   * @throws {InvalidInputError} with a sentence for the form
   */
  readonly start: (request: Request, user: { id: string; name: string }) => Promise<string>;
  readonly end: (request: Request) => Promise<string>;
  /** Absent: the form that takes any user id. */
  readonly provider?: OAuth;
}

interface SignInRoutesOptions extends Pick<Responder, 'page' | 'nobody'> {
  readonly signIn: SignIn;
  readonly ask: Ask;
  readonly onFault: (error: unknown, operation: string) => void;
}

export const documents = {
  account: graphql('{ viewer { ...AccountViewer } }', [accountViewer]),
  signOutEverywhere: graphql('mutation { signOutEverywhere { __typename } }'),
};

/** The routes of signing in and out. */
export function createSignInRoutes({
  signIn,
  ask,
  page,
  nobody,
  onFault,
}: SignInRoutesOptions): readonly Route[] {
  const { provider } = signIn;

  async function developmentSignIn(request: Request, url: URL): Promise<Response> {
    if (!signIn.isLocal(request)) {
      const title = text.failures.foreignTitle;
      return page(title, MessagePage(title, text.signIn.developmentElsewhere), nobody, { status: 403 });
    }
    if (request.method !== 'POST') {
      return page(
        text.signIn.title,
        DevelopmentSignInPage(localPath(url.searchParams.get('return'))),
        nobody,
      );
    }
    await signIn.admit(request);
    const form = new URLSearchParams((await readBytes(request)).toString());
    const returnTo = localPath(form.get('return'));
    const user = {
      id: form.get('id') ?? '',
      name: (form.get('name') ?? '').trim().slice(0, 32) || text.signIn.developmentName,
    };
    try {
      return redirect(returnTo, await signIn.start(request, user));
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      return page(text.signIn.title, DevelopmentSignInPage(returnTo, error.message), nobody, { status: 400 });
    }
  }

  async function begin(request: Request, url: URL, { begin }: OAuth): Promise<Response> {
    const returnTo = localPath(url.searchParams.get('return'));
    // A page of another site may lead here, but a person presses the button.
    if (!isSameOrigin(request)) return redirect(signInPath(returnTo));
    const { location, setCookie } = await begin(returnTo);
    return redirect(location, setCookie);
  }

  async function complete(request: Request, provider: OAuth): Promise<Response> {
    const used = provider.clearCookie();
    // A page of another site can lead here with any answer, but not with one that belongs to a sign-in of this browser.
    const outcome = await provider.complete(request, () => signIn.admit(request));
    if (outcome.kind === 'user') {
      return redirect(outcome.returnTo, await signIn.start(request, outcome.user), used);
    }
    const again = signInPath(outcome.returnTo);
    if (outcome.kind === 'refused') {
      return page(text.signIn.failedTitle, SignInFailedPage(outcome.message, again), nobody, {
        status: 400,
        setCookies: [used],
      });
    }
    onFault(outcome.error, 'sign-in');
    return page(
      text.signIn.failedTitle,
      SignInFailedPage(text.signIn.failed(provider.providerName), again),
      nobody,
      {
        status: 502,
        setCookies: [used],
      },
    );
  }

  async function account(request: Request): Promise<Response> {
    const { viewer } = await ask(request, documents.account, {});
    return viewer
      ? page(text.account.title, AccountPage(viewer), { viewer })
      : redirect(signInPath('/account'));
  }

  async function signInPage({ request, url }: Visit): Promise<Response> {
    if (!provider) return developmentSignIn(request, url);
    const start = `/sign-in/start?${new URLSearchParams({ return: localPath(url.searchParams.get('return')) })}`;
    return page(text.signIn.title, SignInPage(provider.providerName, start), nobody);
  }

  async function signOut({ request }: Visit): Promise<Response> {
    return redirect('/', await signIn.end(request));
  }

  async function signOutEverywhere(visit: Visit): Promise<Response> {
    await ask(visit.request, documents.signOutEverywhere, {});
    return signOut(visit);
  }

  return [
    ['GET', '/sign-in', signInPage],
    ['POST', '/sign-in', provider ? nothing : ({ request, url }) => developmentSignIn(request, url)],
    ['GET', '/sign-in/start', ({ request, url }) => provider && begin(request, url, provider)],
    // The code is good for one use, which a HEAD would be.
    [
      'GET',
      '/sign-in/callback',
      ({ request }) => (provider && request.method === 'GET' ? complete(request, provider) : undefined),
    ],
    ['POST', '/sign-in/callback', nothing],
    ['POST', '/sign-out', signOut],
    ['GET', '/sign-out', nothing],
    ['GET', '/account', ({ request }) => account(request)],
    ['POST', '/sign-out-everywhere', signOutEverywhere],
    ['GET', '/sign-out-everywhere', nothing],
  ];
}

/** The routes where nobody can sign in. */
export function createNoSignInRoutes({ page, nobody }: Pick<Responder, 'page' | 'nobody'>): readonly Route[] {
  const { title, unavailable } = text.signIn;
  return [
    ['GET', '/sign-in', () => page(title, MessagePage(title, unavailable), nobody, { status: 404 })],
    ['POST', '/sign-in', nothing],
  ];
}

/** Answers a method that other methods of the same path should not give away: with 404. */
const nothing = () => undefined;

/** Where somebody signs in to come back to this path. */
export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return: returnTo })}`;
}

/** Only a path of this site: `//host` and `/\host` lead elsewhere. */
function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
