import { setFavouriteReminders, setReminder } from '../domain/vote/reminders.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { ofBot } from './builder.ts';
import { relationOf } from './member.ts';
import { extend, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { Viewer } from './user.ts';

extend(Bot, {
  viewerWantsReminder: [
    'Boolean',
    'Whether the signed-in user is told when they can vote for this bot again. What they want of all that they ' +
      'follow is `Viewer.remindsFavourites`. False when nobody is signed in.',
    async (bot, context) => {
      const relation = await relationOf(context, bot);
      return relation?.wantsReminder ?? false;
    },
  ],
});

extend(Viewer, {
  remindsFavourites: [
    'Boolean',
    'Whether the viewer is told when they can vote again for any of the bots that they follow.',
  ],
});

const isWantedArg = {
  description: 'Whether the viewer wants to be told from now on.',
  required: true,
} as const;

byUsers('setReminder', {
  type: record<{ botId: string; isWanted: boolean }>('ReminderPayload')('A reminder is switched on or off.', {
    botId: ['ID', "The bot's application id."],
    isWanted: ['Boolean', 'Whether it is wanted now.'],
  }),
  description:
    'Sets whether the viewer is told when they can vote for an approved bot again, 12 hours after a vote.',
  args: (t) => ({ ...ofBot, isWanted: t.boolean(isWantedArg) }),
  budget: USER_BUDGETS.reminder,
  act: async ({ botId, isWanted }, { services, viewer }) => {
    await setReminder(services, viewer.userId, botId, isWanted);
    return { botId, isWanted };
  },
});

byUsers('setFavouriteReminders', {
  type: Viewer,
  description:
    'Sets whether the viewer is told when they can vote again for any of the bots that they follow.',
  args: (t) => ({ isWanted: t.boolean(isWantedArg) }),
  budget: USER_BUDGETS.reminder,
  act: async ({ isWanted }, { services, viewer, forgetActor }) => {
    await setFavouriteReminders(services, viewer.userId, isWanted);
    // What was read of the viewer before is out of date.
    forgetActor();
    return { ...viewer, remindsFavourites: isWanted };
  },
});
