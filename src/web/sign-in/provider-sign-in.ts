import type { Reply } from '../../http/message/reply.ts';
import { type HttpRequest, isSameOrigin } from '../../http/message/request.ts';
import { redirect } from '../frame/page-response.ts';
import type { OAuth, SignInRoutesOptions } from '../frame/sign-in.ts';
import { localPath, signInPath } from '../frame/sign-in-path.ts';
import { messages } from '../words/messages.ts';
import { sentenceOf } from '../words/refusals.ts';
import { SignInFailedPage, SignInPage } from './sign-in-pages.tsx';

/** The sign-in at an OAuth provider. */
export function createProviderSignIn(
  { signIn, page, nobody, onFault }: SignInRoutesOptions,
  provider: OAuth,
) {
  function show({ query }: HttpRequest): Reply {
    const returnTo = localPath(query.get('return'));
    const start = `/sign-in/start?${new URLSearchParams({ return: returnTo })}`;
    return page(messages.signIn.title, SignInPage(provider.providerName, start), nobody, {
      address: signInPath(returnTo),
    });
  }

  async function begin(request: HttpRequest): Promise<Reply> {
    const { query } = request;
    const returnTo = localPath(query.get('return'));
    // Another site may link here. The user then has to press the button.
    if (!isSameOrigin(request)) return redirect(signInPath(returnTo));
    const { location, setCookie } = await provider.begin(returnTo);
    return redirect(location, setCookie);
  }

  async function complete(request: HttpRequest): Promise<Reply> {
    const clearCookie = provider.clearCookie();
    // Another site can link here with a code of its own. Such a code belongs to no sign-in of this browser.
    const outcome = await provider.complete(request, () => signIn.admit(request));
    if (outcome.kind === 'user') {
      return redirect(outcome.returnTo, await signIn.start(request, outcome.user), clearCookie);
    }
    const failed = (message: string, status: number) =>
      page(messages.signIn.failedTitle, SignInFailedPage(message, signInPath(outcome.returnTo)), nobody, {
        status,
        setCookies: [clearCookie],
        // This page itself cannot be opened again.
        address: signInPath(outcome.returnTo),
      });
    if (outcome.kind === 'refused') return failed(sentenceOf(outcome.refusal), 400);
    onFault(outcome.error, 'sign-in');
    return failed(messages.signIn.failed({ provider: provider.providerName }), 502);
  }

  return { show, begin, complete };
}
