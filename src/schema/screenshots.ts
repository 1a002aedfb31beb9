import type { Screenshot } from '../db/tables.ts';
import { imagePath } from '../domain/listing/images.ts';
import {
  addScreenshot,
  describeScreenshot,
  MAX_SCREENSHOTS,
  moveScreenshot,
  removeScreenshot,
} from '../domain/listing/screenshots.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, whole } from './bot.ts';
import { SIZES } from './bounds.ts';
import { optionalText, requiredText } from './builder.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers } from './shapes.ts';

interface ScreenshotOf extends Screenshot {
  readonly botId: string;
}

const ScreenshotRef = record<ScreenshotOf>('Screenshot')('A screenshot of a listing: a WebP in two sizes.', {
  id: ['ID', 'Its id within the listing.', 'hash'],
  url: [
    'String',
    'The path of the picture on this site, at most 1600 × 1600 pixels. Its content never changes.',
    ({ botId, hash }) => imagePath(botId, hash),
  ],
  thumbnailUrl: [
    'String',
    'The path of the same picture with at most 480 × 480 pixels.',
    ({ botId, thumbnailHash }) => imagePath(botId, thumbnailHash),
  ],
  width: ['Int', 'The width of the picture in pixels.'],
  height: ['Int', 'The height of the picture in pixels.'],
  description: [orNull('String'), 'What it shows, 1 to 120 characters. Null when the owner did not say.'],
});

extend(Bot, {
  screenshots: [
    [ScreenshotRef],
    'Its screenshots in the order of its page, at most five.',
    whole(({ id, screenshots }) => screenshots.map((screenshot) => ({ ...screenshot, botId: id }))),
    { complexity: { field: 1, multiplier: MAX_SCREENSHOTS } },
  ],
});

const DESCRIPTION = 'What it shows, at most 120 characters. Null or empty for none.';

byManagers('addScreenshot', {
  description:
    'Uploads a screenshot, which comes after the others. A listing has at most five. That of a public listing waits for a moderator: see `edits`. Shares the rate limit of `setAvatar`.',
  args: () => ({
    image: requiredText(
      SIZES.body,
      'A still PNG, JPEG, WebP or GIF in base64: at most 700 KiB, at least 240 pixels wide and high, and its longer side at most three times the shorter one. Send it as a variable.',
    ),
    description: optionalText(SIZES.line, DESCRIPTION),
  }),
  budget: USER_BUDGETS.setAvatar,
  act: ({ botId, image, description }, { services, viewer }) =>
    addScreenshot(services, { botId, userId: viewer.userId }, image, description),
});

const ID = 'The id of the screenshot.';

byManagers('describeScreenshot', {
  description:
    'Writes what a screenshot shows, for readers who do not see it. New words of a public listing wait for a moderator: see `edits`. 30 changes per minute per user.',
  args: (t) => ({
    screenshotId: t.id({ required: true, description: ID }),
    description: optionalText(SIZES.line, DESCRIPTION),
  }),
  act: ({ botId, screenshotId, description }, { services, viewer }) =>
    describeScreenshot(services, { botId, userId: viewer.userId }, screenshotId, description),
});

byManagers('moveScreenshot', {
  description:
    'Moves a screenshot to another position. The others keep their order. 30 changes per minute per user.',
  args: (t) => ({
    screenshotId: t.id({ required: true, description: ID }),
    position: t.int({ required: true, description: 'From 1 on.' }),
  }),
  act: ({ botId, screenshotId, position }, { services, viewer }) =>
    moveScreenshot(services, { botId, userId: viewer.userId }, screenshotId, position),
});

byManagers('removeScreenshot', {
  description: 'Removes a screenshot. 30 changes per minute per user.',
  args: (t) => ({ screenshotId: t.id({ required: true, description: ID }) }),
  act: ({ botId, screenshotId }, { services, viewer }) =>
    removeScreenshot(services, { botId, userId: viewer.userId }, screenshotId),
});
