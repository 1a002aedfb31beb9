import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ClientOptions, createClient } from '../../packages/client/src/index.ts';
import { listenOnLoopback } from '../kit/loopback.ts';

/** What the service does with a request. */
export type Step = (request: IncomingMessage, response: ServerResponse) => unknown;

export const respond =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Step =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

export const stored = (headers: Record<string, string> = {}) =>
  respond(200, { success: true, server_count: 7 }, headers);

/** Cuts the connection. */
export const cut: Step = (request) => request.socket.destroy();

export interface ScriptedService extends AsyncDisposable {
  readonly origin: string;
  /** How many requests have come. */
  readonly count: () => number;
  /** The waits of the client, in milliseconds. Each of them takes no time. */
  readonly waits: number[];
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
}

export const TOKEN = 'blt_the-token';

/** A service with faults on demand, which the real one has only by accident. After the last step it repeats that. */
export async function startScriptedService(...steps: Step[]): Promise<ScriptedService> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    const step = steps[Math.min(count++, steps.length - 1)];
    step?.(request, response);
  });
  const { origin, close } = await listenOnLoopback(server);
  const waits: number[] = [];
  return {
    origin,
    count: () => count,
    waits,
    client: (options) =>
      createClient({
        baseUrl: origin,
        botId: '123456789012345678',
        token: TOKEN,
        random: () => 0,
        sleep: async (ms) => void waits.push(ms),
        ...options,
      }),
    [Symbol.asyncDispose]: close,
  };
}
