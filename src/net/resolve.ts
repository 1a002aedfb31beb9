import { Resolver } from 'node:dns/promises';

/** Resolves a host name to all its IP addresses; rejects when there are none or the signal aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

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
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('The name has no address.');
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
