import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { inject } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { ownDatabase } from '../kit/database.ts';
import { type ServiceProcess, startProcess } from '../kit/process.ts';
import { startRedis } from '../kit/redis.ts';

/** Several web processes on one port, as an operator starts them. */
export interface Several extends ServiceProcess {
  readonly env: Readonly<Record<string, string>>;
  /** Ids of the web processes. */
  pids(): Promise<number[]>;
  /** A path of the metrics port. */
  operators(path: string): Promise<Response>;
  /** The sum of all series of a metric that contain a text. */
  metric(name: string, containing?: string): Promise<number>;
}

/**
 * Starts two web processes with a database and a Redis of their own.
 *
 * @param parts ends them
 */
export async function startSeveral(
  parts: AsyncDisposableStack,
  environment: Record<string, string> = {},
  role = 'web',
): Promise<Several> {
  const redis = await startRedis();
  parts.defer(async () => redis?.stop());
  const { DATABASE_URL } = await ownDatabase(parts);
  const env = {
    ...inject('environment'),
    DATABASE_URL,
    REDIS_URL: redis?.url ?? '',
    PORT: `${await freePort(0)}`,
    METRICS_PORT: `${await freePort(0)}`,
    WEB_PROCESSES: '2',
    ...environment,
  };
  const service = await startProcess(env, [role]);
  parts.defer(() => service.killTree().catch(() => undefined));
  const operators = (path: string) => fetch(`http://127.0.0.1:${env.METRICS_PORT}${path}`);
  return {
    ...service,
    env,
    pids: () => childrenOf(service.pid),
    operators,
    async metric(name, containing = '') {
      const text = await (await operators('/metrics')).text();
      const lines = text.split('\n').filter((line) => /^(\w+)/.exec(line)?.[1] === name);
      const values = lines.filter((line) => line.includes(containing)).map((line) => line.split(' ').at(-1));
      return values.reduce((sum, value) => sum + Number(value), 0);
    },
  };
}

/** @returns ids of the processes that a process has started */
export function childrenOf(pid: number): Promise<number[]> {
  return new Promise((resolve) => {
    // Without children it fails.
    execFile('pgrep', ['-P', `${pid}`], (_, stdout) => {
      resolve(stdout.split('\n').filter(Boolean).map(Number));
    });
  });
}

/** Sends a request over a connection of its own, unless an agent is given. @returns the status */
export async function status(
  url: string,
  { agent = new Agent({ maxSockets: 1 }), method = 'GET', headers = {}, body = '' } = {},
): Promise<number> {
  const sent = request(url, { agent, method, headers }).end(body);
  const [response] = await once(sent, 'response');
  await once(response.resume(), 'end');
  return response.statusCode;
}
