import type { WebhookFormat, WebhookHold } from '../db/delivery-tables.ts';
import { exampleOf, type ShownRequest } from '../domain/delivery/formats.ts';
import { type Health, type HealthState, readHealth } from '../domain/delivery/health.ts';
import { countHeld, pauseWebhook, resumeWebhook, setHoldAfter } from '../domain/delivery/hold.ts';
import { beginRotation, cancelRotation, finishRotation } from '../domain/delivery/rotation.ts';
import {
  changeWebhook,
  removeWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
  type Webhook,
} from '../domain/delivery/webhook.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, byManager, enumOf, ofBot } from './builder.ts';
import { CauseRef } from './cause.ts';
import { DeliveryRef, HeaderRef, HoldReasonRef } from './delivery.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const FormatRef = enumOf<WebhookFormat>(
  'WebhookFormat',
  'How the requests of a webhook look. All but `CONTRACT` are outside of the contract.',
  {
    contract: 'As the contract says.',
    discord: 'A message for a channel of Discord. The URL is that of a webhook of Discord.',
    slack: 'A message for a channel of Slack. The URL is that of an incoming webhook of Slack.',
    topgg:
      'As receivers of top.gg expect it, such as `@top-gg/sdk`. The secret is the value of `Authorization`.',
  },
);

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

const HealthStateRef = enumOf<HealthState>('WebhookHealthState', 'How a receiver does.', {
  unverified: 'It has not accepted a request with this URL and secret yet.',
  healthy: 'It accepted the last request.',
  failing: 'The last attempt failed.',
  held: 'Deliveries are held: somebody paused the webhook, or too many failed in a row.',
});

const HealthRef = builder.objectRef<Health>('WebhookHealth').implement({
  description: 'How the receiver of a webhook does, by its last ten attempts.',
  fields: (t) => ({
    state: t.expose('state', { type: HealthStateRef, description: 'How it does.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it fails or its deliveries are held. Null otherwise.',
    }),
    cause: t.expose('cause', {
      type: CauseRef,
      nullable: true,
      description: 'The likely cause, by the last failure. Null while nothing fails.',
    }),
  }),
});

export const WebhookRef = builder.objectRef<Webhook>('Webhook').implement({
  description: 'The vote webhook. Its secret is shown only when it is created.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'An https URL on a public host.' }),
    format: t.expose('format', { type: FormatRef, description: 'How its requests look.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change of URL or secret.',
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a receiver first accepted a request with this URL and secret. Null before that.',
    }),
    health: t.field({
      type: HealthRef,
      description: 'How the receiver does, and what is likely wrong with it.',
      resolve: (webhook, _, { services }) => readHealth(services, webhook),
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
    nextSecretAt: t.expose('nextSecretAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the next secret was made. Null when no rotation in two steps waits. Votes are signed with the current secret, tests with the next one.',
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
      'Sets the URL of the webhook and generates a new secret. The previous secret stops working immediately. It ends a rotation in two steps.',
    args: {
      ...ofBot,
      url: t.arg.string({ required: true, description: 'An https URL on a public host.' }),
      format: t.arg({
        type: FormatRef,
        required: true,
        defaultValue: 'contract',
        description: 'How its requests look. Chats need a URL of their service.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, url, format }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      return setWebhook(context.services, botId, userId, url, format);
    },
  }),
);

builder.mutationField('changeWebhook', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description:
      'Changes URL and format of the webhook and keeps its secret. Attempts that still wait use the new URL.',
    args: {
      ...ofBot,
      url: t.arg.string({ required: true, description: 'An https URL on a public host.' }),
      format: t.arg({
        type: FormatRef,
        required: true,
        defaultValue: 'contract',
        description: 'How its requests look. Chats need a URL of their service.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, url, format }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      return changeWebhook(context.services, botId, userId, url, format);
    },
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.withAuth(byManager).field({
    type: SetWebhookPayload,
    description:
      'Replaces the secret immediately: attempts that still wait use the new secret. In two steps, it makes the next ' +
      'secret only. Then the next one takes over with `finishSecretRotation`, or when a test succeeds.',
    args: {
      ...ofBot,
      inTwoSteps: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'Whether votes are signed with the current secret until the next one takes over.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, inTwoSteps }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      const { userId } = context.viewer;
      return (inTwoSteps ? beginRotation : rotateSecret)(context.services, botId, userId);
    },
  }),
);

builder.mutationField('finishSecretRotation', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description: 'Makes the next secret the current one. The previous secret stops working immediately.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return finishRotation(context.services, botId, context.viewer.userId);
    },
  }),
);

builder.mutationField('cancelSecretRotation', (t) =>
  t.withAuth(byManager).field({
    type: WebhookRef,
    description: 'Forgets the next secret. Deliveries go on with the current one.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return cancelRotation(context.services, botId, context.viewer.userId);
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
      "Sends a test: a `vote.create` event with the viewer's own id. It is recorded as a delivery, not as a vote. " +
      'While a next secret waits, it is signed with that one, and its success makes it the current secret.',
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

const WebhookRequestRef = builder.objectRef<ShownRequest>('WebhookRequest').implement({
  description: 'A request of a webhook.',
  fields: (t) => ({
    headers: t.field({
      type: [HeaderRef],
      description: 'Its headers.',
      resolve: ({ headers }) => [...headers],
    }),
    body: t.exposeString('body', { description: 'Its body.' }),
  }),
});

builder.objectField(Bot, 'webhookExample', (t) =>
  t.field({
    type: WebhookRequestRef,
    nullable: true,
    description: 'The request of a vote of the viewer, as a format sends it. For owners.',
    args: { format: t.arg({ type: FormatRef, required: true, description: 'The format.' }) },
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: async (bot, { format }, { services, actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' ? exampleOf(services, format, bot.id, viewer.userId) : null;
    },
  }),
);
