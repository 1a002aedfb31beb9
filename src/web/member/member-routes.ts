import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { type AppealDraft, appealDocument, readAppeal } from '../frame/block.tsx';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, type PageRefusal, responseTo, sentenceOfRefusal } from '../frame/refusal.ts';
import { signInPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { isFirstPageOf, readRange } from '../kit/page-links.tsx';
import { newsItem } from '../listing/bot-news.tsx';
import { VOTES_PATH } from '../vote/vote-page.tsx';
import { JUST_VOTED } from '../vote/vote-routes.ts';
import { messages } from '../words/messages.ts';
import { ACCOUNT_PATH, AccountPage, APPEAL_PATH, accountViewer, SESSIONS_ENDED } from './account-page.tsx';
import { createFavouriteRoutes } from './favourite-routes.ts';
import { FAVOURITES_PATH, FavouritesPage, favourites, ownVotes, VotesPage } from './member-pages.tsx';
import { createNoticeRoutes } from './notice-routes.ts';
import { createOwnDataRoutes } from './own-data-routes.ts';
import { createReminderRoutes } from './reminder-routes.ts';

/** More votes than somebody casts in twelve hours. */
const MAX_WAITING = 100;

export const votesDocument = graphql(
  `query MyVotes($first: Int, $last: Int, $after: String, $before: String, $waiting: Int!, $language: String!) {
    viewer {
      ...PageViewer
      remindsFavourites
      open: votes(isOpen: true, first: $first, last: $last, after: $after, before: $before) { ...OwnVotes }
      waiting: votes(isOpen: false, last: $waiting) { ...OwnVotes }
    }
  }`,
  [pageViewer, ownVotes],
);

export const favouritesDocument = graphql(
  `query MyFavourites($first: Int, $last: Int, $after: String, $before: String, $language: String!) {
    viewer {
      ...PageViewer
      remindsFavourites
      favourites(first: $first, last: $last, after: $after, before: $before) { ...Favourites }
      news(first: 10) { bot { botId name(language: $language) languages } news { ...NewsItem } }
    }
  }`,
  [pageViewer, favourites, newsItem],
);

export const accountDocument = graphql('{ viewer { ...PageViewer ...AccountViewer } }', [
  pageViewer,
  accountViewer,
]);

/** The pages with a user's own votes and favourites, and with the account. */
export function createMemberRoutes(site: Site): readonly Route[] {
  const { runDocument, page, now } = site;
  const surroundings = () => ({ now: now(), hasCaptcha: site.captcha !== undefined });

  async function votes(request: HttpRequest): Promise<Reply> {
    const range = readRange(request.query);
    const isFirstPage = isFirstPageOf(request.query);
    const variables = { ...range, waiting: MAX_WAITING };
    const { viewer } = await runDocument(request, votesDocument, variables);
    if (!viewer) return redirect(signInPath(VOTES_PATH));
    const content = VotesPage(
      {
        open: viewer.open,
        waiting: isFirstPage ? viewer.waiting.edges : [],
        justVoted: request.query.get(JUST_VOTED),
        remindsFavourites: viewer.remindsFavourites,
      },
      surroundings(),
    );
    return page(messages.myVotes.title, content, { viewer }, { path: VOTES_PATH, files: ['rows.css'] });
  }

  async function marked(request: HttpRequest): Promise<Reply> {
    const { viewer } = await runDocument(request, favouritesDocument, readRange(request.query));
    if (!viewer) return redirect(signInPath(FAVOURITES_PATH));
    const content = FavouritesPage(
      viewer.favourites,
      viewer.remindsFavourites,
      isFirstPageOf(request.query) ? viewer.news : [],
      surroundings(),
    );
    return page(
      messages.favourite.title,
      content,
      { viewer },
      { path: FAVOURITES_PATH, files: ['rows.css'] },
    );
  }

  return [
    ['GET', VOTES_PATH, votes],
    ['GET', FAVOURITES_PATH, marked],
    ...createFavouriteRoutes(site),
    ...createNoticeRoutes(site),
    ...createReminderRoutes(site),
    ...(site.signIn ? [...createAccountRoutes(site), ...createOwnDataRoutes(site, site.signIn)] : []),
  ];
}

/** The account, and appeals against blocks. A refused appeal keeps what was typed. */
function createAccountRoutes({ runDocument, page }: Site): readonly Route[] {
  async function account(request: HttpRequest, draft?: AppealDraft, refused?: PageRefusal): Promise<Reply> {
    const { viewer } = await runDocument(request, accountDocument, {});
    return viewer
      ? page(
          messages.account.title,
          AccountPage(viewer, request.query.has(SESSIONS_ENDED), draft),
          { viewer },
          { ...responseTo(refused), path: ACCOUNT_PATH },
        )
      : redirect(signInPath(ACCOUNT_PATH));
  }

  async function appeal(request: HttpRequest): Promise<Reply> {
    const typed = readAppeal(await request.readForm());
    const { result } = await runDocument(request, appealDocument, { ...typed, key: null });
    if (!isRefusal(result)) return redirect(`${ACCOUNT_PATH}#blocks`);
    return account(
      request,
      { ...typed, problem: sentenceOfRefusal(result, messages.blocks.appealTooOften) },
      result,
    );
  }

  return [
    ['GET', ACCOUNT_PATH, (request) => account(request)],
    ['POST', APPEAL_PATH, appeal],
  ];
}
