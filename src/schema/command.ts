import type { CommandEntry } from '../db/tables.ts';
import { replaceCommands } from '../domain/listing/commands.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import { callerErrors } from './errors.ts';
import { record } from './record.ts';

export const Command = record<CommandEntry>('Command')(
  "A command of a bot, in the format of the chat platform's command objects.",
  {
    name: '1 to 32 characters. Unique within the list.',
    description: '1 to 100 characters.',
  },
);

const ReplaceCommandsPayload = record<{ count: number }>('ReplaceCommandsPayload')(
  'The commands are replaced.',
  {
    count: ['Int', 'The number of stored commands. Duplicates are not counted.'],
  },
);

builder.mutationField('replaceCommands', (t) =>
  t.withAuth({ tokenHolder: true }).field({
    type: ReplaceCommandsPayload,
    description: 'Replaces all commands of the bot that the token belongs to. 10 per minute per token.',
    args: {
      ...ofBot,
      list: t.arg({
        type: 'JSON',
        max: SIZES.body,
        description:
          '`{ "commands": [{ "name", "description" }] }` with at most 100 items. An empty list removes all commands.',
      }),
    },
    errors: callerErrors,
    resolve: async (_, { botId, list }, context, info) =>
      replaceCommands(
        context.services,
        await asBot(context, info, BUDGETS.commands, context.viewer, botId),
        list,
      ),
  }),
);
