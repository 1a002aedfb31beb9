import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { viewerDocument } from '../frame/layout.tsx';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, refusal, responseTo, SIGNED_OUT, sentenceOfRefusal } from '../frame/refusal.ts';
import { localPath, signInPath } from '../frame/sign-in-path.ts';
import type { Site } from '../frame/site.ts';
import { messages } from '../words/messages.ts';

export const addDocument = graphql(
  `mutation AddFavourite($botId: ID!) { result: addFavourite(botId: $botId) { ...Refusal } }`,
  [refusal],
);
export const removeDocument = graphql(
  `mutation RemoveFavourite($botId: ID!) { result: removeFavourite(botId: $botId) { ...Refusal } }`,
  [refusal],
);

/** Marks a bot as a favourite or takes the mark away, and returns to the page with the button. */
export function createFavouriteRoutes({ runDocument, page, notFound }: Site): readonly Route[] {
  async function mark(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const form = await request.readForm();
    const document = form.get('mark') === 'no' ? removeDocument : addDocument;
    const { result } = await runDocument(request, document, { botId });
    const returnTo = localPath(form.get('return') ?? `/bot/${botId}`);
    if (!isRefusal(result)) return redirect(returnTo);
    if (result.code === SIGNED_OUT) return redirect(signInPath(returnTo));
    const data = await runDocument(request, viewerDocument, {});
    if (result.code === 'NOT_FOUND') return notFound(data, 'bot');
    const message = sentenceOfRefusal(result, messages.favourite.tooOften);
    return page(messages.favourite.refused, MessagePage(messages.favourite.refused, message), data, {
      ...responseTo(result),
      address: returnTo,
    });
  }

  return [['POST', '/bot/:botId/favourite', mark]];
}
