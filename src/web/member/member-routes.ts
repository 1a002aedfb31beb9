import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { pageViewer, viewerDocument } from '../frame/layout.tsx';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, refusal, responseTo, SIGNED_OUT, sentenceOfRefusal } from '../frame/refusal.ts';
import { localPath, signInPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { readRange } from '../kit/page-links.tsx';
import { VOTES_PATH } from '../vote/vote-page.tsx';
import { JUST_VOTED } from '../vote/vote-routes.ts';
import { messages } from '../words/messages.ts';
import { ACCOUNT_PATH, AccountPage, accountViewer } from './account-page.tsx';
import { FAVOURITES_PATH, FavouritesPage, favourites, ownVotes, VotesPage } from './member-pages.tsx';

/** More votes than somebody casts in twelve hours. */
const MAX_WAITING = 100;

export const votesDocument = graphql(
  `query MyVotes($first: Int, $last: Int, $after: String, $before: String, $waiting: Int!) {
    viewer {
      ...PageViewer
      open: votes(isOpen: true, first: $first, last: $last, after: $after, before: $before) { ...OwnVotes }
      waiting: votes(isOpen: false, last: $waiting) { ...OwnVotes }
    }
  }`,
  [pageViewer, ownVotes],
);

export const favouritesDocument = graphql(
  `query MyFavourites($first: Int, $last: Int, $after: String, $before: String) {
    viewer {
      ...PageViewer
      favourites(first: $first, last: $last, after: $after, before: $before) { ...Favourites }
    }
  }`,
  [pageViewer, favourites],
);

export const addDocument = graphql(
  `mutation AddFavourite($botId: ID!) { result: addFavourite(botId: $botId) { ...Refusal } }`,
  [refusal],
);
export const removeDocument = graphql(
  `mutation RemoveFavourite($botId: ID!) { result: removeFavourite(botId: $botId) { ...Refusal } }`,
  [refusal],
);

export const accountDocument = graphql('{ viewer { ...PageViewer ...AccountViewer } }', [
  pageViewer,
  accountViewer,
]);

/** The pages with a user's own votes and favourites, and with the account. */
export function createMemberRoutes(site: Site): readonly Route[] {
  const { runDocument, page, notFound, now } = site;
  const surroundings = () => ({ now: now(), hasCaptcha: site.captcha !== undefined });

  async function votes(request: HttpRequest): Promise<Reply> {
    const range = readRange(request.query);
    const isFirstPage = !('before' in range) && !('after' in range);
    const variables = { ...range, waiting: MAX_WAITING };
    const { viewer } = await runDocument(request, votesDocument, variables);
    if (!viewer) return redirect(signInPath(VOTES_PATH));
    const content = VotesPage(
      {
        open: viewer.open,
        waiting: isFirstPage ? viewer.waiting.edges : [],
        justVoted: request.query.get(JUST_VOTED),
      },
      surroundings(),
    );
    return page(messages.myVotes.title, content, { viewer }, { path: VOTES_PATH });
  }

  async function marked(request: HttpRequest): Promise<Reply> {
    const { viewer } = await runDocument(request, favouritesDocument, readRange(request.query));
    if (!viewer) return redirect(signInPath(FAVOURITES_PATH));
    const content = FavouritesPage(viewer.favourites, surroundings());
    return page(messages.favourite.title, content, { viewer }, { path: FAVOURITES_PATH });
  }

  /** Marks a bot as a favourite or takes the mark away, and returns to the page with the button. */
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

  async function account(request: HttpRequest): Promise<Reply> {
    const { viewer } = await runDocument(request, accountDocument, {});
    return viewer
      ? page(messages.account.title, AccountPage(viewer), { viewer }, { path: ACCOUNT_PATH })
      : redirect(signInPath(ACCOUNT_PATH));
  }

  return [
    ['GET', VOTES_PATH, votes],
    ['GET', FAVOURITES_PATH, marked],
    ['POST', '/bot/:botId/favourite', mark],
    ...(site.signIn ? [['GET', ACCOUNT_PATH, account] as const] : []),
  ];
}
