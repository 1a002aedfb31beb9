import { setFavouriteReminders, setReminder } from '../domain/vote/reminders.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import { callerErrors } from './errors.ts';
import { relationOf } from './member.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

builder.objectField(Bot, 'viewerWantsReminder', (t) =>
  t.boolean({
    description:
      'Whether the signed-in user is told when they can vote for this bot again. What they want of all that they ' +
      'follow is `Viewer.remindsFavourites`. False when nobody is signed in.',
    resolve: async (bot, _, context) => {
      const relation = await relationOf(context, bot);
      return relation?.wantsReminder ?? false;
    },
  }),
);

builder.objectField(Viewer, 'remindsFavourites', (t) =>
  t.exposeBoolean('remindsFavourites', {
    description: 'Whether the viewer is told when they can vote again for any of the bots that they follow.',
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
      // What was read of the viewer before is out of date.
      context.forgetActor();
      return { ...context.viewer, remindsFavourites: isWanted };
    },
  }),
);
