import { hash } from 'node:crypto';
import { ConflictError } from '../domain/kernel/errors.ts';
import {
  addEmailChannel,
  addPushChannel,
  addWebhookChannel,
  type Channel,
  confirmEmailChannel,
  listChannels,
  mailboxOf,
  readEmail,
  removeChannel,
} from '../domain/notices/channels.ts';
import type { ChatKind } from '../domain/notices/chats.ts';
import { readPushKey } from '../domain/notices/push-key.ts';
import { testChannel } from '../domain/notices/send.ts';
import { CODE_BUDGETS, USER_BUDGETS } from '../limits/budget.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, requiredText } from './builder.ts';
import { callerErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { spend, spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const ChannelKindRef = enumOf<Channel['kind']>('NoticeChannelKind', 'How notices leave the site.', {
  push: 'A push to a browser.',
  email: 'An email.',
  discord: 'A message in a channel of Discord, by its webhook.',
  slack: 'A message in a channel of Slack, by its webhook.',
});

const ChatKindRef = enumOf<ChatKind>('NoticeChatKind', 'A chat service with webhooks.', {
  discord: 'Discord.',
  slack: 'Slack.',
});

const FailureRef = enumOf<NonNullable<Channel['failure']>>(
  'NoticeChannelFailure',
  'Why a notice did not arrive.',
  {
    gone: 'The receiver does not exist any more.',
    refused: 'The receiver refuses what is sent.',
    unavailable:
      'The receiver could not be reached, or does not respond as it should. A notice is tried for hours.',
  },
);

const ChannelRef = record<Channel>('NoticeChannel')(
  'Where the notices of the viewer go outside of the site.',
  {
    id: ['ID', 'Its id.'],
    kind: [ChannelKindRef, 'How it works.'],
    label: 'What the viewer knows it by: the browser, a part of the address, or the host.',
    createdAt: ['DateTime', 'When it was added.'],
    isConfirmed: ['Boolean', 'Whether notices go there. An email address waits for its code.'],
    failure: [orNull(FailureRef), 'Why the last notice did not arrive. Null if it did.'],
  },
);

const TestPayload = record<{ failure: Channel['failure'] }>('TestNoticeChannelPayload')(
  'The test was sent.',
  {
    failure: [
      orNull(FailureRef),
      'Why it did not arrive. Null if the receiver took it. A browser that is gone is removed.',
    ],
  },
);

extend(Viewer, {
  noticeChannels: [
    [ChannelRef],
    'Where the notices of the viewer go outside of the site. At most ten.',
    ({ userId }, { services }) => listChannels(services, userId),
  ],
  pushKey: [
    'String',
    'The key with which a browser subscribes to pushes of this site (`applicationServerKey`), in base64url.',
    async (_, { services }) => (await readPushKey(services)).publicKey,
  ],
});

builder.queryField('noticeChannelKinds', (t) =>
  t.field({
    type: [ChannelKindRef],
    description: 'The ways in which this site can send notices.',
    resolve: (_, __, { services }): Channel['kind'][] =>
      services.mailer ? ['push', 'email', 'discord', 'slack'] : ['push', 'discord', 'slack'],
  }),
);

const language = builder.args((t) => ({
  language: t.string({
    max: SIZES.code,
    defaultValue: 'en',
    description: 'The language of what is sent, such as `de`. One that the site lacks is English.',
  }),
}));
const ofChannel = builder.args((t) => ({
  id: t.id({ required: true, description: 'The id of the channel.' }),
}));
const adderErrors = { types: [...callerErrors.types, ConflictError] };

byUsers('addPushChannel', {
  type: ChannelRef,
  description: 'Sends the notices of the viewer to a browser, and to no other user of that browser any more.',
  args: () => ({
    endpoint: requiredText(SIZES.url, 'The endpoint of its `PushSubscription`.'),
    p256dh: requiredText(SIZES.line, 'Its key `p256dh`, in base64url.'),
    auth: requiredText(SIZES.line, 'Its key `auth`, in base64url.'),
    label: requiredText(SIZES.line, 'A name of the browser, such as `Firefox on Linux`.'),
    ...language,
  }),
  budget: USER_BUDGETS.addChannel,
  errors: adderErrors,
  act: ({ language, ...subscription }, { services, viewer }) =>
    addPushChannel(services, viewer.userId, { ...subscription, language: language ?? 'en' }),
});

byUsers('addWebhookChannel', {
  type: ChannelRef,
  description: 'Sends the notices of the viewer to a channel of a chat service.',
  args: (t) => ({
    kind: t.field({ type: ChatKindRef, required: true, description: 'The chat service.' }),
    url: requiredText(SIZES.url, 'The URL of the webhook. It is secret.'),
    ...language,
  }),
  budget: USER_BUDGETS.addChannel,
  errors: adderErrors,
  act: ({ language, ...webhook }, { services, viewer }) =>
    addWebhookChannel(services, viewer.userId, { ...webhook, language: language ?? 'en' }),
});

byUsers('addEmailChannel', {
  type: ChannelRef,
  description: 'Sends a code to an email address. Notices go there after `confirmEmailChannel`.',
  args: () => ({
    email: requiredText(SIZES.line, 'The address.'),
    ...language,
  }),
  budget: null,
  errors: adderErrors,
  act: async ({ language, email }, context, info) => {
    await spendAsUser(context, info, USER_BUDGETS.addEmail);
    const key = hash('sha256', mailboxOf(readEmail(email)));
    await spend(context, info, `email:${key}`, CODE_BUDGETS.ofMailbox);
    await spend(context, info, 'all', CODE_BUDGETS.ofSite);
    return addEmailChannel(context.services, context.viewer.userId, { email, language: language ?? 'en' });
  },
});

byUsers('confirmEmailChannel', {
  type: ChannelRef,
  description:
    'Confirms an email address by the code that was sent to it. It is valid for 15 minutes and five tries.',
  args: () => ({
    ...ofChannel,
    code: requiredText(SIZES.code, 'The six digits.'),
  }),
  budget: USER_BUDGETS.confirmEmail,
  act: (confirmation, { services, viewer }) => confirmEmailChannel(services, viewer.userId, confirmation),
});

byUsers('removeNoticeChannel', {
  type: Viewer,
  description: 'Removes a channel. Notices that have not left the site do not go there.',
  args: () => ofChannel,
  act: async ({ id }, { services, viewer }) => {
    await removeChannel(services, viewer.userId, id);
    return viewer;
  },
});

byUsers('testNoticeChannel', {
  type: TestPayload,
  description: 'Sends a test by a channel, once, and waits for its receiver.',
  args: () => ofChannel,
  budget: USER_BUDGETS.sendTest,
  errors: adderErrors,
  act: async ({ id }, { services, viewer }) => ({
    failure: (await testChannel(services, viewer.userId, id)) ?? null,
  }),
});
