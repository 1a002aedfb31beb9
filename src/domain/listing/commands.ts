import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bots, type CommandEntry } from '../../db/tables.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isLengthWithin } from '../kernel/text-length.ts';

const MAX_COMMANDS = 100;

const text = (max: number) =>
  z
    .string({
      error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string'),
    })
    .refine((value) => isLengthWithin(value, 1, max), { error: `must be 1 to ${max} characters long` })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'must be valid Unicode text without NUL',
    });

const command = z.object(
  { name: text(32), description: text(100) },
  { error: 'must be an object with name and description' },
);

const body = z.object(
  {
    commands: z
      .array(z.unknown(), {
        error: (issue) =>
          issue.input === undefined ? 'commands is required.' : 'commands must be an array.',
      })
      .max(MAX_COMMANDS, { error: `commands must have at most ${MAX_COMMANDS} items.` }),
  },
  { error: 'Invalid JSON body.' },
);

/**
 * Replaces all commands of a bot (`PUT /commands`, section 4 of the contract). Of commands with the same name the
 * first one is kept.
 *
 * @param request the request body: `{ commands: [{ name, description }] }`; other members are ignored
 * @returns the number of stored commands
 * @throws {InvalidInputError} for an invalid body; the message names the first problem
 * @throws {NotFoundError} when the listing no longer exists
 */
export async function replaceCommands(
  services: WithDatabase,
  botId: string,
  request: unknown,
): Promise<{ count: number }> {
  const commands = readCommands(request);
  const updated = await services.db.orm
    .update(bots)
    .set({ commands })
    .where(eq(bots.id, botId))
    .returning({ id: bots.id });
  if (updated.length === 0) throw new NotFoundError();
  return { count: commands.length };
}

function readCommands(request: unknown): CommandEntry[] {
  const list = body.safeParse(request);
  if (!list.success) throw new InvalidInputError(list.error.issues[0]?.message);
  const byName = new Map<string, CommandEntry>();
  for (const [index, entry] of list.data.commands.entries()) {
    const parsed = command.safeParse(entry);
    if (!parsed.success) {
      const [problem] = parsed.error.issues;
      const place = [`commands[${index}]`, ...(problem?.path ?? [])].join('.');
      throw new InvalidInputError(`${place} ${problem?.message}.`);
    }
    if (!byName.has(parsed.data.name)) byName.set(parsed.data.name, parsed.data);
  }
  return [...byName.values()];
}
