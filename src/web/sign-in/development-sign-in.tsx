import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import { BLOCKED_PATH, localPath, reasonToSignIn, type SignIn, signInPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { messages, sentenceOf } from '../words/messages.ts';

const MAX_NAME_LENGTH = 32;

/** The sign-in without a provider: it accepts any user id, from this machine only. */
export function createDevelopmentSignIn({ page, nobody }: Site, signIn: SignIn) {
  function refuseOthers(request: HttpRequest): Reply | undefined {
    if (signIn.isLocal(request)) return undefined;
    const title = messages.failures.foreignTitle;
    return page(title, <MessagePage title={title} message={messages.signIn.developmentElsewhere} />, nobody, {
      status: 403,
    });
  }

  function showForm({ query }: HttpRequest): Reply {
    const returnTo = localPath(query.get('return'));
    return page(messages.signIn.title, <DevelopmentSignInPage returnTo={returnTo} />, nobody, {
      address: signInPath(returnTo),
    });
  }

  async function signInAs(request: HttpRequest): Promise<Reply> {
    await signIn.admit(request);
    const form = await request.readForm();
    const returnTo = localPath(form.get('return'));
    const user = {
      // Copied IDs come with spaces.
      id: (form.get('id') ?? '').replace(/\s/g, ''),
      name: (form.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH) || messages.signIn.developmentName,
    };
    try {
      const { setCookie, isBlocked } = await signIn.start(request, user);
      return redirect(isBlocked ? BLOCKED_PATH : returnTo, setCookie);
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      return page(
        messages.signIn.title,
        <DevelopmentSignInPage returnTo={returnTo} problem={sentenceOf(error)} />,
        nobody,
        {
          status: 400,
        },
      );
    }
  }

  return {
    show: (request: HttpRequest) => refuseOthers(request) ?? showForm(request),
    send: (request: HttpRequest) => refuseOthers(request) ?? signInAs(request),
  };
}

/**
 * The form for development. It exists only without an OAuth provider, and only on loopback.
 *
 * @param problem why the form was refused
 */
function DevelopmentSignInPage({
  returnTo,
  problem,
}: {
  returnTo: string;
  problem?: string | undefined;
}): VNode {
  const reason = reasonToSignIn(returnTo);
  return (
    <div class="narrow">
      <h1>{messages.signIn.developmentTitle}</h1>
      {reason ? <p class="lead">{reason}</p> : null}
      <p>{messages.signIn.developmentIntro}</p>
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post" class="stack">
        <label>
          {messages.signIn.userId}{' '}
          <input
            name="id"
            inputmode="numeric"
            pattern="\s*([0-9]\s*){17,19}"
            title={messages.signIn.userIdFormat}
            required
            value="200000000000000001"
          />
        </label>
        <label>
          {messages.signIn.name}{' '}
          <input name="name" maxlength={32} required value={messages.signIn.developmentName} />
        </label>
        <input type="hidden" name="return" value={returnTo} />
        <button type="submit" class="button">
          {messages.signIn.title}
        </button>
      </form>
    </div>
  );
}
