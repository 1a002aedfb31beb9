import { InvalidInputError, NotFoundError } from '../domain/kernel/errors.ts';
import { findListing, type Listing } from '../domain/listing/read.ts';
import {
  featureListing,
  listFeatured,
  MAX_FEATURED,
  unfeatureListing,
} from '../domain/moderation/feature.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import type { Services } from './context.ts';
import { moderatorErrors } from './errors.ts';

builder.queryField('featuredBots', (t) =>
  t.field({
    type: [Bot],
    description: 'Listings that moderators chose for the first page, by place. Each one has an end.',
    args: { first: t.arg.int({ defaultValue: 6, description: `1 to ${MAX_FEATURED}.` }) },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 6 }),
    resolve: (_, { first }, { services }) => {
      const limit = first ?? 6;
      if (limit < 1 || limit > MAX_FEATURED) {
        throw new InvalidInputError('argument.outOfRange', { argument: 'first', min: 1, max: MAX_FEATURED });
      }
      return listFeatured(services, limit);
    },
  }),
);

builder.mutationField('featureListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Shows a public listing on the first page until a time. It ends by itself, or when the listing stops being public.',
    args: {
      ...ofBot,
      until: t.arg({ type: 'DateTime', required: true, description: 'At most 60 days from now.' }),
      place: t.arg.int({
        required: true,
        description: `1 to ${MAX_FEATURED}. Smaller places come first.`,
      }),
    },
    errors: moderatorErrors,
    resolve: async (_, { botId, until, place }, { services, viewer }) => {
      await featureListing(services, viewer.userId, botId, { until, place });
      return present(services, botId);
    },
  }),
);

builder.mutationField('unfeatureListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description: 'Takes a featured listing off the first page.',
    args: ofBot,
    errors: moderatorErrors,
    resolve: async (_, { botId }, { services, viewer }) => {
      await unfeatureListing(services, viewer.userId, botId);
      return present(services, botId);
    },
  }),
);

async function present(services: Services, botId: string): Promise<Listing> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  return listing;
}
