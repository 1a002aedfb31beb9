import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux, macOS and Windows give to connections and to whoever listens on port 0: one of those can be
 * taken again before the server for which it was found has started.
 */
const [FIRST, END] = [15_000, 32_000];

/**
 * Finds a free port on 127.0.0.1.
 *
 * @param preferred returned when it is free; 0 for any port
 * @param except a port that is not returned
 */
export async function freePort(preferred: number, except?: number): Promise<number> {
  const port = preferred || randomInt(FIRST, END);
  return port !== except && (await isFree(port)) ? port : freePort(0, except);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
