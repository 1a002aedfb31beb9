import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { seed } from '../../src/seed/seed.ts';
import { newUserId } from '../kit/ids.ts';
import { findPostgres, startPostgres } from '../kit/postgres.ts';
import { first } from '../kit/present.ts';
import { type ServiceProcess, startProcess } from '../kit/process.ts';
import { found, servicesOn, until } from '../kit/service-parts.ts';
import { freeze } from './database-faults.ts';
import { type OwnNetwork, openNetwork } from './own-network.ts';

/** When an operator, or a program of theirs, promotes the standby. */
const PROMOTED_AFTER_MS = 5000;
/** How long a process may need after that, on a busy machine. */
const SERVES_AGAIN_MS = 10_000;
/** Less than a process needs to end in order, and than one press of Ctrl-C may take under npm. */
const SECOND_SIGNAL_MS = 100;
const VOTERS = 800;
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

interface Web {
  readonly process: ServiceProcess;
  readonly metricsUrl: string;
}

/** Where web processes run: what of PostgreSQL's servers they see, and what becomes of the first one. */
interface Place {
  readonly what: string;
  /** This machine, as they see it. */
  readonly machine: string;
  /** They, as this machine sees them. */
  readonly host: string;
  readonly inside: readonly string[];
  /** The primary goes silent for them. */
  readonly silence: () => void;
}

async function startWeb(
  { machine, host, inside }: Place,
  ports: readonly string[],
  key: Buffer,
): Promise<Web> {
  const metricsPort = String(await freePort(0));
  const hosts = ports.map((port) => `${machine}:${port}`).join();
  const process = await startProcess(
    {
      DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=primary`,
      DATABASE_POOL_SIZE: '8',
      ENCRYPTION_KEY: key.toString('base64'),
      HOST: host,
      LOG_LEVEL: 'warn',
      METRICS_HOST: host,
      METRICS_PORT: metricsPort,
      PORT: String(await freePort(0)),
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort(0)}`,
      VOTES_PER_ADDRESS_PER_DAY: '0',
    },
    ['web'],
    inside,
  );
  opened.defer(() => void process.signal('SIGKILL'));
  return { process, metricsUrl: `http://${host}:${metricsPort}` };
}

const statusOf = async (url: string) => (await fetch(url)).status;
const databaseUp = async ({ metricsUrl }: Web) =>
  /^database_up (\d)$/m.exec(await (await fetch(`${metricsUrl}/metrics`)).text())?.[1];

/** A primary with a bot and sessions of voters, and its standby. Both may be reached from this machine and the network. */
async function startServers(network: OwnNetwork) {
  const program = found(await findPostgres(process.env.PATH ?? ''), 'PostgreSQL (install its server)');
  const settings = { max_connections: '100', listen_addresses: `127.0.0.1,${network.machine}` };
  const primary = await startPostgres(program, opened, { settings });
  const before = openDatabase({ url: primary.url }, 2);
  await until('PostgreSQL', () => migrateDatabase(before));
  // The standby gets a copy.
  await appendFile(
    join(primary.folder, 'cluster', 'pg_hba.conf'),
    `host all all ${network.address}/32 trust\n`,
  );
  await before.sql`select pg_reload_conf()`;
  const key = randomBytes(32);
  const services = servicesOn(before, key);
  const botId = first((await seed(services, { bots: 2, users: 2, votes: 0 })).bots).id;
  const cookies: string[] = [];
  for (let user = 0; user < VOTERS; user += 1) {
    cookies.push(`session=${await startSession(services, { id: newUserId(), name: 'Voter' })}`);
  }
  await before.close();
  const standby = await startPostgres(program, opened, { settings, standbyOf: primary.url });
  const operator = openDatabase({ url: standby.url }, 1);
  opened.defer(() => operator.close());
  await until('the standby', () => operator.sql`select 1`);
  const ports = [primary, standby].map(({ url }) => new URL(url).port);
  return { primary, operator, ports, key, botId, cookies };
}

async function signalTwice(process: ServiceProcess, signal: NodeJS.Signals) {
  process.signal(signal);
  await delay(SECOND_SIGNAL_MS);
  process.signal(signal);
  return Promise.race([process.ended, delay(2000, 'it still runs')]);
}

test('while the primary is frozen, or the network drops its packets, a standby takes over: every process serves again, a new one starts, and a second signal ends one at once', async () => {
  const network = openNetwork(opened);
  const { primary, operator, ports, key, botId, cookies } = await startServers(network);
  const places: readonly [Place, Place] = [
    { what: 'frozen', machine: '127.0.0.1', host: '127.0.0.1', inside: [], silence: () => {} },
    // Whether the server behind such a network runs is all the same: nothing of it arrives.
    {
      what: 'packets dropped',
      machine: network.machine,
      host: network.address,
      inside: network.inside,
      silence: () => network.drop(Number(ports[0])),
    },
  ];
  const start = (place: Place) => startWeb(place, ports, key);
  const [ending, ...webs] = await Promise.all([start(places[0]), ...places.map(start)]);
  /** Whether a vote is stored. */
  const vote = async (web: Web) => {
    const response = await fetch(`${web.process.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.pop() ?? '' },
      body: JSON.stringify({ query: CAST, variables: { id: botId } }),
    });
    return (await response.text()).includes('CastVotePayload');
  };
  for (const web of [...webs, ending]) expect(await vote(web)).toBe(true);

  for (const { silence } of places) silence();
  opened.defer(await freeze(primary.server));
  const promoted = performance.now() + PROMOTED_AFTER_MS;
  const refused = webs.map(() => false);
  // While the database is silent, an end in order takes seconds.
  const end = signalTwice(ending.process, 'SIGINT');
  while (performance.now() < promoted) {
    await Promise.all(
      webs.map(async (web, index) => {
        if (!(await vote(web))) refused[index] = true;
      }),
    );
    await delay(250);
  }
  expect(await end).toBe(1);
  expect(refused).toEqual([true, true]);
  for (const web of webs) {
    expect(await statusOf(`${web.metricsUrl}/readyz`)).toBe(503);
    expect(await databaseUp(web)).toBe('0');
  }
  await operator.sql`select pg_promote()`;
  const back = performance.now();
  await Promise.all(
    webs.map(async (web, index) => {
      await expect.poll(() => vote(web), { timeout: SERVES_AGAIN_MS, interval: 200 }).toBe(true);
      const seconds = ((performance.now() - back) / 1000).toFixed(1);
      process.stdout.write(`Primary ${places[index]?.what}: votes again ${seconds} s after the promotion.\n`);
      await expect.poll(() => statusOf(`${web.metricsUrl}/readyz`), { timeout: SERVES_AGAIN_MS }).toBe(200);
      expect(await databaseUp(web)).toBe('1');
    }),
  );
  // It stays so: no connection goes back to the server that is silent.
  for (let round = 0; round < 20; round += 1) {
    for (const web of webs) expect(await vote(web)).toBe(true);
  }

  const lates = await Promise.all(places.map(start));
  for (const late of lates) {
    process.stdout.write(`A new process starts in ${(late.process.startMs / 1000).toFixed(1)} s.\n`);
    expect(await vote(late)).toBe(true);
  }
  expect(await signalTwice(first(lates).process, 'SIGTERM')).not.toBe('it still runs');
});
