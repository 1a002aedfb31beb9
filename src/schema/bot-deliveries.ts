import { findDelivery, listDeliveries, listRecentAttempts } from '../domain/delivery/read.ts';
import {
  type DeliveryStatistics,
  deliveryStatistics,
  type Percentiles,
  STATISTICS_DAYS,
} from '../domain/delivery/statistics.ts';
import { findWebhook } from '../domain/delivery/webhook.ts';
import { isModerator } from '../domain/identity/actor.ts';
import type { Listing } from '../domain/listing/read.ts';
import { isManager, requireReader } from '../domain/ownership/permissions.ts';
import { Bot, forReaders, presentListing } from './bot.ts';
import { builder, byReader, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { AttemptRef, DeliveryRef, DeliveryStateRef } from './delivery.ts';
import { readFirst } from './page.ts';
import { extend, orNull, record } from './record.ts';
import { resolveWatched, WATCH_LIMIT, watchedEvents } from './watched.ts';
import { WebhookRef } from './webhook.ts';

const DeliveryFilter = builder.inputType('DeliveryFilter', {
  description: 'Which deliveries to list. All conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: DeliveryStateRef, description: 'Their state.' }),
    userId: t.id({ description: 'The user who voted.' }),
    from: t.field({ type: 'DateTime', description: 'Recorded at this time or later.' }),
    to: t.field({ type: 'DateTime', description: 'Recorded before this time.' }),
  }),
});

const PercentilesRef = record<Percentiles>('DurationPercentiles')(
  'Durations in milliseconds, at most 9 % off.',
  {
    p50: ['Int', 'Half of all took at most this long.'],
    p99: ['Int', '99 of 100 took at most this long.'],
  },
);

const StatisticsRef = record<DeliveryStatistics>('DeliveryStatistics')(
  `How the deliveries of votes went in the last ${STATISTICS_DAYS} days. Tests do not count.`,
  {
    delivered: ['Int', 'The number of deliveries that succeeded.'],
    failed: [
      'Int',
      'The number of deliveries whose last attempt failed. One that is resent counts again when it ends.',
    ],
    untilDelivered: [
      orNull(PercentilesRef),
      'From the vote to the 2xx response, retries included. Null when nothing was delivered.',
    ],
    ofAttempt: [
      orNull(PercentilesRef),
      'From the request of an attempt to its response or failure. Null without attempts.',
    ],
  },
);

extend(Bot, {
  webhook: [
    orNull(WebhookRef),
    'The vote webhook. For owners. Co-owners who only read see the host of its URL.',
    async (bot, { services, actor }) => {
      const [webhook, viewer] = [await findWebhook(services, bot.id), await actor()];
      const isFull = viewer.kind === 'user' && (await isManager(services, viewer.userId, bot.id));
      // A path can be a secret, as those of chats are.
      return webhook && !isFull ? { ...webhook, url: new URL(webhook.url).origin } : webhook;
    },
    forReaders,
  ],
  deliveriesHeld: [
    orNull('Boolean'),
    'Whether the operator of the service holds all deliveries: they wait, and none is lost. For owners.',
    (_, { services }) => services.isHeld(),
    forReaders,
  ],
  recentAttempts: [
    orNull([AttemptRef]),
    'The last ten delivery attempts, newest first. For owners.',
    (bot, { services }) => listRecentAttempts(services, bot.id),
    forReaders,
  ],
  deliveryStatistics: [
    orNull(StatisticsRef),
    `How the deliveries of the last ${STATISTICS_DAYS} days went. For owners.`,
    (bot, { services }) => deliveryStatistics(services, bot.id),
    forReaders,
  ],
});

builder.objectFields(Bot, (t) => ({
  deliveries: t.field({
    type: [DeliveryRef],
    nullable: true,
    description: 'The last deliveries, newest first. For owners.',
    args: {
      first: t.arg.int({ defaultValue: 10, description: '1 to 100.' }),
      filter: t.arg({ type: DeliveryFilter, description: 'Only deliveries that fit it.' }),
    },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 10 }),
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: (bot, { first, filter }, { services }) =>
      listDeliveries(services, bot.id, readFirst(first, 10, 100), {
        state: filter?.state ?? undefined,
        userId: filter?.userId ?? undefined,
        from: filter?.from ?? undefined,
        to: filter?.to ?? undefined,
      }),
  }),
  delivery: t.field({
    type: DeliveryRef,
    nullable: true,
    description: 'One delivery. Null when the bot has no such delivery. For owners.',
    args: { id: t.arg.id({ required: true, description: 'The id of the delivery.' }) },
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: async (bot, { id }, { services }) => (await findDelivery(services, bot.id, id)) ?? null,
  }),
}));

const DESCRIPTION = [
  'Sends the listing now, and again after each change of its webhook, its last deliveries and attempts. For owners.',
  'It ends after ten minutes: subscribe again.',
  'It ends with an error when the session has ended or the viewer is no longer on the team of the listing.',
  WATCH_LIMIT,
].join(' ');

builder.subscriptionField('deliveryAttempts', (t) =>
  t.withAuth(byReader).field({
    type: Bot,
    description: DESCRIPTION,
    args: ofBot,
    subscribe: (_, { botId }, context) =>
      watchedEvents(
        () => context.services.deliveryWatch.open(botId, context.viewer.userId),
        () => lookAgain(context, botId),
      ),
    resolve: resolveWatched,
  }),
);

async function lookAgain({ services, identify }: Context, botId: string): Promise<Listing> {
  await requireReader(services, await identify(), botId);
  return presentListing(services, botId);
}

const ifModerator = async (context: Context, link: () => string | undefined) =>
  isModerator(await context.actor()) ? (link() ?? null) : null;

extend(Bot, {
  temporalUrl: [
    orNull('String'),
    "The URL of the bot's deliveries in the Temporal UI. For moderators. Null if the UI is not configured.",
    (bot, context) => ifModerator(context, () => context.services.workflowLinks.ofBot(bot.id)),
  ],
});

extend(DeliveryRef, {
  temporalUrl: [
    orNull('String'),
    'The URL of its workflow in the Temporal UI. For moderators. Null if the UI is not configured.',
    (delivery, context) => ifModerator(context, () => context.services.workflowLinks.ofDelivery(delivery)),
  ],
});
