import type { Command } from 'commander';
import { type Config, ConfigError } from '../config/config.ts';
import { isLoopback } from '../config/http.ts';
import { outdatedReason } from '../db/newest-copy.ts';
import { isHeldNow } from '../domain/delivery/hold-all.ts';
import { within } from '../lib/within.ts';
import type { Act, Tools } from './command.ts';
import {
  checkClock,
  checkConnections,
  checkDatabase,
  checkKey,
  checkMigrations,
  checkReplicas,
  openAsIs,
} from './doctor/database.ts';
import { type Finding, ok, problem, warning } from './doctor/finding.ts';
import {
  checkEgress,
  checkOAuth,
  checkRedis,
  checkTemporal,
  loadRedis,
  loadTemporal,
} from './doctor/servers.ts';
import { counted, explainFailure, type Result } from './result.ts';

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
    .action(act<[], Options>(async (tools, _, { egressUrl }) => report(await examine(tools, egressUrl))));
}

async function examine({ config: read, parts }: Tools, egressUrl: string | undefined): Promise<Finding[]> {
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
  // Tables of earlier versions do not tell.
  const held = database.then((db) => (db ? isHeldNow({ db }) : false)).catch(() => false);
  // A machine may need seconds to load the SDK or to start the embedded database, which says nothing about the servers.
  await Promise.allSettled([opening, loadTemporal(), config.redisUrl && loadRedis()]);
  const found = await Promise.all([
    limited('database', async () => checkDatabase(await opening, config)),
    limited('migrations', async () => checkMigrations(await database)),
    limited('replicas', async () => checkReplicas(await database, config)),
    limited('connections', async () => checkConnections(await database, config)),
    limited('clock', async () => checkClock(await database)),
    limited('key', async () => checkKey(await database, config)),
    limited('temporal', () => checkTemporal(config, database, held)),
    limited('redis', () => checkRedis(config)),
    limited('oauth', () => checkOAuth(config)),
    limited('deliveries', async () => checkHeld(await held)),
    limited('egress', () => checkEgress(config, egressUrl)),
  ]);
  return [...found.flat(), ...checkAddress(config)];
}

/** Runs a check, and waits for it until the limit. */
async function limited(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const failed = (says: string, todo = 'Check the setting, and whether the server can be reached.') => [
    problem(name, says, todo),
  ];
  try {
    return await within(check(), LIMIT_MS, () => failed('There was no response within 5 seconds.'));
  } catch (error) {
    const todo = outdatedReason(error) && '"Two primaries" in docs/operating/database.md has the steps.';
    return failed(explainFailure(error), todo);
  }
}

/** Deliveries are not held. */
function checkHeld(isHeld: boolean): Finding[] {
  if (!isHeld) return [];
  const todo = '"deliveries release" sends what waits. Before, "deliveries cancel --all" cancels it.';
  return [warning('deliveries', 'Deliveries are held: nothing is sent.', todo)];
}

/** People use https, and the service knows the proxies in front of it. */
function checkAddress({
  publicUrl,
  trustedProxies,
  databaseUrl,
}: Pick<Config, 'publicUrl' | 'trustedProxies' | 'databaseUrl'>): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = isLoopback(hostname);
  if (isLocal && databaseUrl !== undefined) {
    const todo = 'Set PUBLIC_URL to the https address that people use.';
    return [warning('public-url', `PUBLIC_URL is ${publicUrl}, which only this machine can open.`, todo)];
  }
  if (isLocal) return [ok('public-url', `The service is for this machine: ${publicUrl}.`)];
  const address =
    protocol === 'https:'
      ? ok('public-url', `PUBLIC_URL is ${publicUrl}.`)
      : problem('public-url', `PUBLIC_URL is ${publicUrl}, without TLS.`, 'Serve the site over https.');
  const proxies =
    trustedProxies.length > 0
      ? ok('proxies', `TRUSTED_PROXIES is ${trustedProxies.join(', ')}.`)
      : warning(
          'proxies',
          'TRUSTED_PROXIES is not set.',
          'Name the network of the proxy: otherwise all visitors behind it share one rate limit.',
        );
  return [address, proxies];
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
