import { Resolver } from 'node:dns/promises';

/**
 * Asks name servers. A `Resolver` has timeouts, can be cancelled and applies no search domains.
 *
 * @param servers the name servers with their ports; those of this machine by default
 * @param signal cancels the questions, which then fail
 */
export async function askNameServers<Answer>(
  signal: AbortSignal,
  ask: (resolver: Resolver) => Promise<Answer>,
  servers?: readonly string[],
): Promise<Answer> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await ask(resolver);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
