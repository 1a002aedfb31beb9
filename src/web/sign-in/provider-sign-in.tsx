import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import { type HttpRequest, isSameOrigin } from '../../http/message/request.ts';
import { redirect } from '../frame/page-response.ts';
import {
  BLOCKED_PATH,
  localPath,
  type OAuth,
  reasonToSignIn,
  type SignIn,
  signInPath,
} from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { messages, sentenceOf } from '../words/messages.ts';

/** The sign-in at an OAuth provider. */
export function createProviderSignIn({ page, nobody, onFault }: Site, signIn: SignIn, provider: OAuth) {
  function show({ query }: HttpRequest): Reply {
    const returnTo = localPath(query.get('return'));
    const start = `/sign-in/start?${new URLSearchParams({ return: returnTo })}`;
    return page(
      messages.signIn.title,
      <SignInPage providerName={provider.providerName} start={start} reason={reasonToSignIn(returnTo)} />,
      nobody,
      {
        address: signInPath(returnTo),
      },
    );
  }

  async function begin(request: HttpRequest): Promise<Reply> {
    const { query } = request;
    const returnTo = localPath(query.get('return'));
    // Another site may link here. The user then has to press the button.
    if (!isSameOrigin(request)) return redirect(signInPath(returnTo));
    const { location, setCookie } = await provider.begin(returnTo);
    return redirect(location, setCookie);
  }

  async function complete(request: HttpRequest): Promise<Reply | undefined> {
    // A code works once, so a HEAD request must not use it.
    if (request.method !== 'GET') return undefined;
    const clearCookie = provider.clearCookie();
    // Another site can link here with a code of its own. Such a code belongs to no sign-in of this browser.
    const outcome = await provider.complete(request, () => signIn.admit(request));
    if (outcome.kind === 'user') {
      const { setCookie, isBlocked } = await signIn.start(request, outcome.user);
      return redirect(isBlocked ? BLOCKED_PATH : outcome.returnTo, setCookie, clearCookie);
    }
    const failed = (message: string, status: number) =>
      page(
        messages.signIn.failedTitle,
        <SignInFailedPage message={message} again={signInPath(outcome.returnTo)} />,
        nobody,
        {
          status,
          setCookies: [clearCookie],
          // This page itself cannot be opened again.
          address: signInPath(outcome.returnTo),
        },
      );
    if (outcome.kind === 'refused') return failed(sentenceOf(outcome.refusal), 400);
    onFault(outcome.error, 'sign-in');
    return failed(messages.signIn.failed({ provider: provider.providerName }), 502);
  }

  return { show, begin, complete };
}

/**
 * @param start the path that redirects to the provider
 * @param reason why somebody has to sign in
 */
function SignInPage({
  providerName,
  start,
  reason,
}: {
  providerName: string;
  start: string;
  reason?: string | undefined;
}): VNode {
  return (
    <div class="narrow centered">
      <h1>{messages.signIn.title}</h1>
      {reason ? <p class="lead">{reason}</p> : null}
      <p>{messages.signIn.intro({ provider: providerName })}</p>
      <p>
        <a class="button" rel="nofollow" href={start}>
          {messages.signIn.continue({ provider: providerName })}
        </a>
      </p>
    </div>
  );
}

/** @param again the path of the sign-in */
function SignInFailedPage({ message, again }: { message: string; again: string }): VNode {
  return (
    <div class="narrow centered">
      <h1>{messages.signIn.failedTitle}</h1>
      <p role="alert">{message}</p>
      <p>
        <a class="button" href={again}>
          {messages.signIn.again}
        </a>
      </p>
      <p class="note">
        <a href="/">{messages.navigation.home}</a>
      </p>
    </div>
  );
}
