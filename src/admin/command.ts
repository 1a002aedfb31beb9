import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import { keepClock, machineClocks } from '../db/clock.ts';
import { compareMigrations } from '../db/migrate.ts';
import type { WithDispatcher } from '../domain/delivery/claim.ts';
import type { WithAdmins } from '../domain/identity/grant-role.ts';
import type { WithClock, WithDatabase, WithRandom } from '../domain/kernel/needs.ts';
import { createLog } from '../lib/log.ts';
import { openMigratedDatabase } from '../parts/database.ts';
import { openAsIs } from './doctor/database.ts';
import { NotDone, type Result } from './result.ts';

/** What the domain needs of a command. */
export type AdminServices = WithDatabase & WithClock & WithRandom & WithAdmins & WithDispatcher;

/** What a command works with. */
export interface Tools {
  /** @throws {ConfigError} when the environment cannot be used */
  config(): Config;
  /**
   * Opens the database as the service does. The service may be running.
   *
   * @param options.isPatient statements may take any time
   * @param options.isAsIs migrates nothing, and statements get 2 seconds, as those of requests
   * @throws {NotDone} when `isAsIs` finds older tables than those of this version
   */
  open(options?: { readonly isPatient?: boolean; readonly isAsIs?: boolean }): Promise<AdminServices>;
  /**
   * Asks the operator on a terminal, unless `--yes` was given.
   *
   * @param plan one sentence that says what will happen
   * @throws {NotDone} without consent
   */
  confirm(plan: string): Promise<void>;
  /** Closes what the command has opened, at its end. */
  readonly parts: AsyncDisposableStack;
}

/** The options that every command has, or may have. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** Makes the action of a command from its work, with the arguments and options: gives it the tools, prints the result. */
export type Act = ReturnType<typeof actIn>;

/** @param env the environment of the program */
export function actIn(env: NodeJS.ProcessEnv) {
  return <Args extends readonly string[], Options>(
    work: (tools: Tools, args: Args, options: Options) => Promise<Result>,
  ) =>
    async (...passed: unknown[]): Promise<void> => {
      const command = passed.at(-1) as Command;
      const options: CommonOptions = command.optsWithGlobals();
      const parts = new AsyncDisposableStack();
      const { lines, data, isProblem } = await work(
        createTools(env, options, parts),
        command.args as readonly string[] as Args,
        options as Options,
      ).finally(() => parts.disposeAsync());
      process.stdout.write(`${options.json ? JSON.stringify(data) : lines.join('\n')}\n`);
      if (isProblem) process.exitCode = 1;
    };
}

/** Adds the option that does without a question. */
export function dangerous(command: Command): Command {
  return command.option('--yes', 'do it without asking');
}

function createTools(
  env: NodeJS.ProcessEnv,
  { json, yes }: CommonOptions,
  parts: AsyncDisposableStack,
): Tools {
  const config = () => readConfig(env);
  return {
    config,
    parts,
    async open(how = {}) {
      const known = config();
      const db = how.isAsIs
        ? await openCurrent(known, parts)
        : await openMigratedDatabase(known, createLog('warn', 2), parts, how);
      // The check "clock" of the doctor reports a wall clock that is wrong.
      const clock = await keepClock(db, machineClocks);
      parts.defer(() => clock.close());
      return {
        db,
        now: clock.now,
        randomBytes,
        admins: new Set(known.adminUserIds),
        // The dispatchers of running workers look into the outbox several times a second.
        wakeDispatcher: () => {},
      };
    },
    async confirm(plan) {
      if (yes) return;
      if (!process.stdin.isTTY || json) throw new NotDone(`${plan} Nothing was done: add --yes to do it.`);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await terminal.question(`${plan}\nContinue? [y/N] `);
      terminal.close();
      if (!/^y(es)?$/i.test(answer.trim())) throw new NotDone('Nothing was done.');
    },
  };
}

/** Newer tables than those of this version will do: versions run side by side during an upgrade. */
async function openCurrent(config: Config, parts: AsyncDisposableStack): Promise<Database> {
  const db = await openAsIs(config, parts);
  if (db && (await compareMigrations(db)).missing === 0) return db;
  throw new NotDone('The database lacks migrations of this version. Use the version of the running service.');
}
