import { removeAvatar, removeBanner, setAvatar, setBanner } from '../domain/listing/uploads.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { SIZES } from './bounds.ts';
import { requiredText } from './builder.ts';
import { byManagers } from './shapes.ts';

byManagers('setAvatar', {
  description:
    'Uploads a picture for the listing. It stays until it is removed. That of a public listing waits for a moderator: see `edits`. 10 per minute per user.',
  args: () => ({
    image: requiredText(
      SIZES.body,
      'A PNG, JPEG, WebP or GIF in base64, with at most 256 KiB and 1024 pixels per side. Send it as a variable.',
    ),
  }),
  budget: USER_BUDGETS.setAvatar,
  act: ({ botId, image }, { services, viewer }) =>
    setAvatar(services, { botId, userId: viewer.userId }, image),
});

byManagers('removeAvatar', {
  description:
    'Removes the uploaded picture. A listing that follows the platform then shows its icon. 10 per minute per user.',
  budget: USER_BUDGETS.setAvatar,
  act: ({ botId }, { services, viewer }) => removeAvatar(services, { botId, userId: viewer.userId }),
});

byManagers('setBanner', {
  description:
    'Uploads a banner for the page of the listing. That of a public listing waits for a moderator: see `edits`. Shares the rate limit of `setAvatar`.',
  args: () => ({
    image: requiredText(
      SIZES.body,
      'A PNG, JPEG, WebP or GIF in base64: at most 700 KiB, at least 640 pixels wide, and three to four times as wide as high. Send it as a variable.',
    ),
  }),
  budget: USER_BUDGETS.setAvatar,
  act: ({ botId, image }, { services, viewer }) =>
    setBanner(services, { botId, userId: viewer.userId }, image),
});

byManagers('removeBanner', {
  description: 'Removes the banner. Shares the rate limit of `setAvatar`.',
  budget: USER_BUDGETS.setAvatar,
  act: ({ botId }, { services, viewer }) => removeBanner(services, { botId, userId: viewer.userId }),
});
