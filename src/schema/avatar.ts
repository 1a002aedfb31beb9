import { NotFoundError } from '../domain/kernel/errors.ts';
import { removeAvatar, setAvatar } from '../domain/listing/avatars.ts';
import { findListing, type Listing } from '../domain/listing/read.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, byManager, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

builder.mutationField('setAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      "Gives the listing a picture of the owner's, which stays until it is removed. 10 a minute per user.",
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        description:
          'A PNG, JPEG, WebP or GIF of at most 256 KiB and 1024 pixels a side, in base64. Send it as a variable.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, image }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await setAvatar(context.services, botId, image);
      return theListing(context, botId);
    },
  }),
);

builder.mutationField('removeAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      "Takes the owner's picture away: a listing that follows the platform goes back to its icon. 10 a minute per user.",
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await removeAvatar(context.services, botId);
      return theListing(context, botId);
    },
  }),
);

async function theListing({ services }: Context, botId: string): Promise<Listing> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  return listing;
}
