import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { keepCompiledModules } from '../lib/compile-cache.ts';
import type { Act } from './command.ts';
import { addDeliveries } from './deliveries.ts';
import { addDoctor } from './doctor.ts';
import { explainFailure } from './errors.ts';
import { addKeys } from './keys.ts';
import { WrongUsage } from './result.ts';
import { addRetention } from './retention.ts';
import { addRoles } from './roles.ts';
import { addSessions } from './sessions.ts';
import { addTokens } from './tokens.ts';
import { type CommonOptions, createTools, withParts } from './tools.ts';
import { addUsers } from './users.ts';

const EXIT = `
Exit codes: 0 done, 1 refused or failed, 2 wrong usage or configuration.
The commands use the settings of the service (docs/configuration.md), and may run beside it.`;

/** Runs one command. @returns the exit code */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let exitCode = 0;
  let isJson = false;
  const act: Act =
    (work) =>
    async (...passed) => {
      const command = passed.at(-1) as Command;
      const options = command.optsWithGlobals<CommonOptions>();
      isJson = options.json ?? false;
      const result = await withParts((parts) =>
        work(createTools(env, options, parts), command.args as never, options as never),
      );
      const text = isJson ? JSON.stringify(result.data) : result.lines.join('\n');
      process.stdout.write(`${text}\n`);
      if (result.isProblem) exitCode = 1;
    };
  try {
    await createProgram(act).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // It has printed its message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const sentence = explainFailure(error);
    process.stderr.write(`${sentence}\n`);
    if (isJson) process.stdout.write(`${JSON.stringify({ error: sentence })}\n`);
    return error instanceof WrongUsage || error instanceof ConfigError ? 2 : 1;
  }
}

function createProgram(act: Act): Command {
  const program = new Command('npm run admin --')
    .description('Operates a service: checks it, and changes what its pages cannot change.')
    .option('--json', 'print JSON for programs')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help to see how to use it.')
    .exitOverride()
    .addHelpText('after', EXIT);
  for (const add of [
    addDoctor,
    addRoles,
    addTokens,
    addSessions,
    addDeliveries,
    addKeys,
    addRetention,
    addUsers,
  ]) {
    add(program, act);
  }
  return program;
}

if (import.meta.main) {
  keepCompiledModules(process.env);
  process.exitCode = await run(process.argv.slice(2), process.env);
}
