import type { DeliveryKind, DeliveryState } from '../db/tables.ts';
import { explainAttempt } from '../domain/delivery/explain.ts';
import { type Attempt, type Delivery, findDelivery, listAttempts } from '../domain/delivery/read.ts';
import { resendDelivery, resendFailed } from '../domain/delivery/resend.ts';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const DeliveryStateRef = builder.enumType('DeliveryState', {
  description: 'Where a delivery stands.',
  values: {
    PENDING: {
      value: 'pending' satisfies DeliveryState,
      description: 'An attempt is under way or due later.',
    },
    DELIVERED: {
      value: 'delivered' satisfies DeliveryState,
      description: 'An attempt was answered with a 2xx status.',
    },
    FAILED: {
      value: 'failed' satisfies DeliveryState,
      description: 'The fifth attempt failed; no more follow.',
    },
    CANCELLED: {
      value: 'cancelled' satisfies DeliveryState,
      description: 'The webhook was removed meanwhile, or an operator ended it.',
    },
  } as const,
});

const DeliveryKindRef = builder.enumType('DeliveryKind', {
  description: 'What caused a delivery.',
  values: {
    VOTE: { value: 'vote' satisfies DeliveryKind, description: 'A vote.' },
    TEST: { value: 'test' satisfies DeliveryKind, description: 'A test that an owner sent.' },
  } as const,
});

export const AttemptRef = builder.objectRef<Attempt>('DeliveryAttempt').implement({
  description: 'One attempt to deliver a webhook.',
  fields: (t) => ({
    deliveryId: t.exposeID('deliveryId', {
      description: 'As in `X-Webhook-Delivery`, the same for every attempt.',
    }),
    round: t.exposeInt('round', {
      description: '1 at first; one more each time the delivery was sent again by hand.',
    }),
    number: t.exposeInt('number', { description: '1 to 5 within its round.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was sent.' }),
    durationMs: t.exposeInt('durationMs', {
      description: 'How long the answer or the failure took, in milliseconds.',
    }),
    statusCode: t.exposeInt('statusCode', { nullable: true, description: 'The status it got back, if any.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it failed, in one word such as `timeout`; null for a success.',
    }),
    explanation: t.string({ description: 'What became of it, in a sentence.', resolve: explainAttempt }),
    excerpt: t.exposeString('excerpt', {
      description:
        "The beginning of the answer's body as plain text, at most 4 KiB, or a note that it is compressed; to be escaped before it is shown.",
    }),
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      nullable: true,
      description: 'What the answer asked to wait. Shown only: the schedule is fixed.',
    }),
  }),
});

export const DeliveryRef = builder.objectRef<Delivery>('Delivery').implement({
  description: 'A webhook delivery: one event on its way to the configured URL.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'As in `X-Webhook-Delivery`; also the id of its workflow.' }),
    kind: t.field({
      type: DeliveryKindRef,
      description: 'What caused it.',
      resolve: (delivery) => delivery.kind,
    }),
    state: t.field({
      type: DeliveryStateRef,
      description: 'Where it stands.',
      resolve: (delivery) => delivery.state,
    }),
    round: t.exposeInt('round', { description: '1, and one more each time it was sent again by hand.' }),
    userId: t.exposeID('userId', { description: 'Who voted.' }),
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'When.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'First to last.',
      resolve: (delivery, _, { services }) => listAttempts(services, delivery.id),
    }),
  }),
});

builder.objectField(AttemptRef, 'delivery', (t) =>
  t.field({
    type: DeliveryRef,
    description: 'The delivery as it stands now, which tells when the next attempt is due.',
    resolve: async ({ botId, deliveryId }, _, { services }) => {
      const delivery = await findDelivery(services, botId, deliveryId);
      if (!delivery) throw new NotFoundError('The delivery is gone.');
      return delivery;
    },
  }),
);

const ResendFailedPayload = builder.objectRef<{ count: number }>('ResendFailedPayload').implement({
  description: 'Failed deliveries are on their way again.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'How many.' }) }),
});

builder.mutationField('resendDelivery', (t) =>
  t.withAuth(byManager).field({
    type: DeliveryRef,
    description: 'Sends a failed delivery again, under the same id and with five attempts of its own.',
    args: {
      ...ofBot,
      deliveryId: t.arg.id({ required: true, description: 'Which.' }),
    },
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
    description: 'Sends every failed delivery since a time again.',
    args: {
      ...ofBot,
      since: t.arg({ type: 'DateTime', required: true, description: 'Recorded at this time or later.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, since }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.resendAll);
      return { count: await resendFailed(context.services, botId, since) };
    },
  }),
);
