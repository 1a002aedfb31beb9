interface PlainCommand {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type?: number | undefined;
}

/**
 * A command: `name` and `description`, or an object whose `toJSON` gives them. discord.js' `ApplicationCommand` and
 * `SlashCommandBuilder` are such objects. Other members are ignored.
 */
export type CommandSource =
  | PlainCommand
  // Otherwise TypeScript refuses other members in commands that are written down in the call.
  | (PlainCommand & Readonly<Record<string, unknown>>)
  | { toJSON(): unknown };

/** An array, a set, or a map of commands such as discord.js' `Collection`. */
export interface CommandList {
  values(): Iterable<CommandSource>;
}

/** The type of commands with a description; those of context menus are 2 and 3. */
const CHAT_INPUT = 1;

/** Reads what the service shows. Commands of context menus have no description, so they are left out. */
export function readCommands(commands: CommandList): { name: unknown; description: unknown }[] {
  const read = [];
  for (const source of commands.values()) {
    const { toJSON } = source as { toJSON?: () => unknown };
    const json = toJSON ? toJSON.call(source) : source;
    const { name, description, type = CHAT_INPUT } = json as Record<string, unknown>;
    if (description || type === CHAT_INPUT) read.push({ name, description });
  }
  return read;
}
