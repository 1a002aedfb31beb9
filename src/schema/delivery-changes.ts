import { cancelDelivery } from '../domain/delivery/cancel.ts';
import { resendDelivery, resendFailed } from '../domain/delivery/resend.ts';
import { retryDelivery } from '../domain/delivery/retry.ts';
import { DELIVERY_BUDGETS, USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { DeliveryRef } from './delivery.ts';
import { managerErrors } from './errors.ts';
import { spend, spendAsUser } from './spend.ts';

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
