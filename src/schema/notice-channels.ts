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
import { builder, enumOf } from './builder.ts';
import { callerErrors } from './errors.ts';
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

const ChannelRef = builder.objectRef<Channel>('NoticeChannel').implement({
  description: 'Where the notices of the viewer go outside of the site.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    kind: t.expose('kind', { type: ChannelKindRef, description: 'How it works.' }),
    label: t.exposeString('label', {
      description: 'What the viewer knows it by: the browser, a part of the address, or the host.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    isConfirmed: t.exposeBoolean('isConfirmed', {
      description: 'Whether notices go there. An email address waits for its code.',
    }),
    failure: t.expose('failure', {
      type: FailureRef,
      nullable: true,
      description: 'Why the last notice did not arrive. Null if it did.',
    }),
  }),
});

const TestPayload = builder.objectRef<{ failure: Channel['failure'] }>('TestNoticeChannelPayload').implement({
  description: 'The test was sent.',
  fields: (t) => ({
    failure: t.expose('failure', {
      type: FailureRef,
      nullable: true,
      description: 'Why it did not arrive. Null if the receiver took it. A browser that is gone is removed.',
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  noticeChannels: t.field({
    type: [ChannelRef],
    description: 'Where the notices of the viewer go outside of the site. At most ten.',
    resolve: ({ userId }, _, { services }) => listChannels(services, userId),
  }),
  pushKey: t.string({
    description:
      'The key with which a browser subscribes to pushes of this site (`applicationServerKey`), in base64url.',
    resolve: async (_, __, { services }) => (await readPushKey(services)).publicKey,
  }),
}));

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

builder.mutationField('addPushChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ChannelRef,
    description:
      'Sends the notices of the viewer to a browser, and to no other user of that browser any more.',
    args: {
      endpoint: t.arg.string({
        required: true,
        max: SIZES.url,
        description: 'The endpoint of its `PushSubscription`.',
      }),
      p256dh: t.arg.string({
        required: true,
        max: SIZES.line,
        description: 'Its key `p256dh`, in base64url.',
      }),
      auth: t.arg.string({ required: true, max: SIZES.line, description: 'Its key `auth`, in base64url.' }),
      label: t.arg.string({
        required: true,
        max: SIZES.line,
        description: 'A name of the browser, such as `Firefox on Linux`.',
      }),
      ...language,
    },
    errors: adderErrors,
    resolve: async (_, { language, ...subscription }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.addChannel);
      const { services, viewer } = context;
      return addPushChannel(services, viewer.userId, { ...subscription, language: language ?? 'en' });
    },
  }),
);

builder.mutationField('addWebhookChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ChannelRef,
    description: 'Sends the notices of the viewer to a channel of a chat service.',
    args: {
      kind: t.arg({ type: ChatKindRef, required: true, description: 'The chat service.' }),
      url: t.arg.string({
        required: true,
        max: SIZES.url,
        description: 'The URL of the webhook. It is secret.',
      }),
      ...language,
    },
    errors: adderErrors,
    resolve: async (_, { language, ...webhook }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.addChannel);
      const { services, viewer } = context;
      return addWebhookChannel(services, viewer.userId, { ...webhook, language: language ?? 'en' });
    },
  }),
);

builder.mutationField('addEmailChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ChannelRef,
    description: 'Sends a code to an email address. Notices go there after `confirmEmailChannel`.',
    args: {
      email: t.arg.string({ required: true, max: SIZES.line, description: 'The address.' }),
      ...language,
    },
    errors: adderErrors,
    resolve: async (_, { language, email }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.addEmail);
      const key = hash('sha256', mailboxOf(readEmail(email)));
      await spend(context, info, `email:${key}`, CODE_BUDGETS.ofMailbox);
      await spend(context, info, 'all', CODE_BUDGETS.ofSite);
      const { services, viewer } = context;
      return addEmailChannel(services, viewer.userId, { email, language: language ?? 'en' });
    },
  }),
);

builder.mutationField('confirmEmailChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ChannelRef,
    description:
      'Confirms an email address by the code that was sent to it. It is valid for 15 minutes and five tries.',
    args: {
      ...ofChannel,
      code: t.arg.string({ required: true, max: SIZES.code, description: 'The six digits.' }),
    },
    errors: callerErrors,
    resolve: async (_, confirmation, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.confirmEmail);
      return confirmEmailChannel(context.services, context.viewer.userId, confirmation);
    },
  }),
);

builder.mutationField('removeNoticeChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Viewer,
    description: 'Removes a channel. Notices that have not left the site do not go there.',
    args: ofChannel,
    errors: callerErrors,
    resolve: async (_, { id }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeChannel(context.services, context.viewer.userId, id);
      return context.viewer;
    },
  }),
);

builder.mutationField('testNoticeChannel', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: TestPayload,
    description: 'Sends a test by a channel, once, and waits for its receiver.',
    args: ofChannel,
    errors: adderErrors,
    resolve: async (_, { id }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.sendTest);
      return { failure: (await testChannel(context.services, context.viewer.userId, id)) ?? null };
    },
  }),
);
