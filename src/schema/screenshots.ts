import type { GraphQLResolveInfo } from 'graphql';
import type { Screenshot } from '../db/tables.ts';
import type { UserActor } from '../domain/identity/actor.ts';
import type { Manager } from '../domain/listing/edits.ts';
import { imagePath } from '../domain/listing/images.ts';
import type { Listing } from '../domain/listing/read.ts';
import {
  addScreenshot,
  describeScreenshot,
  MAX_SCREENSHOTS,
  moveScreenshot,
  removeScreenshot,
} from '../domain/listing/screenshots.ts';
import { type Budget, USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing, whole } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byManager, ofBot } from './builder.ts';
import type { ContextOf, Services } from './context.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

interface ScreenshotOf extends Screenshot {
  readonly botId: string;
}

const ScreenshotRef = builder.objectRef<ScreenshotOf>('Screenshot').implement({
  description: 'A screenshot of a listing: a WebP in two sizes.',
  fields: (t) => ({
    id: t.exposeID('hash', { description: 'Its id within the listing.' }),
    url: t.string({
      description:
        'The path of the picture on this site, at most 1600 × 1600 pixels. Its content never changes.',
      resolve: ({ botId, hash }) => imagePath(botId, hash),
    }),
    thumbnailUrl: t.string({
      description: 'The path of the same picture with at most 480 × 480 pixels.',
      resolve: ({ botId, thumbnailHash }) => imagePath(botId, thumbnailHash),
    }),
    width: t.exposeInt('width', { description: 'The width of the picture in pixels.' }),
    height: t.exposeInt('height', { description: 'The height of the picture in pixels.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it shows, 1 to 120 characters. Null when the owner did not say.',
    }),
  }),
});

builder.objectField(Bot, 'screenshots', (t) =>
  t.field({
    type: [ScreenshotRef],
    description: 'Its screenshots in the order of its page, at most five.',
    complexity: { field: 1, multiplier: MAX_SCREENSHOTS },
    resolve: whole(({ id, screenshots }) => screenshots.map((screenshot) => ({ ...screenshot, botId: id }))),
  }),
);

async function change(
  context: ContextOf<UserActor>,
  info: GraphQLResolveInfo,
  budget: Budget,
  botId: string,
  make: (services: Services, manager: Manager) => Promise<void>,
): Promise<Listing> {
  await spendAsUser(context, info, budget);
  await make(context.services, { botId, userId: context.viewer.userId });
  return presentListing(context.services, botId);
}

const DESCRIPTION = 'What it shows, at most 120 characters. Null or empty for none.';

builder.mutationField('addScreenshot', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Uploads a screenshot, which comes after the others. A listing has at most five. That of a public listing waits for a moderator: see `edits`. Shares the rate limit of `setAvatar`.',
    args: {
      ...ofBot,
      image: t.arg.string({
        required: true,
        max: SIZES.body,
        description:
          'A still PNG, JPEG, WebP or GIF in base64: at most 700 KiB, at least 240 pixels wide and high, and its longer side at most three times the shorter one. Send it as a variable.',
      }),
      description: t.arg.string({ max: SIZES.line, description: DESCRIPTION }),
    },
    errors: managerErrors,
    resolve: (_, { botId, image, description }, context, info) =>
      change(context, info, USER_BUDGETS.setAvatar, botId, (services, manager) =>
        addScreenshot(services, manager, image, description),
      ),
  }),
);

const ID = 'The id of the screenshot.';

builder.mutationField('describeScreenshot', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Writes what a screenshot shows, for readers who do not see it. New words of a public listing wait for a moderator: see `edits`. 30 changes per minute per user.',
    args: {
      ...ofBot,
      screenshotId: t.arg.id({ required: true, description: ID }),
      description: t.arg.string({ max: SIZES.line, description: DESCRIPTION }),
    },
    errors: managerErrors,
    resolve: (_, { botId, screenshotId, description }, context, info) =>
      change(context, info, USER_BUDGETS.change, botId, (services, manager) =>
        describeScreenshot(services, manager, screenshotId, description),
      ),
  }),
);

builder.mutationField('moveScreenshot', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Moves a screenshot to another position. The others keep their order. 30 changes per minute per user.',
    args: {
      ...ofBot,
      screenshotId: t.arg.id({ required: true, description: ID }),
      position: t.arg.int({ required: true, description: 'From 1 on.' }),
    },
    errors: managerErrors,
    resolve: (_, { botId, screenshotId, position }, context, info) =>
      change(context, info, USER_BUDGETS.change, botId, (services, manager) =>
        moveScreenshot(services, manager, screenshotId, position),
      ),
  }),
);

builder.mutationField('removeScreenshot', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Removes a screenshot. 30 changes per minute per user.',
    args: { ...ofBot, screenshotId: t.arg.id({ required: true, description: ID }) },
    errors: managerErrors,
    resolve: (_, { botId, screenshotId }, context, info) =>
      change(context, info, USER_BUDGETS.change, botId, (services, manager) =>
        removeScreenshot(services, manager, screenshotId),
      ),
  }),
);
