import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Finds a free port on 127.0.0.1.
 *
 * @param preferred returned when it is free; 0 for any port
 * @param except a port that is not returned
 */
export async function freePort(preferred: number, except?: number): Promise<number> {
  const port = preferred === except ? undefined : await tryListen(preferred);
  return port !== undefined && port !== except ? port : freePort(0, except);
}

async function tryListen(port: number): Promise<number | undefined> {
  const server = createServer();
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
