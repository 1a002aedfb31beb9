import { once } from 'node:events';
import { connect } from 'node:net';
import { findProgram } from '../../src/embedded/programs.ts';
import { makeFolder } from './folder.ts';
import { superviseIn, superviseRedis, until } from './service-parts.ts';

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
export async function startRedis(...options: readonly string[]): Promise<TestRedis | undefined> {
  const program = findProgram('redis-server', process.env.PATH ?? '');
  if (program === undefined) return undefined;
  const parts = new AsyncDisposableStack();
  const folder = await makeFolder('redis', parts);
  const { url, server } = await superviseRedis(program, folder, superviseIn(parts), ...options);
  const untilAnswers = () => until('Redis', () => ping(url));
  await untilAnswers();
  return {
    url,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async kill() {
      server.hold();
      server.kill();
      const isThere = () =>
        ping(url).then(
          () => true,
          () => false,
        );
      while (await isThere());
    },
    async restart() {
      server.release();
      await untilAnswers();
    },
    async stop() {
      server.kill('SIGCONT');
      await parts.disposeAsync();
    },
  };
}

/** @throws when it does not answer */
async function ping(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('PING\r\n');
  const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  if (!String(data).startsWith('+PONG')) throw new Error(`Redis answered ${data}`);
}
