import { parseCookie, stringifySetCookie } from 'cookie';
import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { viewerDocument } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, refusal, SIGNED_OUT } from '../frame/refusal.ts';
import { type RefusedForm, replyToRefusal } from '../frame/refused-form.ts';
import { localPath, signInPath } from '../frame/sign-in.ts';
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

/** The forms that mark favourites. */
export function createFavouriteRoutes(site: Site): readonly Route[] {
  const { runDocument, publicUrl } = site;

  /** Marks a bot as a favourite or takes the mark away, and returns to the page with the button. */
  async function mark(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const form = await request.readForm();
    const isWanted = form.get('mark') !== 'no';
    const returnTo = localPath(form.get('return') ?? `/bot/${botId}`);
    const { result } = await runDocument(request, isWanted ? addDocument : removeDocument, { botId });
    const isSignedOut = isRefusal(result) && result.code === SIGNED_OUT;
    if (!isSignedOut) return replyAboutBot(site, request, result, returnTo, messages.favourite.tooOften);
    return isWanted
      ? redirect(signInPath(wishPath(botId)), wishCookie('yes', botId, publicUrl))
      : redirect(signInPath(returnTo));
  }

  /** After a sign-in, marks the bot that somebody asked for before it. */
  async function fulfilWish(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const botPath = `/bot/${botId}`;
    if (!hasWish(request)) return redirect(botPath);
    const { result } = await runDocument(request, addDocument, { botId });
    if (isRefusal(result) && result.code === SIGNED_OUT) return redirect(botPath);
    const reply = await replyAboutBot(site, request, result, botPath, messages.favourite.tooOften);
    return { ...reply, setCookies: [...(reply.setCookies ?? []), wishCookie('', botId, publicUrl)] };
  }

  return [
    ['GET', '/bot/:botId/favourite', fulfilWish],
    ['POST', '/bot/:botId/favourite', mark],
  ];
}

/**
 * Returns to the page with a button about a bot, or says why the button has changed nothing.
 *
 * @param result of the mutation
 * @param returnTo the path of the page with the button
 * @param tooOften the message when a rate limit was reached
 */
export async function replyAboutBot(
  site: Site,
  request: HttpRequest,
  result: object,
  returnTo: string,
  tooOften: RefusedForm['tooOften'],
): Promise<Reply> {
  if (!isRefusal(result)) return redirect(returnTo);
  if (result.code === 'NOT_FOUND') {
    return site.notFound(await site.runDocument(request, viewerDocument, {}), 'bot');
  }
  return replyToRefusal(site, request, result, { title: messages.favourite.refused, tooOften, returnTo });
}

const NAME = 'wish';
/** As long as a sign-in may take. */
const MAX_AGE_SECONDS = 15 * 60;

/** The page that marks a bot as a favourite for somebody who asked for it while signed out. */
const wishPath = (botId: string) => `/bot/${botId}/favourite`;

/** Whether the browser has a wish for this bot: the cookie belongs to the path of the bot. */
function hasWish({ headers }: HttpRequest): boolean {
  return parseCookie(headers.cookie ?? '')[NAME] === 'yes';
}

/**
 * Keeps the wish for a favourite through the sign-in, or ends it. Only a form of this site sets the cookie, so the page
 * that fulfils the wish does nothing for those who come to it by a link.
 *
 * @param value `yes` for a wish, and an empty text for its end
 * @param publicUrl the start of each absolute URL
 * @returns the `Set-Cookie` header
 */
function wishCookie(value: 'yes' | '', botId: string, publicUrl: string): string {
  return stringifySetCookie({
    name: NAME,
    value,
    maxAge: value === '' ? 0 : MAX_AGE_SECONDS,
    path: wishPath(botId),
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  });
}
