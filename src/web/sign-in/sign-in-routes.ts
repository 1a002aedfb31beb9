import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { pageViewer } from '../frame/layout.tsx';
import { MessagePage } from '../frame/message-page.tsx';
import { type PageResponder, redirect } from '../frame/page-response.ts';
import type { OAuth, SignInRoutesOptions } from '../frame/sign-in.ts';
import { signInPath } from '../frame/sign-in-path.ts';
import { ACCOUNT_PATH, AccountPage, accountViewer } from '../member/account-page.tsx';
import { messages } from '../words/messages.ts';
import { createDevelopmentSignIn } from './development-sign-in.ts';
import { createProviderSignIn } from './provider-sign-in.ts';

export const documents = {
  account: graphql('{ viewer { ...PageViewer ...AccountViewer } }', [pageViewer, accountViewer]),
  signOutEverywhere: graphql('mutation { signOutEverywhere { __typename } }'),
};

/** Signing in and out, and the page of the viewer's account. */
export function createSignInRoutes(options: SignInRoutesOptions): readonly Route[] {
  const { signIn, runDocument, page } = options;
  const { provider } = signIn;

  async function account(request: HttpRequest): Promise<Reply> {
    const { viewer } = await runDocument(request, documents.account, {});
    return viewer
      ? page(messages.account.title, AccountPage(viewer), { viewer }, { path: ACCOUNT_PATH })
      : redirect(signInPath(ACCOUNT_PATH));
  }

  async function signOut(request: HttpRequest): Promise<Reply> {
    return redirect('/', await signIn.end(request));
  }

  async function signOutEverywhere(request: HttpRequest): Promise<Reply> {
    await runDocument(request, documents.signOutEverywhere, {});
    return signOut(request);
  }

  return [
    ...(provider ? providerRoutes(options, provider) : developmentRoutes(options)),
    ['POST', '/sign-in/callback', notFound],
    ['POST', '/sign-out', signOut],
    ['GET', '/sign-out', notFound],
    ['GET', ACCOUNT_PATH, account],
    ['POST', '/sign-out-everywhere', signOutEverywhere],
    ['GET', '/sign-out-everywhere', notFound],
  ];
}

function providerRoutes(options: SignInRoutesOptions, provider: OAuth): readonly Route[] {
  const { show, begin, complete } = createProviderSignIn(options, provider);
  return [
    ['GET', '/sign-in', show],
    ['POST', '/sign-in', notFound],
    ['GET', '/sign-in/start', begin],
    // A code works once, so a HEAD request must not use it.
    ['GET', '/sign-in/callback', (request) => (request.method === 'GET' ? complete(request) : undefined)],
  ];
}

function developmentRoutes(options: SignInRoutesOptions): readonly Route[] {
  const { show, send } = createDevelopmentSignIn(options);
  return [
    ['GET', '/sign-in', show],
    ['POST', '/sign-in', send],
    ['GET', '/sign-in/start', notFound],
    ['GET', '/sign-in/callback', notFound],
  ];
}

/** The routes of a site without a sign-in. */
export function createNoSignInRoutes({
  page,
  nobody,
}: Pick<PageResponder, 'page' | 'nobody'>): readonly Route[] {
  const show = () => {
    const { title, unavailable } = messages.signIn;
    return page(title, MessagePage(title, unavailable), nobody, { status: 404 });
  };
  return [
    ['GET', '/sign-in', show],
    ['POST', '/sign-in', notFound],
  ];
}

/** Responds with 404 instead of 405, which would reveal that the path has another method. */
const notFound = () => undefined;
