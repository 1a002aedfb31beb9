import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import type { SignInRoutesOptions } from '../frame/sign-in.ts';
import { localPath, signInPath } from '../frame/sign-in-path.ts';
import { messages } from '../words/messages.ts';
import { sentenceOf } from '../words/refusals.ts';
import { DevelopmentSignInPage } from './sign-in-pages.tsx';

const MAX_NAME_LENGTH = 32;

/** The sign-in without a provider: it accepts any user id, from this machine only. */
export function createDevelopmentSignIn({ signIn, page, nobody }: SignInRoutesOptions) {
  function refuseOthers(request: HttpRequest): Reply | undefined {
    if (signIn.isLocal(request)) return undefined;
    const title = messages.failures.foreignTitle;
    return page(title, MessagePage(title, messages.signIn.developmentElsewhere), nobody, { status: 403 });
  }

  function showForm({ query }: HttpRequest): Reply {
    const returnTo = localPath(query.get('return'));
    return page(messages.signIn.title, DevelopmentSignInPage(returnTo), nobody, {
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
      return redirect(returnTo, await signIn.start(request, user));
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      return page(messages.signIn.title, DevelopmentSignInPage(returnTo, sentenceOf(error)), nobody, {
        status: 400,
      });
    }
  }

  return {
    show: (request: HttpRequest) => refuseOthers(request) ?? showForm(request),
    send: (request: HttpRequest) => refuseOthers(request) ?? signInAs(request),
  };
}
