import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/embedded/ports.ts';

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
  const port = await freePort(0);
  let server = await launch(port, dir);
  if (server === undefined) {
    await rm(dir, { recursive: true });
    return undefined;
  }
  const killOnExit = () => server?.kill('SIGKILL');
  process.once('exit', killOnExit);

  const kill = async () => {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = undefined;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async restart() {
      await kill();
      server = await launch(port, dir);
    },
    async stop() {
      await kill();
      process.off('exit', killOnExit);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function launch(port: number, dir: string): Promise<ChildProcess | undefined> {
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
  const outcome = await Promise.race([failed, answers(port)]);
  if (outcome === true) return server;
  if (outcome !== false && outcome.code === 'ENOENT') return undefined;
  server.kill('SIGKILL');
  throw outcome || new Error('redis-server did not answer');
}

async function answers(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
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
