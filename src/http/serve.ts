import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responses that are still being read after this time are cut off when the service closes. In milliseconds. */
const CLOSING_MS = 5000;

/**
 * Opens a port for a server, until `parts` are disposed of: responses under way then have five seconds to end.
 *
 * @returns the port
 * @throws when the port cannot be had
 */
export async function serve(
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
        // A connection that is busy now, as with a stream that is about to end, is idle soon, and would be kept open.
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
