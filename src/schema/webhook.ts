import {
  removeWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
  type Webhook,
} from '../domain/delivery/webhook.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { DeliveryRef } from './delivery.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

export const WebhookRef = builder.objectRef<Webhook>('Webhook').implement({
  description: 'Where votes are delivered to. Its secret is shown only when it is made.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'An https address on a public host.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When URL and secret were set.' }),
  }),
});

const SetWebhookPayload = builder
  .objectRef<{ webhook: Webhook; secret: string }>('SetWebhookPayload')
  .implement({
    description: 'The webhook is configured.',
    fields: (t) => ({
      webhook: t.field({
        type: WebhookRef,
        description: 'The webhook.',
        resolve: (payload) => payload.webhook,
      }),
      secret: t.exposeString('secret', {
        description:
          'The `Authorization` value of each delivery and the key of its signature. Shown this one time.',
      }),
    }),
  });

const RemoveWebhookPayload = builder.objectRef<{ removed: boolean }>('RemoveWebhookPayload').implement({
  description: 'There is no webhook any more.',
  fields: (t) => ({
    removed: t.exposeBoolean('removed', { description: 'Whether there was one.' }),
  }),
});

builder.mutationField('setWebhook', (t) =>
  t.withAuth(byManager).field({
    type: SetWebhookPayload,
    description:
      'Sets the URL that votes are delivered to and generates its secret; the secret before stops at once.',
    args: {
      ...ofBot,
      url: t.arg.string({ required: true, description: 'https, on a public host.' }),
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
    description: 'Replaces the secret at once; attempts that still wait use the new one.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return rotateSecret(context.services, botId);
    },
  }),
);

builder.mutationField('removeWebhook', (t) =>
  t.withAuth(byManager).field({
    type: RemoveWebhookPayload,
    description: 'Removes the webhook. Deliveries that still wait end as cancelled.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return { removed: await removeWebhook(context.services, botId) };
    },
  }),
);

builder.mutationField('sendTestWebhook', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description: "Sends a `vote.create` for the viewer's own id: recorded as a delivery, not as a vote.",
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.sendTest);
      return sendTest(context.services, botId, userId);
    },
  }),
);
