import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The sender of a request. It is used only for rate limits, and never logged. */
export interface Client {
  /** Undefined when the connection is closed. */
  readonly address: string | undefined;
  /** Identifies a customer of a provider: an IPv4 address, or the /64 of an IPv6 address. */
  readonly key: string;
}

/**
 * Makes a reader of client addresses. The address is the peer of the connection. If that is a trusted proxy, it is
 * the right-most address of `X-Forwarded-For` that does not belong to a trusted proxy. Clients can forge the
 * addresses to its left.
 *
 * @param trustedProxies CIDR blocks
 */
export function createClientReader(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Client {
  const isTrusted = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false;
  return ({ headers, socket }) => {
    const forwardedFor = headers['x-forwarded-for']?.toString().split(',').map(withoutPort).join();
    const path = proxyAddr.all(
      { headers: { 'x-forwarded-for': forwardedFor }, socket } as unknown as IncomingMessage,
      isTrusted,
    );
    // No trusted proxy writes an invalid address. In that case the last proxy counts.
    const address = path.findLast((entry) => isIP(entry ?? '') !== 0);
    return { address, key: address === undefined ? 'unknown' : keyOf(address) };
  };
}

/** Some load balancers add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, v6, v4] = /^(?:\[([\da-f:.%]+)\](?::\d+)?|([\d.]+):\d+)$/i.exec(entry.trim()) ?? [];
  return v6 ?? v4 ?? entry;
}

function keyOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
