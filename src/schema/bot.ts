import type { ListingState } from '../db/tables.ts';
import { NotFoundError } from '../domain/kernel/errors.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { imagePath } from '../domain/listing/images.ts';
import { inviteUrl } from '../domain/listing/invite-link.ts';
import { fieldNamed } from '../domain/listing/listing-fields.ts';
import {
  findListing,
  findPublicListing,
  findVisibleListing,
  type Listing,
  readWhole,
} from '../domain/listing/read.ts';
import { findTag } from '../domain/listing/tags.ts';
import { builder, ofBot } from './builder.ts';
import { Command } from './command.ts';
import type { Context, Services } from './context.ts';
import { TagRef } from './tag.ts';

export const ListingStateRef = builder.enumType('ListingState', {
  description: 'The state of a listing.',
  values: {
    PENDING: {
      value: 'pending' satisfies ListingState,
      description: 'Submitted. It waits for a moderator.',
    },
    APPROVED: {
      value: 'approved' satisfies ListingState,
      description: 'Public. Users can find it and vote for it.',
    },
    REJECTED: {
      value: 'rejected' satisfies ListingState,
      description: 'Rejected by a moderator. Its managers can edit it and submit it again.',
    },
    SUSPENDED: {
      value: 'suspended' satisfies ListingState,
      description: 'Taken off the directory by a moderator.',
    },
    REMOVED: { value: 'removed' satisfies ListingState, description: 'Removed by its owner.' },
  } as const,
});

/** The type of listings. Other files add fields to it. Lists have only cards, whose other fields {@link whole} reads. */
export const Bot = builder.objectRef<ListingCard>('Bot');

/** Resolves a field from the whole listing. For the cards of a list, one statement reads all of them. */
export const whole =
  <Value>(pick: (listing: Listing, context: Context) => Value) =>
  (card: ListingCard | Listing, _: unknown, context: Context): Value | Promise<Awaited<Value>> =>
    'longDescription' in card
      ? pick(card, context)
      : (readWhole(context.services, card).then((listing) => pick(listing, context)) as Promise<
          Awaited<Value>
        >);

/**
 * Reads a listing after a change.
 *
 * @throws {NotFoundError} when it was removed meanwhile
 */
export async function presentListing(services: Services, botId: string): Promise<Listing> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  return listing;
}

/** The path of a listing's picture. Half of the hash tells as much, and a page has twenty pictures. */
export const avatarPath = (botId: string, hash: string | null): string =>
  `/bot/${botId}/avatar${hash === null ? '' : `?v=${hash.slice(0, 32)}`}`;

builder.node(Bot, {
  description: 'A listed bot.',
  id: { resolve: (bot) => bot.id, description: 'Global id of this node.' },
  loadOne: (id, { services }) => findPublicListing(services, id),
  fields: (t) => ({
    botId: t.exposeID('id', {
      description: "The bot's application id on the chat platform, 17 to 19 digits.",
    }),
    tags: t.field({
      type: [TagRef],
      description: fieldNamed('tags').description,
      resolve: whole(({ tags }) => tags.map(findTag).filter((tag) => tag !== undefined)),
    }),
    inviteUrl: t.string({
      description: 'The link that adds it to a server.',
      resolve: whole((bot) => inviteUrl(bot)),
    }),
    state: t.expose('state', {
      type: ListingStateRef,
      description: 'The state of the listing.',
    }),
    avatarUrl: t.string({
      description: 'The path of its picture on this site. It changes with the picture.',
      resolve: ({ id, avatarHash }) => avatarPath(id, avatarHash),
    }),
    bannerUrl: t.string({
      nullable: true,
      description: 'The path of its banner on this site, 1600 × 400 pixels. It changes with the banner.',
      resolve: whole(({ id, bannerHash }) => (bannerHash === null ? null : imagePath(id, bannerHash))),
    }),
    bannerThumbnailUrl: t.string({
      nullable: true,
      description:
        'The path of its banner on this site for cards, 480 × 120 pixels. It changes with the banner.',
      resolve: ({ id, bannerThumbnailHash: hash }) => (hash === null ? null : imagePath(id, hash)),
    }),
  }),
});

builder.objectFields(Bot, (t) => ({
  createdAt: t.field({
    type: 'DateTime',
    description: 'When it was submitted.',
    resolve: whole(({ createdAt }) => createdAt),
  }),
  updatedAt: t.field({
    type: 'DateTime',
    description: 'When it was last edited.',
    resolve: whole(({ updatedAt }) => updatedAt),
  }),
  revision: t.int({
    description:
      'Increases with each edit and each change of its state. An edit names the revision that it is based on.',
    resolve: whole(({ revision }) => revision),
  }),
  serverCount: t.exposeInt('serverCount', {
    nullable: true,
    description: 'The server count that it last reported.',
  }),
  checkedInAt: t.expose('checkedInAt', {
    type: 'DateTime',
    nullable: true,
    description: 'The time of its last report.',
  }),
  reportIntervalSeconds: t.int({
    nullable: true,
    description: 'The usual time between two of its reports, in seconds. Null before the second report.',
    resolve: whole(({ reportIntervalSeconds }) => reportIntervalSeconds),
  }),
  voteCount: t.exposeInt('voteCount', { description: 'The number of votes for it.' }),
  trend: t.exposeInt('trend', {
    description:
      'How many more votes it got in the last seven days than in the seven days before; 0 if not more. Updated hourly.',
  }),
  weeklyVotes: t.exposeInt('weeklyVotes', {
    description: 'Its votes of the last seven days. Counted hourly.',
  }),
  commands: t.field({
    type: [Command],
    description: 'Its commands.',
    resolve: whole(({ commands }) => commands),
  }),
}));

builder.queryField('bot', (t) =>
  t.field({
    type: Bot,
    nullable: true,
    description:
      'Finds an approved listing, or one that the viewer manages, by application id. Moderators find every listing.',
    args: ofBot,
    resolve: (_, { botId }, context) => findVisibleListing(context.services, context.actor(), botId),
  }),
);
