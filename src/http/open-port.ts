import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/** The time that open responses get when the service closes, in milliseconds. */
const CLOSING_MS = 5000;

/** Where a server listens. Port 0 means any free one. */
interface PortAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a port and closes it at once. A start that finds a taken port this way has created nothing yet.
 *
 * @throws when the port cannot be opened
 */
export async function requireFreePort(address: PortAddress): Promise<void> {
  const server = createServer();
  await listenAt(server, address);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Opens a port until `parts` are disposed of. Then open responses have five seconds to end.
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
        // A busy connection, such as a stream that ends, becomes idle later and would stay open.
        const closing = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(closing);
          resolve();
        });
        server.closeIdleConnections();
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
