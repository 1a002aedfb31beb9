import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import type { ListingState } from '../db/tables.ts';
import { listDeliveries, listRecentAttempts } from '../domain/delivery/read.ts';
import { findWebhook } from '../domain/delivery/webhook.ts';
import type { DirectoryOrder } from '../domain/directory/cursor.ts';
import { MAX_RANKED } from '../domain/directory/relevance.ts';
import { type DirectoryEntry, searchDirectory } from '../domain/directory/search.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { inviteUrl } from '../domain/listing/invite-link.ts';
import { renderMarkdown } from '../domain/listing/markdown.ts';
import { findPublicListing, findVisibleListing, type Listing } from '../domain/listing/read.ts';
import { reportStats } from '../domain/listing/stats.ts';
import { findTag } from '../domain/listing/tags.ts';
import { checkVote } from '../domain/vote/check.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { builder, ofBot } from './builder.ts';
import { Command } from './command.ts';
import { AttemptRef, DeliveryRef } from './delivery.ts';
import { tokenErrors } from './errors.ts';
import { TagRef } from './tag.ts';
import { WebhookRef } from './webhook.ts';

export const ListingStateRef = builder.enumType('ListingState', {
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
    longDescriptionHtml: t.string({
      description:
        'The text of its page as HTML that is safe in any page; headings begin at the second level.',
      complexity: 5,
      resolve: (bot) => renderMarkdown(bot.longDescription),
    }),
    tags: t.field({
      type: [TagRef],
      description: 'What it is listed under.',
      resolve: (bot) => bot.tags.map(findTag).filter((tag) => tag !== undefined),
    }),
    inviteUrl: t.string({
      description: 'Where somebody adds it to a server of theirs.',
      resolve: (bot) => inviteUrl(bot),
    }),
    inviteScopes: t.exposeStringList('inviteScopes', { description: 'What the invite asks for.' }),
    invitePermissions: t.exposeString('invitePermissions', {
      description: "The permissions that the invite asks for: a decimal number of the platform's bits.",
    }),
    prefix: t.exposeString('prefix', {
      nullable: true,
      description: 'What its commands begin with, besides those of the platform.',
    }),
    websiteUrl: t.exposeString('websiteUrl', { nullable: true, description: 'Its website, over https.' }),
    supportUrl: t.exposeString('supportUrl', {
      nullable: true,
      description: 'Where its users are helped, over https.',
    }),
    sourceUrl: t.exposeString('sourceUrl', {
      nullable: true,
      description: 'Where its source is, over https.',
    }),
    privacyUrl: t.exposeString('privacyUrl', {
      nullable: true,
      description: 'Its privacy policy, over https.',
    }),
    state: t.field({
      type: ListingStateRef,
      description: 'Where the listing stands.',
      resolve: (bot) => bot.state,
    }),
    followsPlatform: t.exposeBoolean('followsPlatform', {
      description:
        'Whether name and picture are those that its application has on the chat platform, refreshed once a day.',
    }),
    avatarUrl: t.string({
      description: 'Where its picture is, on this site. The address changes with the picture.',
      resolve: ({ id, avatarHash }) => `/bot/${id}/avatar${avatarHash === null ? '' : `?v=${avatarHash}`}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last edited.' }),
    revision: t.exposeInt('revision', {
      description:
        'One more with each edit and each change of its state; an edit names the one it is based on.',
    }),
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
    description:
      'A listing by its application id: an approved one, or one that the viewer manages; for moderators any.',
    args: ofBot,
    resolve: async (_, { botId }, context) =>
      findVisibleListing(context.services, await context.actor(), botId),
  }),
);

const DirectoryOrderRef = builder.enumType('DirectoryOrder', {
  description: 'How the directory is ordered; those that are equal by their ids.',
  values: {
    NEWEST: { value: 'newest', description: 'Those submitted last come first.' },
    VOTES: {
      value: 'votes',
      description: 'Those with the most votes come first; from a hundred votes on in steps of ten or more.',
    },
    SERVERS: { value: 'servers', description: 'Those on the most servers come first.' },
    ACTIVE: { value: 'active', description: 'Those that reported within the latest hour come first.' },
    RELEVANCE: {
      value: 'relevance',
      description: `Those that fit the search best come first, ${MAX_RANKED} at most; without a search as \`VOTES\`.`,
    },
  } satisfies Record<string, { value: DirectoryOrder; description: string }>,
});

builder.queryField('bots', (t) =>
  t.connection(
    {
      type: Bot,
      description: 'The public directory.',
      args: {
        search: t.arg.string({
          description:
            'Words of name and short description, or how they begin; misspelled names are found, too. Or the application id.',
        }),
        tag: t.arg.string({
          description: 'Only listings with this tag: none with a tag that is not in `tags`.',
        }),
        order: t.arg({ type: DirectoryOrderRef, defaultValue: 'newest', description: 'The order.' }),
      },
      // The list of edges below it counts as ten. A search costs the database the same for a page of one.
      complexity: ({ search, first, last }) => ({
        field: search ? 50 : 1,
        multiplier: Math.min(first ?? last ?? 24, 100) / 10,
      }),
      resolve: async (_, { search, tag, order, ...args }, { services }) => {
        const filter = { search: search ?? undefined, tag: tag ?? undefined, order: order ?? 'newest' };
        const page = await resolveCursorConnection(
          { args, defaultSize: 24, maxSize: 100, toCursor: ({ cursor }: DirectoryEntry) => cursor },
          ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
            searchDirectory(services, filter, { limit, inverted, after, before }),
        );
        return {
          ...page,
          edges: page.edges.map((edge) => edge && { ...edge, node: edge.node.listing }),
        };
      },
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
  t.withAuth({ tokenHolder: true }).field({
    type: ReportStatsPayload,
    description: 'Reports the server count of the bot that the token belongs to. 60 a minute per token.',
    args: {
      ...ofBot,
      report: t.arg({
        type: 'JSON',
        description: 'An object with exactly one of `server_count`, `guildCount` and `guilds`, an integer.',
      }),
    },
    errors: tokenErrors,
    resolve: async (_, { botId, report }, context, info) =>
      reportStats(context.services, await asBot(context, info, BUDGETS.stats, botId), report),
  }),
);
