import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { viewerDocument } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { redirect } from './page-response.ts';
import { type PageRefusal, responseTo, SIGNED_OUT, sentenceOfRefusal } from './refusal.ts';
import { signInPath } from './sign-in.ts';
import type { Site } from './site.ts';

/** What a page says of a refused form, and where it leads back to. */
export interface RefusedForm {
  readonly title: string;
  /** The sentence when a rate limit was reached. */
  readonly tooOften: Parameters<typeof sentenceOfRefusal>[1];
  /** The path of the page with the form. */
  readonly returnTo: string;
}

/** The page that says why a form has changed nothing. Who is not signed in any more is led to the sign-in. */
export async function replyToRefusal(
  { runDocument, page }: Site,
  request: HttpRequest,
  refused: PageRefusal,
  { title, tooOften, returnTo }: RefusedForm,
): Promise<Reply> {
  if (refused.code === SIGNED_OUT) return redirect(signInPath(returnTo));
  const data = await runDocument(request, viewerDocument, {});
  const content = MessagePage({ title, message: sentenceOfRefusal(refused, tooOften) });
  return page(title, content, data, { ...responseTo(refused), address: returnTo });
}
