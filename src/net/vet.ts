import { isIPv4 } from 'node:net';
import { orAborted } from './abort.ts';
import { isInNetworks, isPublicAddress, type Network } from './address.ts';
import type { Resolve } from './resolve.ts';
import { parseTarget, type Target } from './target.ts';
import { UnsafeUrlError } from './unsafe-url.ts';

/** A target, and the only addresses to which its connections may go. */
export interface VettedTarget {
  readonly target: Target;
  /** IPv4 first, so that a machine without an IPv6 route does not waste its time. Never empty. */
  readonly addresses: readonly string[];
}

export interface VetOptions {
  readonly trusted: readonly Network[];
  readonly resolve: Resolve;
}

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
export async function vetUrl(url: string, options: VetOptions, signal: AbortSignal): Promise<VettedTarget> {
  const target = parseTarget(url);
  const { trusted } = options;
  if (target.unlessTrusted !== undefined && trusted.length === 0)
    throw new UnsafeUrlError(target.unlessTrusted);

  const addresses = await addressesOf(target, options.resolve, signal);
  if (!addresses.every((address) => isInNetworks(address, trusted))) {
    if (target.unlessTrusted !== undefined) throw new UnsafeUrlError(target.unlessTrusted);
    if (!addresses.every(isPublicAddress)) throw new UnsafeUrlError('not_public');
  }
  const sorted = [...addresses].sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
  return { target, addresses: sorted };
}

async function addressesOf(
  target: Target,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (target.isAddress) return [target.hostname];
  const failure = target.unlessTrusted ?? 'unresolvable';
  let answers: readonly string[];
  try {
    answers = await orAborted(resolve(target.hostname, signal), signal);
  } catch {
    throw new UnsafeUrlError(failure);
  }
  if (answers.length === 0) throw new UnsafeUrlError(failure);
  return answers;
}
