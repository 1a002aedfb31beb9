import type { DeliveryKind, DeliveryState, ShownHeader, WebhookHold } from '../db/delivery-tables.ts';
import { cancelDelivery } from '../domain/delivery/cancel.ts';
import { findShape, showRequest } from '../domain/delivery/formats.ts';
import { explain } from '../domain/delivery/health.ts';
import {
  type Attempt,
  type Delivery,
  findDelivery,
  listAttempts,
  nextAttemptOf,
} from '../domain/delivery/read.ts';
import { resendDelivery, resendFailed, retryDelivery } from '../domain/delivery/resend.ts';
import { signaturesOf } from '../domain/delivery/signatures.ts';
import { findWebhook } from '../domain/delivery/webhook.ts';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { DELIVERY_BUDGETS, USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, enumOf, ofBot } from './builder.ts';
import { listParameters, managerErrors, parametersField } from './errors.ts';
import { spend, spendAsUser } from './spend.ts';

export const DeliveryStateRef = enumOf<DeliveryState>('DeliveryState', 'The state of a delivery.', {
  pending: 'An attempt is running or due later.',
  delivered: 'The receiver responded with a 2xx status.',
  failed: 'The fifth attempt failed. There are no more attempts.',
  held: 'The webhook is paused, or deliveries to it are held because they fail. It goes out later.',
  cancelled: 'The webhook was removed, the vote was voided, or an owner or an operator ended the delivery.',
});

export const HoldReasonRef = enumOf<WebhookHold>('HoldReason', 'Why deliveries of votes are held.', {
  paused: 'An owner has paused the webhook.',
  failing:
    'Too many first attempts failed in a row. One delivery at a time is tried until the receiver accepts it.',
  releasing:
    'The hold is over. Held deliveries go out one after the other, oldest first, and new ones wait behind them.',
});

const DeliveryKindRef = enumOf<DeliveryKind>('DeliveryKind', 'The cause of a delivery.', {
  vote: 'A vote.',
  test: 'A test that an owner sent.',
});

export const HeaderRef = builder.objectRef<ShownHeader>('HttpHeader').implement({
  description: 'A header of a request or a response.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ([name]) => name }),
    value: t.string({
      nullable: true,
      description: 'Its value. Null when it is hidden, because it is secret.',
      resolve: ([, value]) => value,
    }),
  }),
});

export const AttemptRef = builder.objectRef<Attempt>('DeliveryAttempt').implement({
  description: 'One attempt to deliver a webhook.',
  fields: (t) => ({
    deliveryId: t.exposeID('deliveryId', {
      description: 'The value of `X-Webhook-Delivery`. It is the same for every attempt.',
    }),
    round: t.exposeInt('round', {
      description: '1 at first. Each manual resend starts a new round.',
    }),
    number: t.exposeInt('number', { description: 'Its number within the round, 1 to 5.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was sent.' }),
    durationMs: t.exposeInt('durationMs', {
      description: 'The time until the response or the failure, in milliseconds.',
    }),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'The status of the response. Null without a response.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The reason of the failure as one word, such as `timeout`. Null for a success.',
    }),
    explanation: t.string({
      description: 'The result in one sentence.',
      resolve: async (attempt, _, { services }) => (await explain(services, attempt)).message,
    }),
    explanationReason: t.string({
      description:
        'A stable code of the explanation, such as `attempt.timeout`, to word it in another language.',
      resolve: async (attempt, _, { services }) => (await explain(services, attempt)).reason,
    }),
    explanationParameters: t.field({
      ...parametersField,
      description: 'The values in the explanation: `statusCode`, and the `location` of a redirect.',
      resolve: async (attempt, _, { services }) => listParameters(await explain(services, attempt)),
    }),
    excerpt: t.exposeString('excerpt', {
      description:
        'The first 4 KiB of the response body, or a note that it is compressed. Escape it before you show it.',
    }),
    responseHeaders: t.expose('responseHeaders', {
      type: [HeaderRef],
      nullable: true,
      description:
        'The first 2 KiB of the response headers. Null without a response, and after the time for which responses are kept.',
    }),
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      nullable: true,
      description: 'The `Retry-After` of the response in seconds. It does not change the schedule.',
    }),
  }),
});

