import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { Handler, HttpRequest, Route } from '../../http/message/request.ts';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { messages } from '../words/messages.ts';
import { createBlockedRoutes } from './blocked-routes.tsx';
import { createDevelopmentSignIn } from './development-sign-in.tsx';
import { createProviderSignIn } from './provider-sign-in.tsx';

export const signOutEverywhereDocument = graphql('mutation { signOutEverywhere { __typename } }');

/** What a way to sign in responds with. Paths without a handler are not found. */
interface SignInHandlers {
  readonly show: Handler;
  readonly send?: Handler;
  readonly begin?: Handler;
  readonly complete?: Handler;
}

/** Signing in and out. */
export function createSignInRoutes(site: Site): readonly Route[] {
  const { signIn, runDocument, page, nobody } = site;
  if (!signIn) {
    const show = () => {
      const { title, unavailable } = messages.signIn;
      return page(title, MessagePage({ title, message: unavailable }), nobody, { status: 404 });
    };
    return [
      ['GET', '/sign-in', show],
      ['POST', '/sign-in', notFound],
    ];
  }

  const { end, provider } = signIn;

  async function signOut(request: HttpRequest): Promise<Reply> {
    return redirect('/', await end(request));
  }

  async function signOutEverywhere(request: HttpRequest): Promise<Reply> {
    await runDocument(request, signOutEverywhereDocument, {});
    return signOut(request);
  }

  const { show, send, begin, complete }: SignInHandlers = provider
    ? createProviderSignIn(site, signIn, provider)
    : createDevelopmentSignIn(site, signIn);
  return [
    ['GET', '/sign-in', show],
    ['POST', '/sign-in', send ?? notFound],
    ...createBlockedRoutes(site, signIn),
    ['GET', '/sign-in/start', begin ?? notFound],
    ['GET', '/sign-in/callback', complete ?? notFound],
    ['POST', '/sign-in/callback', notFound],
    ['POST', '/sign-out', signOut],
    ['GET', '/sign-out', notFound],
    ['POST', '/sign-out-everywhere', signOutEverywhere],
    ['GET', '/sign-out-everywhere', notFound],
  ];
}

/** Responds with 404 instead of 405, which would reveal that the path has another method. */
const notFound = () => undefined;
