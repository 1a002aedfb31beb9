import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request that came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Listens for a webhook. It gets the status 204, and whatever else comes to the port 404.
 *
 * @param parts closes the port
 * @throws when the port cannot be opened
 */
export async function listenForOne(
  port: number,
  parts: AsyncDisposableStack,
): Promise<{ readonly first: Promise<Received> }> {
  const first = Promise.withResolvers<Received>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.headers['x-webhook-event'] === undefined) return void response.writeHead(404).end();
    response.writeHead(204, { connection: 'close' }).end();
    first.resolve({ headers: request.headers, body });
  });
  server.listen(port);
  await once(server, 'listening');
  parts.defer(() => void server.close());
  return { first: first.promise };
}
