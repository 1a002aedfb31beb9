import { writeCursor } from '../domain/kernel/keyset-cursor.ts';
import {
  addFavourite,
  type Favourite,
  listFavourites,
  MAX_FAVOURITES,
  readRelation,
  removeFavourite,
} from '../domain/member/favourites.ts';
import { listOwnVotes, type OwnVote, suggestVotes } from '../domain/member/votes.ts';
import { voteCheck } from '../domain/vote/check.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { complexityOfPage, readFirst, resolveListings, resolvePage } from './page.ts';
import { extend, orNull, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { Viewer } from './user.ts';

const MAX_SUGGESTIONS = 12;

const OwnVoteRef = record<OwnVote>('OwnVote')("The viewer's last vote for a bot.", {
  bot: [Bot, 'The bot.', ({ listing }) => listing],
  votedAt: ['DateTime', 'The time of the vote.'],
  nextVoteAt: [
    orNull('DateTime'),
    'When the viewer can vote for it again. Null when that is now.',
    ({ votedAt }, { services }) => voteCheck(votedAt, services.now()).nextVoteAt,
  ],
});

builder.objectFields(Viewer, (t) => ({
  votes: t.connection(
    {
      type: OwnVoteRef,
      description: 'The public bots that the viewer has voted for, the newest vote first.',
      args: {
        isOpen: t.arg.boolean({
          description:
            'Only bots that the viewer can vote for again now, or only the others. All by default.',
        }),
      },
      complexity: complexityOfPage,
      resolve: ({ userId }, { isOpen, ...args }, { services }) =>
        resolvePage(
          args,
          ({ votedAt, listing }: OwnVote) => writeCursor({ time: votedAt, id: listing.id }),
          (range) => listOwnVotes(services, userId, isOpen ?? undefined, range),
        ),
    },
    { name: 'OwnVotesConnection', description: "A page of the viewer's votes." },
    { name: 'OwnVotesEdge', description: 'A vote and its cursor.' },
  ),
  favourites: t.connection(
    {
      type: Bot,
      description: 'The public bots that the viewer has marked, the newest mark first.',
      complexity: complexityOfPage,
      resolve: ({ userId }, args, { services }) =>
        resolveListings(
          args,
          ({ createdAt, listing }: Favourite) => writeCursor({ time: createdAt, id: listing.id }),
          (range) => listFavourites(services, userId, range),
        ),
    },
    { name: 'FavouritesConnection', description: "A page of the viewer's favourites." },
    { name: 'FavouritesEdge', description: 'A bot and its cursor.' },
  ),
  voteSuggestions: t.field({
    type: [Bot],
    description:
      'Bots that the viewer can vote for now: favourites, then bots with earlier votes, then bots that trend.',
    args: {
      first: t.arg.int({ defaultValue: 3, description: `1 to ${MAX_SUGGESTIONS}.` }),
      except: t.arg.id({ description: 'The application id of a bot that is left out.' }),
    },
    complexity: ({ first }) => ({ field: 20, multiplier: first ?? 3 }),
    resolve: ({ userId }, { first, except }, { services }) =>
      suggestVotes(services, userId, except ?? '', readFirst(first, 3, MAX_SUGGESTIONS)),
  }),
}));

/** What the signed-in user has done with a bot. */
export async function relationOf(context: Context, { id }: { readonly id: string }) {
  const actor = await context.actor();
  return actor.kind === 'user'
    ? readRelation(context.services, { botId: id, userId: actor.userId })
    : undefined;
}

extend(Bot, {
  isViewerFavourite: [
    'Boolean',
    'Whether it is a favourite of the signed-in user. False when nobody is signed in.',
    async (bot, context) => {
      const relation = await relationOf(context, bot);
      return relation?.isFavourite ?? false;
    },
  ],
  viewerNextVoteAt: [
    orNull('DateTime'),
    'When the signed-in user can vote for it again. Null when the user can vote now, or nobody is signed in.',
    async (bot, context) => {
      const relation = await relationOf(context, bot);
      return voteCheck(relation?.votedAt, context.services.now()).nextVoteAt;
    },
  ],
});

const FavouritePayload = record<{ botId: string; isFavourite: boolean }>('FavouritePayload')(
  'A favourite is added or removed.',
  {
    botId: ['ID', "The bot's application id."],
    isFavourite: ['Boolean', 'Whether it is a favourite now.'],
  },
);

byUsers('addFavourite', {
  type: FavouritePayload,
  description: `Marks an approved bot as a favourite of the viewer. At most ${MAX_FAVOURITES} per user.`,
  args: () => ofBot,
  budget: USER_BUDGETS.favourite,
  act: async ({ botId }, { services, viewer }) => {
    await addFavourite(services, viewer.userId, botId);
    return { botId, isFavourite: true };
  },
});

byUsers('removeFavourite', {
  type: FavouritePayload,
  description: 'Removes a favourite of the viewer. A repetition changes nothing.',
  args: () => ofBot,
  budget: USER_BUDGETS.favourite,
  act: async ({ botId }, { services, viewer }) => {
    await removeFavourite(services, viewer.userId, botId);
    return { botId, isFavourite: false };
  },
});
