import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The time that open responses get when the service closes, in milliseconds. */
const CLOSING_MS = 5000;

/**
 * Opens a port until `parts` are disposed of. Then open responses have five seconds to end.
 *
 * @returns the port
 * @throws when the port cannot be opened
 */
export async function openPort(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  parts: AsyncDisposableStack,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
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
