import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { seed } from '../../src/seed/seed.ts';
import { newUserId } from '../kit/ids.ts';
import { findPostgres, type OwnPostgres, startPostgres } from '../kit/postgres.ts';
import { first } from '../kit/present.ts';
import { type ServiceProcess, startProcess } from '../kit/process.ts';
import { postOperation } from '../kit/service.ts';
import { found, servicesOn, until } from '../kit/service-parts.ts';
import type { OwnNetwork } from './own-network.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

/** A web process, with its port for operators. */
export interface Web {
  readonly process: ServiceProcess;
  readonly metricsUrl: string;
}

/** A primary, a standby that follows it, and what processes on them need. */
export interface Failover {
  readonly primary: OwnPostgres;
  readonly standby: OwnPostgres;
  /** An operator's connection to the standby. */
  readonly operator: Database;
  /** The variables of a service, but for `DATABASE_URL` and ports. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param inside a command that runs it, such as one that enters a network namespace */
  startWeb(
    databaseUrl: string,
    variables?: Readonly<Record<string, string>>,
    inside?: readonly string[],
  ): Promise<Web>;
  /** Casts a vote of another user. @returns whether it is acknowledged */
  vote(web: Web): Promise<boolean>;
}

/**
 * The address of several servers, of which the primary is wanted.
 *
 * @param machine the address of this machine, as who connects sees it
 */
export function addressOf(servers: readonly OwnPostgres[], machine = '127.0.0.1'): string {
  const hosts = servers.map(({ url }) => `${machine}:${new URL(url).port}`);
  return `postgres://postgres@${hosts}/postgres?target_session_attrs=primary`;
}

/**
 * @param voters how many votes a test may cast
 * @param network from where the servers can be reached, too
 */
export async function startFailover(
  opened: AsyncDisposableStack,
  voters: number,
  network?: OwnNetwork,
): Promise<Failover> {
  const program = found(await findPostgres(process.env.PATH ?? ''), 'PostgreSQL (install its server)');
  const settings = {
    max_connections: '100',
    ...(network && { listen_addresses: `127.0.0.1,${network.machine}` }),
  };
  const primary = await startPostgres(program, opened, { settings });
  const before = openDatabase({ url: primary.url }, 2);
  await until('PostgreSQL', () => migrateDatabase(before));
  if (network) {
    // The standby gets a copy.
    const rules = join(primary.folder, 'cluster', 'pg_hba.conf');
    await appendFile(rules, `host all all ${network.address}/32 trust\n`);
    await before.sql`select pg_reload_conf()`;
  }
  const key = randomBytes(32);
  const services = servicesOn(before, key);
  const botId = first((await seed(services, { bots: 2, users: 2, votes: 0 })).bots).id;
  const cookies: string[] = [];
  for (let user = 0; user < voters; user += 1) {
    cookies.push(`session=${await startSession(services, { id: newUserId(), name: 'Voter' })}`);
  }
  await before.close();
  const standby = await startPostgres(program, opened, { settings, standbyOf: primary.url });
  const operator = openDatabase({ url: standby.url }, 1);
  opened.defer(() => operator.close());
  await until('the standby', () => operator.sql`select 1`);
  const environment = {
    DATABASE_POOL_SIZE: '8',
    ENCRYPTION_KEY: key.toString('base64'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    TEMPORAL_ADDRESS: `127.0.0.1:${await freePort(0)}`,
    VOTES_PER_ADDRESS_PER_DAY: '0',
  };
  return {
    primary,
    standby,
    operator,
    environment,
    async startWeb(databaseUrl, variables = {}, inside = []) {
      const metricsPort = await freePort(0);
      const own = { METRICS_PORT: String(metricsPort), PORT: String(await freePort(0)) };
      const service = await startProcess(
        { ...environment, DATABASE_URL: databaseUrl, ...own, ...variables },
        ['web'],
        inside,
      );
      opened.defer(() => void service.signal('SIGKILL'));
      const host = variables.METRICS_HOST ?? '127.0.0.1';
      return { process: service, metricsUrl: `http://${host}:${metricsPort}` };
    },
    async vote(web) {
      const cookie = cookies.pop();
      if (cookie === undefined) throw new Error('The test has more votes than voters.');
      const response = await postOperation(
        web.process.url,
        { query: CAST, variables: { id: botId } },
        { cookie },
      );
      return (await response.text()).includes('CastVotePayload');
    },
  };
}

export const statusOf = async (url: string) => (await fetch(url)).status;

/** @returns the value of a metric without labels */
export async function metricOf({ metricsUrl }: Web, name: string): Promise<string | undefined> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1];
}
