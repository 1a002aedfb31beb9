import type { Command } from 'commander';
import type { Result } from './result.ts';
import type { CommonOptions, Tools } from './tools.ts';

/** The work of one command, with its arguments and options. */
export type Work<Args extends readonly string[], Options> = (
  tools: Tools,
  args: Args,
  options: Options & CommonOptions,
) => Promise<Result>;

/** Makes the action of a command from its work: opens the tools, prints the result. */
export type Act = <Args extends readonly string[], Options>(
  work: Work<Args, Options>,
) => (...passed: unknown[]) => Promise<void>;

/** Adds the option that does without a question. */
export function dangerous(command: Command): Command {
  return command.option('--yes', 'do it without asking');
}
