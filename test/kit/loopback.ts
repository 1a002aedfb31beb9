import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test, on loopback. */
export interface Loopback {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Ends every connection, too. */
  close(): Promise<void>;
}

/** Starts an HTTP server on a free port of loopback. */
export async function listenOnLoopback(server: Server): Promise<Loopback> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
