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
import { ATTEMPTS } from '../terms/schedule.ts';
import { builder, byManager, enumOf, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { listParameters, managerErrors, parametersField } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers } from './shapes.ts';
import { spendAsUser } from './spend.ts';

export const DeliveryStateRef = enumOf<DeliveryState>('DeliveryState', 'The state of a delivery.', {
  pending: 'An attempt is running or due later.',
  delivered: 'The receiver responded with a 2xx status.',
  failed: 'The last attempt failed. There are no more attempts.',
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

export const HeaderRef = record<ShownHeader>('HttpHeader')('A header of a request or a response.', {
  name: ['String', 'Its name.', ([name]) => name],
  value: [orNull('String'), 'Its value. Null when it is hidden, because it is secret.', ([, value]) => value],
});

export const AttemptRef = record<Attempt>('DeliveryAttempt')('One attempt to deliver a webhook.', {
  deliveryId: ['ID', 'The value of `X-Webhook-Delivery`. It is the same for every attempt.'],
  round: ['Int', '1 at first. Each manual resend starts a new round.'],
  number: ['Int', `Its number within the round, 1 to ${ATTEMPTS}.`],
  startedAt: ['DateTime', 'When it was sent.'],
  durationMs: ['Int', 'The time until the response or the failure, in milliseconds.'],
  statusCode: [orNull('Int'), 'The status of the response. Null without a response.'],
  failure: [
    orNull('String'),
    'The reason of the failure as one word, such as `timeout`. Null for a success.',
  ],
  explanation: [
    'String',
    'The result in one sentence.',
    async (attempt, { services }) => (await explain(services, attempt)).message,
  ],
  explanationReason: [
    'String',
    'A stable code of the explanation, such as `attempt.timeout`, to word it in another language.',
    async (attempt, { services }) => (await explain(services, attempt)).reason,
  ],
  excerpt:
    'The first 4 KiB of the response body, or a note that it is compressed. Escape it before you show it.',
  responseHeaders: [
    orNull([HeaderRef]),
    'The first 2 KiB of the response headers. Null without a response, and after the time for which responses are kept.',
  ],
  retryAfterSeconds: [
    orNull('Int'),
    'The `Retry-After` of the response in seconds. It does not change the schedule.',
  ],
  explanationParameters: parametersField(
    async (attempt: Attempt, { services }: Context) => listParameters(await explain(services, attempt)),
    'The values in the explanation: `statusCode`, and the `location` of a redirect.',
  ),
});

export const DeliveryRef = record<Delivery>('Delivery')(
  'A webhook delivery: one event for the configured URL.',
  {
    id: ['ID', 'The value of `X-Webhook-Delivery`. The id of its workflow begins with it.'],
    kind: [DeliveryKindRef, 'Its cause.'],
    state: [DeliveryStateRef, 'Its state.'],
    holdReason: [
      orNull(HoldReasonRef),
      'Why it is held. Null in other states.',
      // Without a hold it is released within seconds.
      async ({ state, botId }, { services }) =>
        state === 'held' ? ((await findWebhook(services, botId))?.hold ?? 'releasing') : null,
    ],
    round: ['Int', '1 at first. Each manual resend starts a new round.'],
    userId: ['ID', 'The id of the user who voted.'],
    votedAt: ['DateTime', 'The time of the vote.'],
    createdAt: ['DateTime', 'When it was recorded.'],
    nextAttemptAt: [orNull('DateTime'), 'When the next attempt is due.', nextAttemptOf],
    finishedAt: [orNull('DateTime'), 'When it ended.'],
    isVoided: [
      'Boolean',
      'Whether it was cancelled because a moderator voided the vote. `Bot.voidings` says why.',
      ({ state, voidingId }) => state === 'cancelled' && voidingId !== null,
    ],
    requestHeaders: [
      [HeaderRef],
      'The headers that each attempt sends, in the format in force. `webhook-timestamp`, which differs between attempts, is left out.',
      async (delivery, { services }) => showRequest(await findShape(services, delivery), delivery).headers,
    ],
    requestBody: [
      'String',
      'The body that each attempt sends, in the format in force.',
      async (delivery, { services }) => showRequest(await findShape(services, delivery), delivery).body,
    ],
    attempts: [
      [AttemptRef],
      'Its attempts, oldest first.',
      (delivery, { services }) => listAttempts(services, delivery.id),
    ],
  },
);

extend(AttemptRef, {
  delivery: [
    DeliveryRef,
    'The current state of the delivery, with the time of the next attempt.',
    async ({ botId, deliveryId }, { services }) => {
      const delivery = await findDelivery(services, botId, deliveryId);
      if (!delivery) throw new NotFoundError('delivery.gone');
      return delivery;
    },
  ],
});

const AttemptSignatures = record<{ headers: ShownHeader[] | null }>('AttemptSignatures')(
  'With what an attempt was signed.',
  {
    headers: [
      orNull([HeaderRef]),
      'The signatures and their timestamp, computed with the secret in force. Null when the URL or the secret has changed since, and for formats without a signature.',
    ],
  },
);

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

const ofDelivery = builder.args((t) => ({
  deliveryId: t.id({ required: true, description: 'The id of the delivery.' }),
}));

byManagers('retryDelivery', {
  type: DeliveryRef,
  description: `Makes the next attempt of a waiting delivery now. There are still ${ATTEMPTS} attempts. 12 per minute per bot.`,
  args: () => ofDelivery,
  budgetOfBot: DELIVERY_BUDGETS.retry,
  act: ({ botId, deliveryId }, { services }) => retryDelivery(services, botId, deliveryId),
});

byManagers('cancelDelivery', {
  type: DeliveryRef,
  description:
    'Cancels a pending delivery: there are no more attempts, and it cannot be resent. If an attempt is under way and ' +
    'succeeds, the delivery is delivered nevertheless.',
  args: () => ofDelivery,
  act: ({ botId, deliveryId }, { services }) => cancelDelivery(services, botId, deliveryId),
});

byManagers('resendDelivery', {
  type: DeliveryRef,
  description: `Resends a failed delivery with the same id and ${ATTEMPTS} new attempts.`,
  args: () => ofDelivery,
  act: ({ botId, deliveryId }, { services }) => resendDelivery(services, botId, deliveryId),
});

byManagers('resendFailedDeliveries', {
  type: record<{ count: number }>('ResendFailedPayload')('The failed deliveries are pending again.', {
    count: ['Int', 'The number of deliveries.'],
  }),
  description: 'Resends the deliveries that failed at or after a time.',
  args: (t) => ({
    since: t.field({ type: 'DateTime', required: true, description: 'The earliest time of failure.' }),
  }),
  budget: USER_BUDGETS.resendAll,
  act: async ({ botId, since }, { services }) => ({ count: await resendFailed(services, botId, since) }),
});
