import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import type { ListingState } from '../db/tables.ts';
import { checkVote } from '../domain/check-vote.ts';
import { InvalidInputError } from '../domain/errors.ts';
import { readCursor, writeCursor } from '../domain/keyset-cursor.ts';
import { findWebhook } from '../domain/manage-webhook.ts';
import { listDeliveries, listRecentAttempts } from '../domain/read-deliveries.ts';
import {
  type DirectoryPosition,
  findPublicListing,
  findVisibleListing,
  type Listing,
  listDirectory,
} from '../domain/read-listings.ts';
import { reportStats } from '../domain/report-stats.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { builder } from './builder.ts';
import { Command } from './command.ts';
import { AttemptRef, DeliveryRef } from './delivery.ts';
import { tokenErrors } from './errors.ts';
import { WebhookRef } from './webhook.ts';

const ListingStateRef = builder.enumType('ListingState', {
  description: 'Where a listing stands.',
  values: {
    PENDING: {
      value: 'pending' satisfies ListingState,
      description: 'Submitted, and waiting for a moderator.',
    },
    APPROVED: { value: 'approved' satisfies ListingState, description: 'Public: shown, voted for.' },
    REJECTED: {
      value: 'rejected' satisfies ListingState,
      description: 'Turned down; it can be submitted again.',
    },
    SUSPENDED: { value: 'suspended' satisfies ListingState, description: 'Taken down by a moderator.' },
    REMOVED: { value: 'removed' satisfies ListingState, description: 'Removed by its owner.' },
  } as const,
});

export const Bot = builder.objectRef<Listing>('Bot');

builder.node(Bot, {
  description: 'A listed bot.',
  id: { resolve: (bot) => bot.id, description: 'Global id of this node.' },
  loadOne: (id, { services }) => findPublicListing(services, id),
  fields: (t) => ({
    botId: t.exposeID('id', {
      description: "The bot's application id on the chat platform, 17 to 19 digits.",
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    shortDescription: t.exposeString('shortDescription', { description: 'One line for listing rows.' }),
    longDescription: t.exposeString('longDescription', { description: 'The text of its page, in Markdown.' }),
    state: t.field({
      type: ListingStateRef,
      description: 'Where the listing stands.',
      resolve: (bot) => bot.state,
    }),
    avatarUrl: t.string({
      description: 'Where its picture is, on this site. The address changes with the picture.',
      resolve: ({ id, avatarHash }) => `/bot/${id}/avatar${avatarHash === null ? '' : `?v=${avatarHash}`}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    serverCount: t.exposeInt('serverCount', {
      nullable: true,
      description: 'The server count it last reported.',
    }),
    checkedInAt: t.expose('checkedInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last reported: a sign of life.',
    }),
    voteCount: t.exposeInt('voteCount', { description: 'All votes for it.' }),
    viewerNextVoteAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the signed-in user can vote for it again; null when that is now, or nobody is signed in.',
      resolve: async (bot, _, context) => {
        const actor = await context.actor();
        return actor.kind === 'user'
          ? (await checkVote(context.services, bot.id, actor.userId)).nextVoteAt
          : null;
      },
    }),
    commands: t.field({
      type: [Command],
      description: 'The commands it offers.',
      resolve: (bot) => bot.commands,
    }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'The vote webhook, for owners.',
      authScopes: (bot) => ({ managerOf: bot.id }),
      resolve: (bot, _, { services }) => findWebhook(services, bot.id),
    }),
    deliveries: t.field({
      type: [DeliveryRef],
      nullable: true,
      description: 'The last deliveries, newest first, for owners.',
      args: { first: t.arg.int({ defaultValue: 10, description: '1 to 100.' }) },
      complexity: ({ first }) => ({ field: 1, multiplier: first ?? 10 }),
      authScopes: (bot) => ({ managerOf: bot.id }),
      resolve: (bot, { first }, { services }) => {
        const limit = first ?? 10;
        if (limit < 1 || limit > 100) throw new InvalidInputError('first must be between 1 and 100.');
        return listDeliveries(services, bot.id, limit);
      },
    }),
    recentAttempts: t.field({
      type: [AttemptRef],
      nullable: true,
      description: 'The last ten delivery attempts, newest first, for owners.',
      authScopes: (bot) => ({ managerOf: bot.id }),
      resolve: (bot, _, { services }) => listRecentAttempts(services, bot.id),
    }),
  }),
});

builder.queryField('bot', (t) =>
  t.field({
    type: Bot,
    nullable: true,
    description: 'A listing by its application id: an approved one, or one that the viewer manages.',
    args: { botId: t.arg.id({ required: true, description: "The bot's application id." }) },
    resolve: async (_, { botId }, context) =>
      findVisibleListing(context.services, await context.actor(), botId),
  }),
);

builder.queryField('bots', (t) =>
  t.connection(
    {
      type: Bot,
      description: 'The public directory, newest first.',
      // The list of edges below it counts as ten.
      complexity: ({ first, last }) => ({ field: 1, multiplier: Math.min(first ?? last ?? 24, 100) / 10 }),
      resolve: (_, args, { services }) =>
        resolveCursorConnection(
          { args, defaultSize: 24, maxSize: 100, toCursor: (bot: Listing) => writePosition(bot) },
          ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
            listDirectory(services, {
              limit,
              inverted,
              after: after === undefined ? undefined : readPosition(after),
              before: before === undefined ? undefined : readPosition(before),
            }),
        ),
    },
    { name: 'BotConnection', description: 'A page of the directory.' },
    { name: 'BotEdge', description: 'A bot and its place in the directory.' },
  ),
);

const ReportStatsPayload = builder.objectRef<{ serverCount: number }>('ReportStatsPayload').implement({
  description: 'The server count is stored, and the check-in time written.',
  fields: (t) => ({
    serverCount: t.exposeInt('serverCount', { description: 'The stored number.' }),
  }),
});

builder.mutationField('reportStats', (t) =>
  t.field({
    type: ReportStatsPayload,
    description: 'Reports the server count of the bot that the token belongs to. 60 a minute per token.',
    args: {
      botId: t.arg.id({ required: true, description: "The bot's application id." }),
      report: t.arg({
        type: 'JSON',
        description: 'An object with exactly one of `server_count`, `guildCount` and `guilds`, an integer.',
      }),
    },
    authScopes: { tokenHolder: true },
    errors: tokenErrors,
    resolve: async (_, { botId, report }, context, info) =>
      reportStats(context.services, await asBot(context, info, BUDGETS.stats, botId), report),
  }),
);

function writePosition({ createdAt, id }: DirectoryPosition): string {
  return writeCursor({ time: createdAt, id });
}

function readPosition(cursor: string): DirectoryPosition {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('A cursor must come from an earlier page.');
  return { createdAt: position.time, id: position.id };
}
