import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { first } from '../kit/present.ts';
import type { ServiceProcess } from '../kit/process.ts';
import { freeze } from './database-faults.ts';
import { addressOf, metricOf, startFailover, statusOf } from './failover.ts';
import { openNetwork } from './own-network.ts';

/** When an operator, or a program of theirs, promotes the standby. */
const PROMOTED_AFTER_MS = 5000;
/** How long a process may need after that, on a busy machine. */
const SERVES_AGAIN_MS = 10_000;
/** Less than a process needs to end in order, and than one press of Ctrl-C may take under npm. */
const SECOND_SIGNAL_MS = 100;
const VOTERS = 800;

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

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

async function signalTwice(process: ServiceProcess, signal: NodeJS.Signals) {
  process.signal(signal);
  await delay(SECOND_SIGNAL_MS);
  process.signal(signal);
  return Promise.race([process.ended, delay(2000, 'it still runs')]);
}

test('while the primary is frozen, or the network drops its packets, a standby takes over: every process serves again, a new one starts, and a second signal ends one at once', async () => {
  const network = openNetwork(opened);
  const { primary, standby, operator, startWeb, vote } = await startFailover(opened, VOTERS, network);
  const places: readonly [Place, Place] = [
    { what: 'frozen', machine: '127.0.0.1', host: '127.0.0.1', inside: [], silence: () => {} },
    // Whether the server behind such a network runs is all the same: nothing of it arrives.
    {
      what: 'packets dropped',
      machine: network.machine,
      host: network.address,
      inside: network.inside,
      silence: () => network.drop(Number(new URL(primary.url).port)),
    },
  ];
  const start = ({ machine, host, inside }: Place) =>
    startWeb(addressOf([primary, standby], machine), { HOST: host, METRICS_HOST: host }, inside);
  const [ending, ...webs] = await Promise.all([start(places[0]), ...places.map(start)]);
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
    // A load balancer keeps its targets.
    expect(await statusOf(`${web.metricsUrl}/readyz`)).toBe(200);
    expect(await metricOf(web, 'database_up')).toBe('0');
  }
  await operator.sql`select pg_promote()`;
  const back = performance.now();
  await Promise.all(
    webs.map(async (web, index) => {
      await expect.poll(() => vote(web), { timeout: SERVES_AGAIN_MS, interval: 200 }).toBe(true);
      const seconds = ((performance.now() - back) / 1000).toFixed(1);
      process.stdout.write(`Primary ${places[index]?.what}: votes again ${seconds} s after the promotion.\n`);
      await expect.poll(() => metricOf(web, 'database_up'), { timeout: SERVES_AGAIN_MS }).toBe('1');
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
