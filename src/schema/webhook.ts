import type { WebhookHold } from '../db/delivery-tables.ts';
import { countHeld, pauseWebhook, resumeWebhook, setHoldAfter } from '../domain/delivery/hold.ts';
import {
  removeWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
  type Webhook,
} from '../domain/delivery/webhook.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, enumOf, ofBot } from './builder.ts';
import { DeliveryRef } from './delivery.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const HoldReasonRef = enumOf<WebhookHold>('HoldReason', 'Why deliveries of votes are held.', {
  paused: 'An owner has paused the webhook.',
  failing: 'Too many deliveries failed in a row. One at a time is tried until the receiver accepts it.',
  releasing: 'The hold is over. Held deliveries go out, oldest first, and new ones wait behind them.',
});

const HoldRef = builder.objectRef<Webhook & { hold: WebhookHold }>('WebhookHold').implement({
  description: 'Deliveries of votes are held: none is lost, and none goes out. Tests go out.',
  fields: (t) => ({
    reason: t.expose('hold', { type: HoldReasonRef, description: 'Why.' }),
    since: t.expose('heldSince', { type: 'DateTime', nullable: true, description: 'Since when.' }),
    held: t.int({
      description: 'How many deliveries are held.',
      resolve: ({ botId }, _, { services }) => countHeld(services, botId),
    }),
    nextProbeAt: t.expose('probeAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a failing receiver is tried again. Null while an attempt is under way or due.',
    }),
  }),
});

export const WebhookRef = builder.objectRef<Webhook>('Webhook').implement({
  description: 'The vote webhook. Its secret is shown only when it is created.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'An https URL on a public host.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change of URL or secret.',
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a receiver first accepted a request with this URL and secret. Null before that.',
    }),
    hold: t.field({
      type: HoldRef,
      nullable: true,
      description: 'Set while deliveries of votes are held.',
      resolve: (webhook) => (webhook.hold ? { ...webhook, hold: webhook.hold } : null),
    }),
    holdAfter: t.exposeInt('holdAfter', {
      nullable: true,
      description: 'Deliveries are held after this number of failed ones in a row. Null for never.',
    }),
  }),
});

const SetWebhookPayload = builder
  .objectRef<{ webhook: Webhook; secret: string }>('SetWebhookPayload')
  .implement({
    description: 'The webhook is configured.',
    fields: (t) => ({
      webhook: t.expose('webhook', {
        type: WebhookRef,
        description: 'The webhook.',
      }),
      secret: t.exposeString('secret', {
        description:
          'The `Authorization` value of each delivery and the key of its signature. It is shown only now.',
      }),
    }),
  });

const RemoveWebhookPayload = builder.objectRef<{ removed: boolean }>('RemoveWebhookPayload').implement({
  description: 'The webhook is removed.',
  fields: (t) => ({
    removed: t.exposeBoolean('removed', { description: 'Whether there was a webhook.' }),
  }),
});

builder.mutationField('setWebhook', (t) =>
  t.withAuth(byManager).field({
    type: SetWebhookPayload,
    description:
      'Sets the URL of the webhook and generates a new secret. The previous secret stops working immediately.',
    args: {
      ...ofBot,
      url: t.arg.string({ required: true, description: 'An https URL on a public host.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, url }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      return setWebhook(context.services, botId, userId, url);
    },
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.withAuth(byManager).field({
    type: SetWebhookPayload,
    description: 'Replaces the secret immediately. Attempts that still wait use the new secret.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return rotateSecret(context.services, botId, context.viewer.userId);
    },
  }),
);

builder.mutationField('removeWebhook', (t) =>
  t.withAuth(byManager).field({
    type: RemoveWebhookPayload,
    description: 'Removes the webhook. Pending deliveries end as cancelled.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return { removed: await removeWebhook(context.services, botId, context.viewer.userId) };
    },
  }),
);

builder.mutationField('sendTestWebhook', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description:
      "Sends a test: a `vote.create` event with the viewer's own id. It is recorded as a delivery, not as a vote.",
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.sendTest);
      return sendTest(context.services, botId, userId, context.origin());
    },
  }),
);

builder.mutationField('pauseWebhook', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description:
      'Pauses the webhook. Deliveries of votes are held, new ones and those that wait for a retry, until it is resumed.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return pauseWebhook(context.services, botId, context.viewer.userId);
    },
  }),
);

builder.mutationField('resumeWebhook', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description:
      'Ends a pause, or a hold because of failures. Held deliveries go out, oldest first, as fast as the receiver responds.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return resumeWebhook(context.services, botId, context.viewer.userId);
    },
  }),
);

builder.mutationField('setHoldAfter', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description: 'Sets whether deliveries are held after some have failed in a row.',
    args: {
      ...ofBot,
      failures: t.arg.int({ required: false, description: '3, 10 or 50. Null for never.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, failures }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return setHoldAfter(context.services, botId, context.viewer.userId, failures ?? null);
    },
  }),
);
