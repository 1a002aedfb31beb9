/**
 * Measures many open streams of votes on one web process: memory and CPU, how long votes take to reach them, and
 * `/check` beside them. The service, the streams and the bots that check are separate processes. Each bot has five
 * streams. The shell needs files for all sockets: `ulimit -n 20000`. With DATABASE_URL the service uses this server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { castVote } from '../src/domain/vote/cast.ts';
import type { Seeded } from '../src/seed/seed.ts';
import { startSeeded } from './seeded-app.ts';
import { print, quantile } from './support.ts';

const PER_BOT = 5;
const OPENED_AT_ONCE = 100;
const IDLE_SECONDS = 10;
const CHECK_SECONDS = 5;
const TARGET_MS = 1000;
/** Rounds of votes for all bots at once. */
const ROUNDS = 3;

const ROLES: Record<string, () => Promise<void>> = { service: runService, clients: runClients };
await (ROLES[process.argv[2] ?? ''] ?? measure)();

interface Usage {
  readonly rss: number;
  readonly cpuMs: number;
}

async function runService(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const { app, url, seeded } = await startSeeded(
    { bots: Number(process.argv[3]), users: 100, votes: 0 },
    parts,
  );
  process.send?.({ url, seeded });
  for (;;) {
    const [asked] = await once(process, 'message');
    if (asked === 'end') break;
    if (asked === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 } satisfies Usage);
    } else {
      const { userId, bots } = asked as { userId: string; bots: number };
      await Promise.all(seeded.bots.slice(0, bots).map(({ id }) => castVote(app.services, id, userId)));
    }
  }
  process.disconnect();
}

/** Opens the streams. Then it tells of each round of votes how long each vote took, in milliseconds. */
async function runClients(): Promise<void> {
  const url = new URL(process.argv[3] ?? '');
  const [bots] = (await once(process, 'message')) as [Seeded['bots']];
  let tookMs: number[] = [];
  let lost = 0;
  let awaited = Number.POSITIVE_INFINITY;
  const open = ({ id, token }: Seeded['bots'][number]) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(
        `GET /api/v1/bots/${id}/votes/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: ${token}\r\n\r\n`,
      );
      socket.setEncoding('latin1');
      socket.once('data', (head: string) => {
        if (head.startsWith('HTTP/1.1 200')) resolve();
        else reject(new Error(head));
      });
      socket.on('data', (text: string) => {
        for (const [, votedAt = ''] of text.matchAll(/"voted_at":"(.*?)"/g)) {
          tookMs.push(Date.now() - Date.parse(votedAt));
        }
        if (tookMs.length < awaited) return;
        process.send?.(tookMs);
        tookMs = [];
      });
      socket.on('close', () => process.send?.({ lost: ++lost }));
      socket.on('error', reject);
    });
  const streams = Array.from({ length: PER_BOT }, () => bots).flat();
  for (let index = 0; index < streams.length; index += OPENED_AT_ONCE) {
    await Promise.all(streams.slice(index, index + OPENED_AT_ONCE).map(open));
  }
  process.send?.('open');
  for (;;) {
    const [asked] = await once(process, 'message');
    if (asked === 'end') process.exit();
    awaited = asked as number;
    process.send?.('ready');
  }
}

async function measure(): Promise<void> {
  const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } });
  const streams = Number(values.streams);
  const service = fork(import.meta.filename, ['service', String(streams / PER_BOT)]);
  const [{ url, seeded }] = (await once(service, 'message')) as [{ url: string; seeded: Seeded }];
  const ask = async () => {
    service.send('usage');
    return ((await once(service, 'message')) as [Usage])[0];
  };
  await check(url, seeded);
  const alone = await check(url, seeded);
  const before = await ask();
  const clients = fork(import.meta.filename, ['clients', url]);
  clients.send(seeded.bots);
  const startedAt = performance.now();
  await once(clients, 'message');
  print(`${streams} streams opened in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await delay(2000);
  const opened = await ask();
  await delay(IDLE_SECONDS * 1000);
  const idle = await ask();
  print(`memory: ${((opened.rss - before.rss) / streams / 1024).toFixed(1)} KiB for each`);
  print(`idle: ${((idle.cpuMs - opened.cpuMs) / IDLE_SECONDS / 10).toFixed(1)} % of a core`);
  const beside = await check(url, seeded);
  print(`/check: ${beside.toFixed(0)} a second, ${(beside / alone).toFixed(2)} of those without streams`);
  const vote = async (userId: string | undefined, bots: number) => {
    clients.send(bots * PER_BOT);
    await once(clients, 'message');
    service.send({ userId, bots });
    return ((await once(clients, 'message')) as [number[]])[0];
  };
  const one: number[] = [];
  for (const { id } of seeded.users.slice(ROUNDS)) one.push(Math.max(...(await vote(id, 1))));
  print(
    `a vote for one bot: all its streams have it after ${quantile(one, 0.5)} ms, at most ${Math.max(...one)} ms`,
  );
  let slowest = 0;
  for (const { id } of seeded.users.slice(0, ROUNDS)) {
    const { cpuMs } = await ask();
    const tookMs = await vote(id, seeded.bots.length);
    const usedMs = (await ask()).cpuMs - cpuMs;
    const last = Math.max(...tookMs);
    slowest = Math.max(slowest, last);
    const half = quantile(tookMs, 0.5);
    print(
      `a vote for each bot at once: half of the streams have it after ${half} ms, all after ${last} ms; CPU ${usedMs.toFixed(0)} ms`,
    );
  }
  if (slowest > TARGET_MS) process.exitCode = 1;
  clients.send('end');
  service.send('end');
}

/** @returns checks per second of sixteen connections */
async function check(url: string, { bots, users }: Seeded): Promise<number> {
  const { requests, non2xx } = await autocannon({
    url,
    connections: 16,
    duration: CHECK_SECONDS,
    requests: bots.map(({ id, token }) => ({
      path: `/api/v1/bots/${id}/check?userId=${users[0]?.id}`,
      headers: { authorization: token },
    })),
  });
  if (non2xx > 0) throw new Error(`${non2xx} checks were refused.`);
  return requests.average;
}
