import { isIPv4 } from 'node:net';
import { isInNetworks, isPublicAddress, type Network } from './address.ts';
import { orAborted } from './deadline.ts';
import { askNameServers } from './resolver.ts';
import { parseTarget, type Target, UnsafeUrlError } from './target.ts';

/** A target, and the only addresses to which its connections may go. */
export interface VettedTarget {
  readonly target: Target;
  /** IPv4 first, so that a machine without an IPv6 route does not waste its time. Never empty. */
  readonly addresses: readonly string[];
}

/** Resolves a host name to all its IP addresses. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Applies every rule to a URL, and resolves its name exactly once. One private address among several refuses the URL,
 * so an attacker cannot add one and wait until it is picked.
 *
 * The https, port, local-name and public-address rules do not hold when all addresses are in trusted networks. If only
 * some are, all rules hold.
 *
 * @param signal ends a look-up that hangs; the name then counts as unresolvable.
 * @throws UnsafeUrlError naming the first rule broken.
 */
export async function vetUrl(
  url: string,
  trusted: readonly Network[],
  resolve: Resolve,
  signal: AbortSignal,
): Promise<VettedTarget> {
  const target = parseTarget(url);
  const { unlessTrusted } = target;
  if (unlessTrusted !== undefined && trusted.length === 0) throw new UnsafeUrlError(unlessTrusted);

  const lookUp = async () => (target.isAddress ? [target.hostname] : resolve(target.hostname, signal));
  const addresses = await orAborted(lookUp(), signal).catch(() => []);
  if (addresses.length === 0) throw new UnsafeUrlError(unlessTrusted ?? 'unresolvable');
  if (!addresses.every((address) => isInNetworks(address, trusted))) {
    if (unlessTrusted !== undefined) throw new UnsafeUrlError(unlessTrusted);
    if (!addresses.every(isPublicAddress)) throw new UnsafeUrlError('not_public');
  }
  return { target, addresses: [...addresses].sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a))) };
}

/**
 * Resolves by DNS, with queries for A and AAAA records.
 *
 * It uses a `Resolver`, which has timeouts, can be cancelled and applies no search domains. `dns.lookup` cannot be
 * cancelled and blocks a thread of the pool that file access and cryptography use, so four slow names would stall them.
 * A `Resolver` does not read /etc/hosts, which is right for owners' URLs: a host that only this file knows is not
 * public.
 *
 * `localhost` resolves to the IPv4 loopback, for receivers in trusted networks. So it is enough to trust 127.0.0.0/8.
 *
 * A failure of one record type is ignored when the other one succeeds, because some name servers fail on AAAA.
 */
export const resolveByDns: Resolve = async (hostname, signal) => {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1'];
  return askNameServers(signal, async (resolver) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  });
};
