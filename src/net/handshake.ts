import { type ConnectionOptions, connect } from 'node:tls';
import { within } from '../lib/within.ts';

/**
 * Makes a TLS handshake with one of the operator's own servers that speaks first, such as one of HTTP/2, and ends the
 * connection. In TLS 1.3 a server refuses a certificate, or its absence, after the client is done. So only what the
 * server says next shows that all is well.
 *
 * @param timeoutMs in milliseconds
 * @returns the error of TLS or of the network; undefined when the server speaks, hangs up without an error, or is not
 *   done in time
 */
export async function handshakeError(options: ConnectionOptions, timeoutMs: number): Promise<unknown> {
  const socket = connect(options);
  const ended = new Promise<unknown>((resolve) => {
    socket.on('error', resolve);
    for (const event of ['data', 'end']) socket.on(event, () => resolve(undefined));
  });
  try {
    return await within(ended, timeoutMs, () => undefined);
  } finally {
    socket.destroy();
  }
}
