import { renderListingText } from '../domain/listing/markdown.ts';
import {
  listFollowedNews,
  listNews,
  MAX_NEWS,
  type News,
  type NewsOfListing,
  publishNews,
  readNote,
  removeNews,
} from '../domain/listing/news.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byManager, byManagerOrModerator, ofBot } from './builder.ts';
import { managerErrors, reporterErrors } from './errors.ts';
import { readFirst } from './page.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const DEFAULT_SIZE = 5;
const MAX_FOLLOWED = 30;

const NewsRef = builder.objectRef<News>('News').implement({
  description: 'A short note of an owner about what changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, a UUID.' }),
    title: t.exposeString('title', { description: '3 to 80 characters.' }),
    text: t.exposeString('text', { description: 'Markdown, 1 to 2000 characters.' }),
    html: t.string({
      description: 'The text as HTML that is safe in any page. It has no images.',
      complexity: 2,
      resolve: ({ text }) => renderListingText(text, { botId: '', images: [] }),
    }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
  }),
});

const FollowedNewsRef = builder.objectRef<NewsOfListing>('FollowedNews').implement({
  description: 'A note of a bot that the viewer follows.',
  fields: (t) => ({
    bot: t.field({ type: Bot, description: 'The bot.', resolve: ({ listing }) => listing }),
    news: t.field({ type: NewsRef, description: 'The note.', resolve: (note) => note }),
  }),
});

const sizes = (max: number, usual: number) => ({ defaultValue: usual, description: `1 to ${max}.` });

builder.objectField(Bot, 'news', (t) =>
  t.field({
    type: [NewsRef],
    description: 'What its owners wrote about changes, newest first. The newest fifty are kept.',
    args: { first: t.arg.int(sizes(MAX_NEWS, DEFAULT_SIZE)) },
    complexity: ({ first }) => ({ field: 2, multiplier: first ?? DEFAULT_SIZE }),
    resolve: ({ id }, { first }, { services }) =>
      listNews(services, { botId: id, first: readFirst(first, DEFAULT_SIZE, MAX_NEWS) }),
  }),
);

builder.objectField(Viewer, 'news', (t) =>
  t.field({
    type: [FollowedNewsRef],
    description: "The newest notes of the viewer's favourites, newest first.",
    args: { first: t.arg.int(sizes(MAX_FOLLOWED, DEFAULT_SIZE)) },
    complexity: ({ first }) => ({ field: 5, multiplier: first ?? DEFAULT_SIZE }),
    resolve: ({ userId }, { first }, { services }) =>
      listFollowedNews(services, userId, readFirst(first, DEFAULT_SIZE, MAX_FOLLOWED)),
  }),
);

builder.mutationField('publishNews', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Publishes a note about what changed in a public bot. 10 per day per user.',
    args: {
      ...ofBot,
      title: t.arg.string({ required: true, max: SIZES.line, description: '3 to 80 characters.' }),
      text: t.arg.string({ required: true, max: SIZES.text, description: 'Markdown, 1 to 2000 characters.' }),
    },
    errors: reporterErrors,
    resolve: async (_, { botId, ...written }, context, info) => {
      // Before the rate limit, so that a mistake in the form costs nothing.
      const note = readNote(written);
      await spendAsUser(context, info, USER_BUDGETS.publishNews);
      await publishNews(context.services, botId, note);
      return presentListing(context.services, botId);
    },
  }),
);

builder.mutationField('removeNews', (t) =>
  t.withAuth(byManagerOrModerator).field({
    type: Bot,
    description: 'Removes a note. Moderators may, too.',
    args: { ...ofBot, newsId: t.arg.id({ required: true, description: 'The id of the note.' }) },
    errors: managerErrors,
    resolve: async (_, { botId, newsId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeNews(context.services, botId, newsId);
      return presentListing(context.services, botId);
    },
  }),
);
