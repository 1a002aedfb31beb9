import { removeAvatar, setAvatar } from '../domain/listing/avatars.ts';
import { removeBanner, setBanner } from '../domain/listing/banner.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing } from './bot.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

builder.mutationField('setAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Uploads a picture for the listing. It stays until it is removed. 10 per minute per user.',
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        description:
          'A PNG, JPEG, WebP or GIF in base64, with at most 256 KiB and 1024 pixels per side. Send it as a variable.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, image }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await setAvatar(context.services, botId, image);
      return presentListing(context.services, botId);
    },
  }),
);

builder.mutationField('removeAvatar', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Removes the uploaded picture. A listing that follows the platform then shows its icon. 10 per minute per user.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await removeAvatar(context.services, botId);
      return presentListing(context.services, botId);
    },
  }),
);

builder.mutationField('setBanner', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Uploads a banner for the page of the listing. Shares the rate limit of `setAvatar`.',
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        description:
          'A PNG, JPEG, WebP or GIF in base64: at most 700 KiB, at least 640 pixels wide, and three to four times as wide as high. Send it as a variable.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, image }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await setBanner(context.services, botId, image);
      return presentListing(context.services, botId);
    },
  }),
);

builder.mutationField('removeBanner', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Removes the banner. Shares the rate limit of `setAvatar`.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.setAvatar);
      await removeBanner(context.services, botId);
      return presentListing(context.services, botId);
    },
  }),
);
