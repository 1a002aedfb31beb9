import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type Config, readConfig } from '../config/config.ts';
import { keepClock, machineClocks } from '../db/clock.ts';
import type { WithDispatcher } from '../domain/delivery/claim.ts';
import type { WithAdmins } from '../domain/identity/grant-role.ts';
import type { WithClock, WithDatabase, WithRandom } from '../domain/kernel/needs.ts';
import { openMigratedDatabase } from '../parts/database.ts';
import { createLog } from '../telemetry/log.ts';
import { Refusal } from './result.ts';

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
   */
  open(options?: { readonly isPatient?: boolean }): Promise<AdminServices>;
  /**
   * Asks the operator on a terminal, unless `--yes` was given.
   *
   * @param plan one sentence that says what will happen
   * @throws {Refusal} without consent
   */
  confirm(plan: string): Promise<void>;
}

/** The options that every command has, or may have. */
export type CommonOptions = {
  readonly json?: boolean;
  readonly yes?: boolean;
};

/**
 * @param env the environment of the program
 * @param parts closes what the command opened
 */
export function createTools(
  env: NodeJS.ProcessEnv,
  options: CommonOptions,
  parts: AsyncDisposableStack,
): Tools {
  const config = () => readConfig(env);
  return {
    config,
    async open(how = {}) {
      const known = config();
      const db = await openMigratedDatabase(known, createLog('warn', 2), parts, how);
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
      if (options.yes) return;
      const mayAsk = process.stdin.isTTY && !options.json;
      if (!mayAsk) throw new Refusal(`${plan} Nothing was done: add --yes to do it.`);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await terminal.question(`${plan}\nContinue? [y/N] `);
      terminal.close();
      if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('Nothing was done.');
    },
  };
}

/** Does work with parts that are closed at its end. */
export async function withParts<Made>(work: (parts: AsyncDisposableStack) => Promise<Made>): Promise<Made> {
  const parts = new AsyncDisposableStack();
  try {
    return await work(parts);
  } finally {
    await parts.disposeAsync();
  }
}
