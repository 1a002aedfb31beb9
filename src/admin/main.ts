import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { type Build, readBuild } from '../lib/build.ts';
import { keepCompiledModules } from '../lib/compile-cache.ts';
import { addAccess } from './access.ts';
import { type Act, actIn, type CommonOptions } from './command.ts';
import { addDatabase } from './database.ts';
import { addDeliveries } from './deliveries.ts';
import { addDoctor } from './doctor.ts';
import { addKeys } from './keys.ts';
import { addProbe } from './probe.ts';
import { explainFailure, WrongUsage } from './result.ts';
import { addStored } from './stored.ts';

const EXIT = `
Exit codes: 0 done, 1 refused or failed, 2 wrong usage or configuration.
The commands use the settings of the service (docs/configuration.md), and may run beside it.`;

function createProgram(act: Act, { version, revision }: Build): Command {
  const program = new Command('npm run admin --')
    .description('Operates a service: checks it, and changes what its pages cannot change.')
    .version(`bot-listing ${version}, commit ${revision}`, '--version', 'print the version')
    .option('--json', 'print JSON for programs')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help to see how to use it.')
    .exitOverride()
    .addHelpText('after', EXIT);
  for (const add of [addDoctor, addAccess, addDatabase, addDeliveries, addKeys, addProbe, addStored])
    add(program, act);
  return program;
}

/** Explains why a command failed, and sets the exit code. */
function fail(error: unknown, { json }: CommonOptions): void {
  // It has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  const sentence = explainFailure(error);
  process.stderr.write(`${sentence}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: sentence })}\n`);
  process.exitCode = error instanceof WrongUsage || error instanceof ConfigError ? 2 : 1;
}

if (import.meta.main) {
  keepCompiledModules(process.env);
  const program = createProgram(actIn(process.env), readBuild(process.env.BUILD_REVISION || undefined));
  await program.parseAsync().catch((error: unknown) => fail(error, program.opts()));
}
