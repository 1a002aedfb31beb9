import { eq } from 'drizzle-orm';
import { bots, type CommandEntry } from '../../db/tables.ts';
import { isReadable } from '../../terms/command-names.ts';
import { isObject, requireObject } from '../kernel/body.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isLengthWithin } from '../kernel/text.ts';

const MAX_COMMANDS = 100;
/** In Unicode code points. */
const MAX_LENGTHS = { name: 32, description: 100 };

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

/** Refuses the first problem, with its place in the request. */
function readCommands(request: unknown): CommandEntry[] {
  const { commands } = requireObject(request);
  if (commands === undefined) throw new InvalidInputError('argument.required', { argument: 'commands' });
  if (!Array.isArray(commands)) throw new InvalidInputError('commands.notArray');
  if (commands.length > MAX_COMMANDS) throw new InvalidInputError('commands.tooMany', { max: MAX_COMMANDS });
  const byName = new Map<string, CommandEntry>();
  for (const [index, entry] of commands.entries()) {
    const place = `commands[${index}]`;
    if (!isObject(entry)) throw new InvalidInputError('command.notObject', { place });
    if (isContextMenu(entry)) throw new InvalidInputError('command.contextMenu', { place });
    const name = readText(entry.name, `${place}.name`, MAX_LENGTHS.name);
    if (!isReadable(name)) throw new InvalidInputError('command.invisible', { place });
    const description = readText(entry.description, `${place}.description`, MAX_LENGTHS.description);
    if (!byName.has(name)) byName.set(name, { name, description });
  }
  return [...byName.values()];
}

/** The platform's types of commands in the menu of a user (2) or a message (3). They have an empty description. */
const isContextMenu = ({ type, description }: Readonly<Record<string, unknown>>): boolean =>
  (type === 2 || type === 3) && (description === '' || description === undefined || description === null);

function readText(value: unknown, place: string, max: number): string {
  if (value === undefined) throw new InvalidInputError('command.required', { place });
  if (typeof value !== 'string') throw new InvalidInputError('command.notText', { place });
  if (!isLengthWithin(value, 1, max)) throw new InvalidInputError('command.length', { place, min: 1, max });
  if (!value.isWellFormed() || value.includes('\0'))
    throw new InvalidInputError('command.notUnicode', { place });
  return value;
}
