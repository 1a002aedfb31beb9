import { Repeater } from 'graphql-yoga';
import { ForbiddenError } from '../domain/errors.ts';
import { isManager, requireUser } from '../domain/policies.ts';
import { findListing, type Listing } from '../domain/read-listings.ts';
import { MAX_WATCHINGS_PER_USER } from '../domain/watch-deliveries.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

builder.subscriptionField('deliveryAttempts', (t) =>
  t.field({
    type: Bot,
    description: `The listing, at first and each time something about its last deliveries and their attempts changes, for owners. Ends after ten minutes, to be asked for again; at most ${MAX_WATCHINGS_PER_USER} at once per user.`,
    args: { botId: t.arg.id({ required: true, description: "The bot's application id." }) },
    authScopes: (_, { botId }) => ({ managerOf: botId }),
    subscribe: async (_, { botId }, context) => {
      const { services } = context;
      const { userId } = requireUser(await context.actor());
      if (services.deliveryWatch.isFull(userId)) {
        throw new ForbiddenError('You have too many pages open that show deliveries as they happen.');
      }
      return new Repeater<Listing>(async (push, stop) => {
        const watching = services.deliveryWatch.open(botId, userId);
        void stop.then(() => watching.close());
        try {
          while (await watching.changed()) {
            // Who manages a listing can change meanwhile.
            const listing =
              (await isManager(services, userId, botId)) && (await findListing(services, botId));
            if (!listing) break;
            await push(listing);
          }
        } finally {
          watching.close();
          stop();
        }
      });
    },
    resolve: (listing) => listing,
  }),
);
