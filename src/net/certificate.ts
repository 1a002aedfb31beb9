import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { withoutBrackets } from '../lib/host.ts';

/**
 * Reads when the certificate of a site ends, also when it has ended already.
 *
 * @param timeoutMs how long the site may take, in milliseconds
 * @returns seconds since the epoch; undefined without https, and when the site does not respond
 */
export async function readCertificateEnd(url: string, timeoutMs: number): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return undefined;
  const host = withoutBrackets(hostname);
  // A server of several sites chooses the certificate by this name, which is never an address.
  const servername = isIP(host) ? '' : host;
  const socket = connect({ host, servername, port: Number(port) || 443, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return Date.parse(socket.getPeerCertificate().valid_to) / 1000;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
