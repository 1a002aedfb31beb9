/**
 * Measures how a crowd affects bots: the 99th percentile of `/check`, and the statuses of `/api/health`. It measures
 * them alone, and while strangers search over thousands of connections, each as fast as it gets responses. The
 * service, the crowd and the bots are separate processes. With DATABASE_URL the service uses this server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Seeded } from '../src/seed/seed.ts';
import { startSeeded } from './seeded-app.ts';
import { print, quantile } from './support.ts';

const CONNECTIONS = 3000;
const SECONDS = 10;
/** The time until all connections are open. */
const RISE_MS = 3000;
const BOTS = 4;
const TARGET_MS = 250;

const ROLES: Record<string, () => Promise<void>> = { service: runService, crowd: runCrowd };
await (ROLES[process.argv[2] ?? ''] ?? measure)();

async function runService(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const { url, seeded } = await startSeeded({ bots: 2000, users: 100, votes: 5000 }, parts);
  process.send?.({ url, seeded });
  await once(process, 'message');
  process.disconnect();
}

async function runCrowd(): Promise<void> {
  const url = `${process.argv[3]}/?q=music`;
  const { statusCodeStats } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS + RISE_MS / 1000,
  });
  process.send?.(statusCodeStats);
  process.disconnect();
}

interface Noticed {
  readonly checksMs: readonly number[];
  readonly statuses: ReadonlySet<string>;
}

async function measure(): Promise<void> {
  const service = fork(import.meta.filename, ['service']);
  const [{ url, seeded }] = (await once(service, 'message')) as [{ url: string; seeded: Seeded }];
  await notice(url, seeded);
  const alone = await notice(url, seeded);
  const crowd = fork(import.meta.filename, ['crowd', url]);
  const crowdEnds = once(crowd, 'message');
  await delay(RISE_MS);
  const beside = await notice(url, seeded);
  const [answers] = await crowdEnds;
  for (const [name, { checksMs, statuses }] of Object.entries({ alone, beside })) {
    const [half, most] = [0.5, 0.99].map((share) => quantile(checksMs, share).toFixed(0));
    print(
      `${name}: ${checksMs.length} checks, median ${half} ms, p99 ${most} ms; ${[...statuses].join(', ')}`,
    );
  }
  print(`the crowd of ${CONNECTIONS}: ${JSON.stringify(answers)}`);
  const moreMs = quantile(beside.checksMs, 0.99) - quantile(alone.checksMs, 0.99);
  const isWell = [...beside.statuses].every((status) => status.endsWith(' 200'));
  print(`p99 of /check is ${moreMs.toFixed(0)} ms more beside them, target ${TARGET_MS}`);
  if (moreMs > TARGET_MS || !isWell) process.exitCode = 1;
  service.send({});
}

/** Runs a few bots that check votes, and a monitor, for ten seconds. */
async function notice(url: string, { bots, users }: Seeded): Promise<Noticed> {
  const agent = new Agent({ keepAlive: true });
  const checksMs: number[] = [];
  const statuses = new Set<string>();
  const end = performance.now() + SECONDS * 1000;
  let next = 0;
  const check = async () => {
    while (performance.now() < end) {
      const index = next++;
      const { id, token } = bots[index % bots.length] ?? { id: '', token: '' };
      const start = performance.now();
      const path = `/api/v1/bots/${id}/check?userId=${users[index % users.length]?.id}`;
      statuses.add(`check ${await get(agent, url, path, { authorization: token })}`);
      checksMs.push(performance.now() - start);
      await delay(10);
    }
  };
  const watch = async () => {
    while (performance.now() < end) {
      statuses.add(`health ${await get(agent, url, '/api/health', {})}`);
      await delay(100);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: BOTS }, check)]);
  agent.destroy();
  return { checksMs, statuses };
}

function get(agent: Agent, url: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    request(url + path, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end();
  });
}
