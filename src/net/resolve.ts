import { Resolver } from 'node:dns/promises';

/** Resolves a host name to all its IP addresses; rejects when there are none or the signal aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Resolves by DNS, asking for A and AAAA records.
 *
 * It uses a `Resolver` and not `dns.lookup`: look-ups occupy a thread of the pool that file access and
 * cryptography share, cannot be cancelled, and four slow names would stall them all. A `Resolver` has time limits,
 * can be cancelled and applies no search domains. It does not read /etc/hosts, which is welcome for owners' URLs:
 * what only that file knows is no public host. `localhost` is answered here, for receivers in trusted networks,
 * and with the IPv4 loopback alone so that trusting 127.0.0.0/8 is enough to use it.
 *
 * A failure of one record type is ignored when the other answers: some name servers fail on AAAA, and a connection
 * is only ever made to an address that was answered and vetted.
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
