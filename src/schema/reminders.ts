import { remindsFavourites, setFavouriteReminders, setReminder } from '../domain/vote/reminders.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import { callerErrors } from './errors.ts';
import { followOf } from './member.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

builder.objectField(Bot, 'viewerWantsReminder', (t) =>
  t.boolean({
    description:
      'Whether the signed-in user is told when they can vote for this bot again. What they want of all that they ' +
      'follow is `Viewer.remindsFavourites`. False when nobody is signed in.',
    resolve: async (bot, _, context) => {
      const follow = await followOf(context, bot);
      return follow?.wantsReminder ?? false;
    },
  }),
);

builder.objectField(Viewer, 'remindsFavourites', (t) =>
  t.boolean({
    description: 'Whether the viewer is told when they can vote again for any of the bots that they follow.',
    resolve: ({ userId }, _, { services }) => remindsFavourites(services, userId),
  }),
);

const ReminderPayload = builder.objectRef<{ botId: string; isWanted: boolean }>('ReminderPayload').implement({
  description: 'A reminder is switched on or off.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    isWanted: t.exposeBoolean('isWanted', { description: 'Whether it is wanted now.' }),
  }),
});

const isWantedArg = {
  description: 'Whether the viewer wants to be told from now on.',
  required: true,
} as const;

builder.mutationField('setReminder', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ReminderPayload,
    description:
      'Sets whether the viewer is told when they can vote for an approved bot again, 12 hours after a vote.',
    args: { ...ofBot, isWanted: t.arg.boolean(isWantedArg) },
    errors: callerErrors,
    resolve: async (_, { botId, isWanted }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.reminder);
      await setReminder(context.services, context.viewer.userId, botId, isWanted);
      return { botId, isWanted };
    },
  }),
);

builder.mutationField('setFavouriteReminders', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Viewer,
    description:
      'Sets whether the viewer is told when they can vote again for any of the bots that they follow.',
    args: { isWanted: t.arg.boolean(isWantedArg) },
    errors: callerErrors,
    resolve: async (_, { isWanted }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.reminder);
      await setFavouriteReminders(context.services, context.viewer.userId, isWanted);
      return context.viewer;
    },
  }),
);
