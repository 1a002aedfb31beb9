import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Where a request comes from. Kept for budgets only, and never logged. */
export interface Client {
  /** Absent when the connection is gone already. */
  readonly address: string | undefined;
  /** The same for all addresses that one customer of a provider has: an IPv4 address, or the /64 of an IPv6 one. */
  readonly key: string;
}

/**
 * Reads the client's address: the peer of the connection or, where that is a trusted proxy, the right-most
 * address of `X-Forwarded-For` that is none of a trusted proxy. What lies further left anybody can write.
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
    // What is no address was written by nobody who knows one: then the last proxy counts.
    const address = path.findLast((entry) => isIP(entry ?? '') !== 0);
    return { address, key: address === undefined ? 'unknown' : keyOf(address) };
  };
}

/** Some load balancers write the port as well: `192.0.2.1:443`, `[2001:db8::1]:443`. */
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
