import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type SecureContext, connect as startTls } from 'node:tls';
import { withoutBrackets } from '../lib/host.ts';
import { isSameAddress } from './address.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { FailureError, reasonOf } from './outcome.ts';
import type { Target } from './target.ts';
import type { VettedTarget } from './vet.ts';

/** How connections are made. */
export interface DialOptions {
  readonly proxy: URL | undefined;
  readonly secureContext: SecureContext | undefined;
}

/** An open connection, ready for HTTP, and the vetted address at its other end. */
export interface Dialled {
  readonly socket: Socket;
  readonly address: string;
}

/** More addresses are vetted but not tried, so that a name with a hundred dead addresses fails soon. */
const maxTried = 4;

/**
 * Connects to one of the vetted addresses, in order, and to nothing else: sockets get an IP address, so there is no
 * second look-up. With https, the certificate and the SNI are for the host name.
 *
 * Each attempt gets an equal part of the remaining time. A TLS failure is final.
 *
 * @throws FailureError
 */
export async function dial(vetted: VettedTarget, options: DialOptions, deadline: Deadline): Promise<Dialled> {
  const { target } = vetted;
  const candidates = vetted.addresses.slice(0, maxTried);
  let failure = new FailureError('unreachable');
  deadline.late = 'unreachable';
  for (const [index, address] of candidates.entries()) {
    const share = startDeadline(deadline.remainingMs() / (candidates.length - index), [deadline.signal]);
    let socket: Socket;
    try {
      socket = await openSocket(address, target.port, options.proxy, share.signal);
    } catch (error) {
      if (deadline.signal.aborted) throw deadline.signal.reason;
      failure = new FailureError(reasonOf(share.signal.aborted ? share.signal.reason : error, 'unreachable'));
      continue;
    } finally {
      share.end();
    }
    if (target.protocol === 'http:') return { socket, address };
    deadline.late = 'tls_unfinished';
    return { socket: await secure(socket, target, options.secureContext, deadline.signal), address };
  }
  throw failure;
}

async function openSocket(
  address: string,
  port: number,
  proxy: URL | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  if (proxy !== undefined) return connectThroughProxy(proxy, address, port, signal);
  const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false });
  await ready(socket, 'connect', signal);
  if (!isExpectedPeer(socket.remoteAddress, address)) {
    socket.destroy();
    throw new FailureError('blocked');
  }
  return socket;
}

/** Whether the peer of a connected socket is the vetted address. It always should be: this is defence in depth. */
export function isExpectedPeer(remoteAddress: string | undefined, vetted: string): boolean {
  return remoteAddress !== undefined && isSameAddress(remoteAddress, vetted);
}

async function secure(
  socket: Socket,
  target: Target,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const secured = startTls({
    socket,
    // SNI carries names only; for a URL with an IP address the certificate is checked against `host`.
    servername: target.isAddress ? '' : target.hostname,
    host: target.hostname,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Stated so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot switch the check off.
    rejectUnauthorized: true,
    ...(secureContext === undefined ? {} : { secureContext }),
  });
  try {
    await ready(secured, 'secureConnect', signal);
  } catch (error) {
    socket.destroy();
    const reason = reasonOf(error, 'tls');
    throw signal.aborted ? signal.reason : new FailureError(reason === 'reset' ? 'tls_unfinished' : reason);
  }
  return secured;
}

/** Waits for an event of a fresh socket, and destroys the socket when an error or the signal comes first. */
async function ready(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  // This listener stays: an error of a socket that nobody listens to would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Reads the URL of the outbound proxy.
 *
 * @throws RangeError when it is not an http:// URL. The message leaves out the URL, which may hold a password.
 */
export function parseProxy(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') throw new RangeError('The egress proxy must be an http:// URL.');
  return url;
}

/**
 * Opens a tunnel through the outbound proxy. The proxy gets the vetted address and never the host name, so it cannot
 * resolve the name again and reach another host. The operator chose the proxy, so its own address is not vetted.
 *
 * @throws FailureError `proxy` when the proxy cannot be reached or declines.
 */
function connectThroughProxy(
  proxy: URL,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  return new Promise((resolve, reject) => {
    const connect = request({
      method: 'CONNECT',
      host: withoutBrackets(proxy.hostname),
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
      // Without an agent, node:http returns the net.Socket that it opened. The types only promise a Duplex.
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
