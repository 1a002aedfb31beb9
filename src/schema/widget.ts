import { NotFoundError } from '../domain/kernel/errors.ts';
import { findPublicListing } from '../domain/listing/read.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';

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
