import type { Command } from 'commander';
import { type Config, ConfigError } from '../config/config.ts';
import { within } from '../lib/within.ts';
import type { Act } from './command.ts';
import { checkAddress } from './doctor/address.ts';
import { checkClock, checkConnections, checkDatabase, checkMigrations, openAsIs } from './doctor/database.ts';
import { type Finding, problem } from './doctor/finding.ts';
import { checkHeld } from './doctor/held.ts';
import { checkKey } from './doctor/key.ts';
import { checkEgress, checkOAuth } from './doctor/outbound.ts';
import { checkRedis, loadRedis } from './doctor/redis.ts';
import { checkTemporal, loadTemporal } from './doctor/temporal.ts';
import { explainFailure } from './errors.ts';
import { counted, type Result } from './result.ts';
import { type Tools, withParts } from './tools.ts';

/** No check takes longer. All run at the same time. */
const LIMIT_MS = 5000;

interface Options {
  readonly egressUrl?: string;
}

/** `doctor`: looks for mistakes in the set-up. */
export function addDoctor(program: Command, act: Act): void {
  program
    .command('doctor')
    .description('check the settings and everything that the service needs; changes nothing')
    .option('--egress-url <url>', 'also send a GET request to this public URL')
    .action(
      act<[], Options>(async (tools, _, { egressUrl }) => {
        return report(await withParts((parts) => examine(tools, egressUrl, parts)));
      }),
    );
}

async function examine(
  { config: read }: Tools,
  egressUrl: string | undefined,
  parts: AsyncDisposableStack,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((says) =>
      problem('settings', says.replace(/\.?$/, '.'), 'Correct the setting.'),
    );
  }
  const opening = openAsIs(config, parts);
  // Only the check of the database tells why it cannot be used.
  const database = opening
    .then(async (db) => {
      if (db) await db.sql`select 1`;
      return db;
    })
    .catch(() => undefined);
  // A machine may need seconds to load the SDK or to start the embedded database, which says nothing about the servers.
  await Promise.allSettled([opening, loadTemporal(), config.redisUrl && loadRedis()]);
  const found = await Promise.all([
    limited('database', async () => checkDatabase(await opening, config)),
    limited('migrations', async () => checkMigrations(await database)),
    limited('connections', async () => checkConnections(await database, config)),
    limited('clock', async () => checkClock(await database)),
    limited('key', async () => checkKey(await database, config)),
    limited('temporal', () => checkTemporal(config)),
    limited('redis', () => checkRedis(config)),
    limited('oauth', () => checkOAuth(config)),
    limited('egress', () => checkEgress(config, egressUrl)),
  ]);
  return [...found.flat(), ...checkHeld(config), ...checkAddress(config)];
}

/** Runs a check, and waits for it until the limit. */
async function limited(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const failed = (says: string) => [problem(name, says, 'Check whether it can be reached.')];
  try {
    return await within(check(), LIMIT_MS, () => failed('There was no response within 5 seconds.'));
  } catch (error) {
    return failed(explainFailure(error));
  }
}

function report(findings: readonly Finding[]): Result {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, level, says, todo }) => [
    `${level.padEnd(7)}  ${check.padEnd(width)}  ${says}`,
    ...(todo === undefined ? [] : [`${''.padEnd(9 + width)}  -> ${todo}`]),
  ]);
  lines.push(
    `${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${counted(count('problem'), 'problem')}.`,
  );
  return { lines, data: { findings }, isProblem: count('problem') > 0 };
}
