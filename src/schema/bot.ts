import type { ListingState } from '../db/tables.ts';
import { NotFoundError } from '../domain/kernel/errors.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { imagePath } from '../domain/listing/images.ts';
import { inviteUrl } from '../domain/listing/invite-link.ts';
import {
  findListing,
  findPublicListing,
  findVisibleListing,
  type Listing,
  readWhole,
} from '../domain/listing/read.ts';
import { findTag } from '../domain/listing/tags.ts';
import { fieldNamed } from '../terms/listing-fields.ts';
import { builder, enumOf, ofBot } from './builder.ts';
import { Command } from './command.ts';
import type { Context, Services } from './context.ts';
import { extend, orNull } from './record.ts';
import { TagRef } from './tag.ts';

export const ListingStateRef = enumOf<ListingState>('ListingState', 'The state of a listing.', {
  pending: 'Submitted. It waits for a moderator.',
  approved: 'Public. Users can find it and vote for it.',
  rejected: 'Rejected by a moderator. Its managers can edit it and submit it again.',
  suspended: 'Taken off the directory by a moderator.',
  removed: 'Removed by its owner.',
});

/** The type of listings. Other files add fields to it. Lists have only cards, whose other fields {@link whole} reads. */
export const Bot = builder.objectRef<ListingCard>('Bot');

/** Resolves a field from the whole listing. For the cards of a list, one statement reads all of them. */
export const whole =
  <Value>(pick: (listing: Listing, context: Context) => Value) =>
  (card: ListingCard | Listing, context: Context): Value | Promise<Awaited<Value>> =>
    'longDescription' in card
      ? pick(card, context)
      : (readWhole(context.services, card).then((listing) => pick(listing, context)) as Promise<
          Awaited<Value>
        >);

/**
 * Reads a listing that should exist.
 *
 * @throws {NotFoundError} when it was removed meanwhile
 */
export async function presentListing(services: Services, botId: string): Promise<Listing> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  return listing;
}

/** For a field that only the team of the listing may read. */
export const forReaders = { authScopes: ({ id }: ListingCard) => ({ readerOf: id }) };

/** For a field that only the team of the listing and moderators may read. */
export const forReadersOrModerators = { authScopes: ({ id }: ListingCard) => ({ readerOrModeratorOf: id }) };

/** The path of a listing's picture. Half of the hash tells as much, and a page has twenty pictures. */
export const avatarPath = (botId: string, hash: string | null): string =>
  `/bot/${botId}/avatar${hash === null ? '' : `?v=${hash.slice(0, 32)}`}`;

builder.node(Bot, {
  description: 'A listed bot.',
  id: { resolve: (bot) => bot.id, description: 'Global id of this node.' },
  loadOne: (id, { services }) => findPublicListing(services, id),
});

extend(Bot, {
  botId: ['ID', "The bot's application id on the chat platform, 17 to 19 digits.", 'id'],
  tags: [
    [TagRef],
    fieldNamed('tags').description,
    whole(({ tags }) => tags.map(findTag).filter((tag) => tag !== undefined)),
  ],
  inviteUrl: ['String', 'The link that adds it to a server.', whole((bot) => inviteUrl(bot))],
  state: [ListingStateRef, 'The state of the listing.'],
  avatarUrl: [
    'String',
    'The path of its picture on this site. It changes with the picture.',
    ({ id, avatarHash }) => avatarPath(id, avatarHash),
  ],
  bannerUrl: [
    orNull('String'),
    'The path of its banner on this site, 1600 × 400 pixels. It changes with the banner.',
    whole(({ id, bannerHash }) => (bannerHash === null ? null : imagePath(id, bannerHash))),
  ],
  bannerThumbnailUrl: [
    orNull('String'),
    'The path of its banner on this site for cards, 480 × 120 pixels. It changes with the banner.',
    ({ id, bannerThumbnailHash: hash }) => (hash === null ? null : imagePath(id, hash)),
  ],
  createdAt: ['DateTime', 'When it was submitted.', whole(({ createdAt }) => createdAt)],
  updatedAt: ['DateTime', 'When it was last edited.', whole(({ updatedAt }) => updatedAt)],
  revision: [
    'Int',
    'Increases with each edit and each change of its state. An edit names the revision that it is based on.',
    whole(({ revision }) => revision),
  ],
  serverCount: [orNull('Int'), 'The server count that it last reported.'],
  checkedInAt: [orNull('DateTime'), 'The time of its last report.'],
  reportIntervalSeconds: [
    orNull('Int'),
    'The usual time between two of its reports, in seconds. Null before the second report.',
    whole(({ reportIntervalSeconds }) => reportIntervalSeconds),
  ],
  voteCount: ['Int', 'The number of votes for it.'],
  trend: [
    'Int',
    'How many more votes it got in the last seven days than in the seven days before; 0 if not more. Updated hourly.',
  ],
  weeklyVotes: ['Int', 'Its votes of the last seven days. Counted hourly.'],
  commands: [[Command], 'Its commands.', whole(({ commands }) => commands)],
});

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

builder.queryField('widget', (t) =>
  t.field({
    type: Bot,
    description: 'The data of a widget for an approved bot.',
    args: ofBot,
    errors: { types: [NotFoundError] },
    resolve: async (_, { botId }, { services }) => {
      const listing = await findPublicListing(services, botId);
      if (!listing) throw new NotFoundError();
      return listing;
    },
  }),
);
