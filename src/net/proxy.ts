import { request } from 'node:http';
import type { Socket } from 'node:net';
import { FailureError } from './outcome.ts';

/**
 * Reads the egress proxy's URL.
 *
 * @throws RangeError when it is not an http:// URL. The message leaves out the URL, which may hold a password.
 */
export function parseProxy(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') throw new RangeError('The egress proxy must be an http:// URL.');
  return url;
}

/**
 * Opens a tunnel through the egress proxy. The proxy is given the vetted address and never the host name, so it
 * cannot resolve the name anew and reach another place. Its own address is the operator's choice and not vetted.
 *
 * @throws FailureError `proxy` when the proxy cannot be reached or declines.
 */
export function connectThroughProxy(
  proxy: URL,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  return new Promise((resolve, reject) => {
    const connect = request({
      method: 'CONNECT',
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? 80 : Number(proxy.port),
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      agent: false,
      maxHeaderSize: 8192,
      signal,
    });
    connect.once('connect', (reply, socket, head) => {
      socket.on('error', () => {});
      if (reply.statusCode === undefined || reply.statusCode < 200 || reply.statusCode > 299) {
        socket.destroy();
        reject(new FailureError('proxy'));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      // Without an agent, node:http hands over the net.Socket it opened; the types only promise a Duplex.
      resolve(socket as Socket);
    });
    connect.on('error', () => reject(signal.aborted ? signal.reason : new FailureError('proxy')));
    connect.end();
  });
}

function authorization(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
