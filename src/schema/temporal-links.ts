import { isModerator } from '../domain/identity/permissions.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { DeliveryRef } from './delivery.ts';

const ifModerator = async (context: Context, link: () => string | undefined) =>
  isModerator(await context.actor()) ? (link() ?? null) : null;

builder.objectField(Bot, 'temporalUrl', (t) =>
  t.string({
    nullable: true,
    description:
      "The URL of the bot's deliveries in the Temporal UI. For moderators. Null if the UI is not configured.",
    resolve: (bot, _, context) => ifModerator(context, () => context.services.workflowLinks.ofBot(bot.id)),
  }),
);

builder.objectField(DeliveryRef, 'temporalUrl', (t) =>
  t.string({
    nullable: true,
    description:
      'The URL of its workflow in the Temporal UI. For moderators. Null if the UI is not configured.',
    resolve: (delivery, _, context) =>
      ifModerator(context, () => context.services.workflowLinks.ofDelivery(delivery)),
  }),
);
