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
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, requiredText } from './builder.ts';
import { reporterErrors } from './errors.ts';
import { readFirst } from './page.ts';
import { record } from './record.ts';
import { byManagers, byManagersOrModerators } from './shapes.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const DEFAULT_SIZE = 5;
const MAX_FOLLOWED = 30;

const NewsRef = record<News>('News')('A short note of an owner about what changed.', {
  id: ['ID', 'Its id, a UUID.'],
  title: '3 to 80 characters.',
  text: 'Markdown, 1 to 2000 characters.',
  html: [
    'String',
    'The text as HTML that is safe in any page. It has no images.',
    ({ text }) => renderListingText(text, { botId: '', images: [] }),
    { complexity: 2 },
  ],
  publishedAt: ['DateTime', 'When it was published.'],
});

const FollowedNewsRef = record<NewsOfListing>('FollowedNews')('A note of a bot that the viewer follows.', {
  bot: [Bot, 'The bot.', ({ listing }) => listing],
  news: [NewsRef, 'The note.', (note) => note],
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

byManagers('publishNews', {
  description: 'Publishes a note about what changed in a public bot. 10 per day per user.',
  args: () => ({
    title: requiredText(SIZES.line, '3 to 80 characters.'),
    text: requiredText(SIZES.text, 'Markdown, 1 to 2000 characters.'),
  }),
  budget: null,
  errors: reporterErrors,
  act: async ({ botId, ...written }, context, info) => {
    // Before the rate limit, so that a mistake in the form costs nothing.
    const note = readNote(written);
    await spendAsUser(context, info, USER_BUDGETS.publishNews);
    await publishNews(context.services, botId, note);
  },
});

byManagersOrModerators('removeNews', {
  description: 'Removes a note. Moderators may, too.',
  args: (t) => ({ newsId: t.id({ required: true, description: 'The id of the note.' }) }),
  act: ({ botId, newsId }, { services }) => removeNews(services, botId, newsId),
});
