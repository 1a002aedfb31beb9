import { findDelivery, listDeliveries, listRecentAttempts } from '../domain/delivery/read.ts';
import {
  type DeliveryStatistics,
  deliveryStatistics,
  type Percentiles,
  STATISTICS_DAYS,
} from '../domain/delivery/statistics.ts';
import { findWebhook } from '../domain/delivery/webhook.ts';
import { isId } from '../domain/kernel/new-id.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import { AttemptRef, DeliveryRef, DeliveryStateRef } from './delivery.ts';
import { readFirst } from './page.ts';
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

const PercentilesRef = builder.objectRef<Percentiles>('DurationPercentiles').implement({
  description: 'Durations in milliseconds, at most 9 % off.',
  fields: (t) => ({
    p50: t.exposeInt('p50', { description: 'Half of all took at most this long.' }),
    p99: t.exposeInt('p99', { description: '99 of 100 took at most this long.' }),
  }),
});

const StatisticsRef = builder.objectRef<DeliveryStatistics>('DeliveryStatistics').implement({
  description: `How the deliveries of votes went in the last ${STATISTICS_DAYS} days. Tests do not count.`,
  fields: (t) => ({
    delivered: t.exposeInt('delivered', { description: 'The number of deliveries that succeeded.' }),
    failed: t.exposeInt('failed', {
      description:
        'The number of deliveries that failed five times. One that is resent counts again when it ends.',
    }),
    untilDelivered: t.expose('untilDelivered', {
      type: PercentilesRef,
      nullable: true,
      description: 'From the vote to the 2xx response, retries included. Null when nothing was delivered.',
    }),
    ofAttempt: t.expose('ofAttempt', {
      type: PercentilesRef,
      nullable: true,
      description: 'From the request of an attempt to its response or failure. Null without attempts.',
    }),
  }),
});

builder.objectFields(Bot, (t) => ({
  webhook: t.field({
    type: WebhookRef,
    nullable: true,
    description: 'The vote webhook. For owners.',
    authScopes: (bot) => ({ managerOf: bot.id }),
    resolve: (bot, _, { services }) => findWebhook(services, bot.id),
  }),
  deliveries: t.field({
    type: [DeliveryRef],
    nullable: true,
    description: 'The last deliveries, newest first. For owners.',
    args: {
      first: t.arg.int({ defaultValue: 10, description: '1 to 100.' }),
      filter: t.arg({ type: DeliveryFilter, description: 'Only deliveries that fit it.' }),
    },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 10 }),
    authScopes: (bot) => ({ managerOf: bot.id }),
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
    authScopes: (bot) => ({ managerOf: bot.id }),
    resolve: async (bot, { id }, { services }) =>
      isId(id) ? ((await findDelivery(services, bot.id, id)) ?? null) : null,
  }),
  deliveriesHeld: t.boolean({
    nullable: true,
    description:
      'Whether the operator of the service holds all deliveries: they wait, and none is lost. For owners.',
    authScopes: (bot) => ({ managerOf: bot.id }),
    resolve: (_, __, { services }) => services.holdsDeliveries,
  }),
  recentAttempts: t.field({
    type: [AttemptRef],
    nullable: true,
    description: 'The last ten delivery attempts, newest first. For owners.',
    authScopes: (bot) => ({ managerOf: bot.id }),
    resolve: (bot, _, { services }) => listRecentAttempts(services, bot.id),
  }),
  deliveryStatistics: t.field({
    type: StatisticsRef,
    nullable: true,
    description: `How the deliveries of the last ${STATISTICS_DAYS} days went. For owners.`,
    authScopes: (bot) => ({ managerOf: bot.id }),
    resolve: (bot, _, { services }) => deliveryStatistics(services, bot.id),
  }),
}));
