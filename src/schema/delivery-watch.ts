import { Repeater } from 'graphql-yoga';
import { MAX_WATCHINGS_PER_USER } from '../domain/delivery/watch.ts';
import { DomainError, ForbiddenError, NotFoundError } from '../domain/kernel/errors.ts';
import { findListing, type Listing } from '../domain/listing/read.ts';
import { requireManager } from '../domain/ownership/permissions.ts';
import { Bot } from './bot.ts';
import { builder, byManager, ofBot } from './builder.ts';
import type { Context } from './context.ts';

const DESCRIPTION = [
  'Sends the listing now, and again after each change of its last deliveries and attempts. For owners.',
  'It ends after ten minutes: subscribe again.',
  'It ends with an error when the session has ended or the viewer no longer manages the listing.',
  `At most ${MAX_WATCHINGS_PER_USER} at once per user and process of the service.`,
].join(' ');

builder.subscriptionField('deliveryAttempts', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: DESCRIPTION,
    args: ofBot,
    subscribe: async (_, { botId }, context) => {
      const {
        services,
        viewer: { userId },
      } = context;
      return new Repeater<Listing | DomainError>(async (push, stop) => {
        // Here, and not before: this runs only for a client that reads the events, and for that one `stop` is called.
        const watching = services.deliveryWatch.open(botId, userId);
        if (!watching) {
          await push(new ForbiddenError('watch.tooMany'));
          stop();
          return;
        }
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
 * Checks the viewer's session and rights again, because they can end while the stream is open. A refusal is sent as
 * the last event: a thrown error would break the connection.
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
