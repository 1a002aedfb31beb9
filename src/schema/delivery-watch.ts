import { Repeater } from 'graphql-yoga';
import { MAX_WATCHINGS_PER_USER } from '../domain/delivery/watch.ts';
import { DomainError, ForbiddenError, NotFoundError } from '../domain/kernel/errors.ts';
import { requireManager } from '../domain/listing/permissions.ts';
import { findListing, type Listing } from '../domain/listing/read.ts';
import { Bot } from './bot.ts';
import { builder, byManager } from './builder.ts';
import type { Context } from './context.ts';

builder.subscriptionField('deliveryAttempts', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: `The listing, at first and each time something about its last deliveries and their attempts changes, for owners. Ends after ten minutes, to be asked for again, and with an error once the session has ended or the viewer manages the listing no more; at most ${MAX_WATCHINGS_PER_USER} at once per user.`,
    args: { botId: t.arg.id({ required: true, description: "The bot's application id." }) },
    subscribe: async (_, { botId }, context) => {
      const {
        services,
        viewer: { userId },
      } = context;
      if (services.deliveryWatch.isFull(userId)) {
        throw new ForbiddenError('You have too many pages open that show deliveries as they happen.');
      }
      return new Repeater<Listing | DomainError>(async (push, stop) => {
        const watching = services.deliveryWatch.open(botId, userId);
        void stop.then(() => watching.close());
        try {
          while (await watching.changed()) {
            const now = await lookAgain(context, botId);
            await push(now);
            if (now instanceof DomainError) break;
          }
        } finally {
          watching.close();
          stop();
        }
      });
    },
    resolve: (now) => {
      if (now instanceof DomainError) throw now;
      return now;
    },
  }),
);

/**
 * The viewer can sign out, be signed out or lose the listing while the stream is open. A refusal is told as the last thing:
 * thrown, it would break the connection.
 */
async function lookAgain({ services, identify }: Context, botId: string): Promise<Listing | DomainError> {
  try {
    await requireManager(services, await identify(), botId);
    return (await findListing(services, botId)) ?? new NotFoundError();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
