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
      "The bot's deliveries in the Temporal UI, for moderators; null for others, and while it is not known where the UI is.",
    resolve: (bot, _, context) => ifModerator(context, () => context.services.workflowLinks.ofBot(bot.id)),
  }),
);

builder.objectField(DeliveryRef, 'temporalUrl', (t) =>
  t.string({
    nullable: true,
    description:
      'Its workflow in the Temporal UI, for moderators; null for others, and while it is not known where the UI is.',
    resolve: (delivery, _, context) =>
      ifModerator(context, () => context.services.workflowLinks.ofDelivery(delivery)),
  }),
);
