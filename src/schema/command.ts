import type { CommandEntry } from '../db/tables.ts';
import { replaceCommands } from '../domain/listing/commands.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { builder, ofBot } from './builder.ts';
import { tokenErrors } from './errors.ts';

export const Command = builder.objectRef<CommandEntry>('Command').implement({
  description: "A command that a bot offers, in the shape of the chat platform's own command objects.",
  fields: (t) => ({
    name: t.exposeString('name', { description: '1 to 32 characters, unique within the list.' }),
    description: t.exposeString('description', { description: '1 to 100 characters.' }),
  }),
});

const ReplaceCommandsPayload = builder.objectRef<{ count: number }>('ReplaceCommandsPayload').implement({
  description: 'The list of commands was replaced.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many commands remained after duplicates were dropped.' }),
  }),
});

builder.mutationField('replaceCommands', (t) =>
  t.withAuth({ tokenHolder: true }).field({
    type: ReplaceCommandsPayload,
    description:
      'Replaces the whole list of commands of the bot that the token belongs to. 10 a minute per token.',
    args: {
      ...ofBot,
      list: t.arg({
        type: 'JSON',
        description:
          '`{ "commands": [{ "name", "description" }] }` with at most 100 items; an empty list clears.',
      }),
    },
    errors: tokenErrors,
    resolve: async (_, { botId, list }, context, info) =>
      replaceCommands(context.services, await asBot(context, info, BUDGETS.commands, botId), list),
  }),
);