export const DeliveryRef = builder.objectRef<Delivery>('Delivery').implement({
  description: 'A webhook delivery: one event for the configured URL.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The value of `X-Webhook-Delivery`. The id of its workflow begins with it.',
    }),
    kind: t.expose('kind', {
      type: DeliveryKindRef,
      description: 'Its cause.',
    }),
    state: t.expose('state', {
      type: DeliveryStateRef,
      description: 'Its state.',
    }),
    holdReason: t.field({
      type: HoldReasonRef,
      nullable: true,
      description: 'Why it is held. Null in other states.',
      // Without a hold it is released within seconds.
      resolve: async ({ state, botId }, _, { services }) =>
        state === 'held' ? ((await findWebhook(services, botId))?.hold ?? 'releasing') : null,
    }),
    round: t.exposeInt('round', { description: '1 at first. Each manual resend starts a new round.' }),
    userId: t.exposeID('userId', { description: 'The id of the user who voted.' }),
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'The time of the vote.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due.',
      resolve: nextAttemptOf,
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    isVoided: t.boolean({
      description: 'Whether it was cancelled because a moderator voided the vote. `Bot.voidings` says why.',
      resolve: ({ state, voidingId }) => state === 'cancelled' && voidingId !== null,
    }),
    requestHeaders: t.field({
      type: [HeaderRef],
      description:
        'The headers that each attempt sends, in the format in force. `webhook-timestamp`, which differs between attempts, is left out.',
      resolve: async (delivery, _, { services }) =>
        showRequest(await findShape(services, delivery), delivery).headers,
    }),
    requestBody: t.string({
      description: 'The body that each attempt sends, in the format in force.',
      resolve: async (delivery, _, { services }) =>
        showRequest(await findShape(services, delivery), delivery).body,
    }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'Its attempts, oldest first.',
      resolve: (delivery, _, { services }) => listAttempts(services, delivery.id),
    }),
  }),
});

builder.objectField(AttemptRef, 'delivery', (t) =>
  t.field({
    type: DeliveryRef,
    description: 'The current state of the delivery, with the time of the next attempt.',
    resolve: async ({ botId, deliveryId }, _, { services }) => {
      const delivery = await findDelivery(services, botId, deliveryId);
      if (!delivery) throw new NotFoundError('delivery.gone');
      return delivery;
    },
  }),
);

const AttemptSignatures = builder
  .objectRef<{ headers: ShownHeader[] | null }>('AttemptSignatures')
  .implement({
    description: 'With what an attempt was signed.',
    fields: (t) => ({
      headers: t.expose('headers', {
        type: [HeaderRef],
        nullable: true,
        description:
          'The signatures and their timestamp, computed with the secret in force. Null when the URL or the secret has changed since, and for formats without a signature.',
      }),
    }),
  });

builder.queryField('attemptSignatures', (t) =>
  t.withAuth(byManager).field({
    type: AttemptSignatures,
    description: 'Reads with what an attempt was signed, to find a mistake in a receiver. For managers.',
    args: {
      ...ofBot,
      deliveryId: t.arg.id({ required: true, description: 'The id of the delivery.' }),
      round: t.arg.int({ required: true, description: 'The round of the attempt.' }),
      number: t.arg.int({ required: true, description: 'The number of the attempt in its round.' }),
    },
    errors: managerErrors,
    resolve: async (_, request, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return { headers: await signaturesOf(context.services, request) };
    },
  }),
);

const ResendFailedPayload = builder.objectRef<{ count: number }>('ResendFailedPayload').implement({
  description: 'The failed deliveries are pending again.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'The number of deliveries.' }) }),
});

const ofDelivery = builder.args((t) => ({
  ...ofBot,
  deliveryId: t.id({ required: true, description: 'The id of the delivery.' }),
}));

builder.mutationField('retryDelivery', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description:
      'Makes the next attempt of a waiting delivery now. There are still five attempts. 12 per minute per bot.',
    args: ofDelivery,
    errors: managerErrors,
    resolve: async (_, { botId, deliveryId }, context, info) => {
      await spend(context, info, `bot:${botId}`, DELIVERY_BUDGETS.retry);
      return retryDelivery(context.services, botId, deliveryId);
    },
  }),
);

builder.mutationField('cancelDelivery', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description:
      'Cancels a pending delivery: there are no more attempts, and it cannot be resent. If an attempt is under way and ' +
      'succeeds, the delivery is delivered nevertheless.',
    args: ofDelivery,
    errors: managerErrors,
    resolve: async (_, { botId, deliveryId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return cancelDelivery(context.services, botId, deliveryId);
    },
  }),
);

builder.mutationField('resendDelivery', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description: 'Resends a failed delivery with the same id and five new attempts.',
    args: ofDelivery,
    errors: managerErrors,
    resolve: async (_, { botId, deliveryId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return resendDelivery(context.services, botId, deliveryId);
    },
  }),
);

builder.mutationField('resendFailedDeliveries', (t) =>
  t.withAuth(byManager).field({
    type: ResendFailedPayload,
    description: 'Resends the deliveries that failed at or after a time.',
    args: {
      ...ofBot,
      since: t.arg({ type: 'DateTime', required: true, description: 'The earliest time of failure.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, since }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.resendAll);
      return { count: await resendFailed(context.services, botId, since) };
    },
  }),
);
