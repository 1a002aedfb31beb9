import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/embedded/ports.ts';

/** How many ports are tried. */
const PORTS = 3;
/** A busy machine may take long to start a server. */
const PATIENCE_MS = 20_000;

/** A Redis server of one test, on a free port of loopback. It stores nothing on disk. */
export interface TestRedis {
  readonly url: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing is answered. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** SIGKILL: connections break, and new ones are refused. */
  kill(): Promise<void>;
  /** Starts an empty server on the same port after {@link TestRedis.kill}. */
  restart(): Promise<void>;
}

/** Starts a Redis server. @returns undefined when this machine has no `redis-server` */
export async function startRedis(): Promise<TestRedis | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'));
  let port = await freePort(0);
  let server = await launch(port, dir);
  // Another process may have taken the port meanwhile.
  for (let attempt = 1; server === 'ended' && attempt < PORTS; attempt += 1) {
    port = await freePort(0);
    server = await launch(port, dir);
  }
  if (server === 'ended') throw new Error(`redis-server ended at once on ${PORTS} ports`);
  if (server === undefined) {
    await rm(dir, { recursive: true });
    return undefined;
  }
  let running: ChildProcess | undefined = server;
  const killOnExit = () => running?.kill('SIGKILL');
  process.once('exit', killOnExit);

  const kill = async () => {
    if (running === undefined) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = undefined;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    pause: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async restart() {
      await kill();
      const again = await launch(port, dir);
      if (again === 'ended') throw new Error('redis-server ended at once');
      running = again;
    },
    async stop() {
      await kill();
      process.off('exit', killOnExit);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** @returns undefined when there is no `redis-server`; 'ended' when it ended, as it does when its port is taken */
async function launch(port: number, dir: string): Promise<ChildProcess | 'ended' | undefined> {
  const options = [
    '--bind',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const failed = once(server, 'error').then(([error]) => error as NodeJS.ErrnoException);
  const isOver = new AbortController();
  const ended = new Promise<'ended'>((resolve) => {
    server.once('exit', () => resolve('ended'));
  });
  try {
    const outcome = await Promise.race([failed, ended, answers(port, isOver.signal)]);
    if (outcome === true) return server;
    if (outcome === 'ended') return outcome;
    if (outcome !== false && outcome.code === 'ENOENT') return undefined;
    server.kill('SIGKILL');
    throw outcome || new Error('redis-server did not answer');
  } finally {
    isOver.abort();
  }
}

async function answers(port: number, isOver: AbortSignal): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end && !isOver.aborted) {
    if (await ping(port)) return true;
    await sleep(25);
  }
  return false;
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
