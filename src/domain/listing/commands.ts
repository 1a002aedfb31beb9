import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bots, type CommandEntry } from '../../db/tables.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { Reason } from '../kernel/refusal.ts';
import { isLengthWithin } from '../kernel/text-length.ts';
import { createZodRefusals } from './zod-refusals.ts';

const MAX_COMMANDS = 100;

const MAX_LENGTHS = { name: 32, description: 100 } as const;

/** Messages are reasons, because their sentences need the place of the command in the list. */
type Problem = Extract<Reason, `command.${string}`>;
const says = (problem: Problem): Problem => problem;

const text = (max: number) =>
  z
    .string({
      error: (issue) => says(issue.input === undefined ? 'command.required' : 'command.notText'),
    })
    .refine((value) => isLengthWithin(value, 1, max), { error: says('command.length') })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), { error: says('command.notUnicode') });

const command = z.object(
  { name: text(MAX_LENGTHS.name), description: text(MAX_LENGTHS.description) },
  { error: says('command.notObject') },
);

const list = createZodRefusals();
const required = list.says('argument.required', { argument: 'commands' });
const notArray = list.says('commands.notArray');

const body = z.object(
  {
    commands: z
      .array(z.unknown(), {
        error: (issue) => (issue.input === undefined ? required : notArray),
      })
      .max(MAX_COMMANDS, { error: list.says('commands.tooMany', { max: MAX_COMMANDS }) }),
  },
  { error: list.says('body.notJson') },
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
  const read = body.safeParse(request);
  if (!read.success) throw new InvalidInputError(...list.because(read.error.issues[0]?.message));
  const byName = new Map<string, CommandEntry>();
  for (const [index, entry] of read.data.commands.entries()) {
    const parsed = command.safeParse(entry);
    if (!parsed.success) {
      const [problem] = parsed.error.issues;
      const place = [`commands[${index}]`, ...(problem?.path ?? [])].join('.');
      throw refuse(problem?.message as Problem, place, problem?.path[0] === 'name' ? 'name' : 'description');
    }
    if (!byName.has(parsed.data.name)) byName.set(parsed.data.name, parsed.data);
  }
  return [...byName.values()];
}

function refuse(problem: Problem, place: string, field: keyof typeof MAX_LENGTHS): InvalidInputError {
  return problem === 'command.length'
    ? new InvalidInputError(problem, { place, min: 1, max: MAX_LENGTHS[field] })
    : new InvalidInputError(problem, { place });
}
