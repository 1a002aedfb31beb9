import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** No webhook is longer, in bytes. */
const MAX_BYTES = 65_536;

/** A request that came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Waits for one request on a port that others may reach, too. */
export interface Listener {
  /** The first request that is the awaited one. */
  readonly first: Promise<Received>;
  /** How many others came whole. */
  readonly others: () => number;
}

/**
 * Listens for one request. It gets the status 204, and whatever else comes to the port 404. A request of more than 64 KiB
 * loses its connection.
 *
 * @param isAwaited whether a request is the awaited one
 * @param parts closes the port and its connections
 * @throws when the port cannot be opened
 */
export async function listenForOne(
  port: number,
  isAwaited: (request: Received) => boolean,
  parts: AsyncDisposableStack,
): Promise<Listener> {
  const first = Promise.withResolvers<Received>();
  let others = 0;
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of message as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) return void message.socket.destroy();
        chunks.push(chunk);
      }
    } catch {
      // The client has left.
      return;
    }
    const received = { headers: message.headers, body: Buffer.concat(chunks) };
    const isFound = isAwaited(received);
    response.writeHead(isFound ? 204 : 404, { connection: 'close' }).end();
    if (isFound) first.resolve(received);
    else others += 1;
  });
  server.listen(port);
  await once(server, 'listening');
  parts.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { first: first.promise, others: () => others };
}
