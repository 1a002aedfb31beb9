import { type ConnectionOptions, connect } from 'node:tls';
import { within } from '../lib/within.ts';

/**
 * Makes a TLS handshake with one of the operator's own servers, and ends the connection.
 *
 * @param timeoutMs in milliseconds
 * @returns the error of TLS or of the network; undefined when the handshake succeeds, or is not over in time
 */
export async function handshakeError(options: ConnectionOptions, timeoutMs: number): Promise<unknown> {
  const socket = connect(options);
  const ended = new Promise<unknown>((resolve) => {
    socket.on('error', resolve).on('secureConnect', () => resolve(undefined));
  });
  try {
    return await within(ended, timeoutMs, () => undefined);
  } finally {
    socket.destroy();
  }
}
