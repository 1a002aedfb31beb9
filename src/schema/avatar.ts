import type { GraphQLResolveInfo } from 'graphql';
import type { UserActor } from '../domain/identity/actor.ts';
import type { Manager } from '../domain/listing/edits.ts';
import type { Listing } from '../domain/listing/read.ts';
import { removeAvatar, removeBanner, setAvatar, setBanner } from '../domain/listing/uploads.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byManager, ofBot } from './builder.ts';
import type { ContextOf, Services } from './context.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

/** Changes a picture of a listing. All these changes share a rate limit. */
async function change(
  context: ContextOf<UserActor>,
  info: GraphQLResolveInfo,
  botId: string,
  make: (services: Services, manager: Manager) => Promise<void>,
): Promise<Listing> {
  await spendAsUser(context, info, USER_BUDGETS.setAvatar);
  await make(context.services, { botId, userId: context.viewer.userId });
  return presentListing(context.services, botId);
}

builder.mutationField('setAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Uploads a picture for the listing. It stays until it is removed. That of a public listing waits for a moderator: see `edits`. 10 per minute per user.',
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        max: SIZES.body,
        description:
          'A PNG, JPEG, WebP or GIF in base64, with at most 256 KiB and 1024 pixels per side. Send it as a variable.',
      }),
    },
    errors: managerErrors,
    resolve: (_, { botId, image }, context, info) =>
      change(context, info, botId, (services, manager) => setAvatar(services, manager, image)),
  }),
);

builder.mutationField('removeAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Removes the uploaded picture. A listing that follows the platform then shows its icon. 10 per minute per user.',
    args: ofBot,
    errors: managerErrors,
    resolve: (_, { botId }, context, info) =>
      change(context, info, botId, (services, manager) => removeAvatar(services, manager)),
  }),
);

builder.mutationField('setBanner', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Uploads a banner for the page of the listing. That of a public listing waits for a moderator: see `edits`. Shares the rate limit of `setAvatar`.',
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        max: SIZES.body,
        description:
          'A PNG, JPEG, WebP or GIF in base64: at most 700 KiB, at least 640 pixels wide, and three to four times as wide as high. Send it as a variable.',
      }),
    },
    errors: managerErrors,
    resolve: (_, { botId, image }, context, info) =>
      change(context, info, botId, (services, manager) => setBanner(services, manager, image)),
  }),
);

builder.mutationField('removeBanner', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Removes the banner. Shares the rate limit of `setAvatar`.',
    args: ofBot,
    errors: managerErrors,
    resolve: (_, { botId }, context, info) =>
      change(context, info, botId, (services, manager) => removeBanner(services, manager)),
  }),
);
