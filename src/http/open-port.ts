import type { Server } from 'node:http';
import { type AddressInfo, createServer, Server as NetServer } from 'node:net';

/** The time that open responses get when the service closes, in milliseconds. */
const CLOSING_MS = 5000;
/**
 * How long idle connections stay open after the port is closed, in milliseconds. A proxy may be sending a request on
 * one of them. It must not repeat a POST that was sent, so it would answer 502.
 */
const IDLE_MS = 1000;

/** Where a server listens. Port 0 means any free one. */
interface PortAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a port and closes it at once. A start that finds a taken port this way has created nothing yet.
 *
 * @param prefix what the settings `PORT` and `HOST` of this port begin with
 * @throws one sentence for operators when the port cannot be opened
 */
export async function requireFreePort(
  { host, port }: PortAddress,
  prefix: '' | 'METRICS_' = '',
): Promise<void> {
  const server = createServer();
  try {
    await listenAt(server, { host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} on ${host} is in use by another program. Choose another with ${prefix}PORT.`,
      );
    }
    throw new Error(
      `Port ${port} (${prefix}PORT) cannot be opened on the address ${host} (${prefix}HOST): ${code}.`,
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Opens a port until `parts` are disposed of. Then open responses have five seconds to end. Responses that begin while
 * the port is closed should close their connection: `server.listening` is false.
 *
 * @returns the port
 * @throws when the port cannot be opened
 */
export async function openPort(
  server: Server,
  address: PortAddress,
  parts: AsyncDisposableStack,
): Promise<number> {
  await listenAt(server, address);
  parts.defer(
    () =>
      new Promise<void>((resolve) => {
        const closedAt = performance.now();
        // A busy connection, such as a stream that ends, becomes idle later and would stay open. Timers come before what
        // has arrived, so after a turn that took long, a connection with a request would still look idle.
        const closing = setInterval(() => {
          if (performance.now() - closedAt > IDLE_MS) setImmediate(() => server.closeIdleConnections());
        }, 50);
        // The method of `Server` in `node:http` would also close idle connections at once.
        NetServer.prototype.close.call(server, () => {
          clearInterval(closing);
          // Ends the timers of the server.
          server.close();
          resolve();
        });
        setTimeout(() => server.closeAllConnections(), CLOSING_MS).unref();
      }),
  );
  return (server.address() as AddressInfo).port;
}

function listenAt(server: NetServer, { host, port }: PortAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
