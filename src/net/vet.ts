import { isIPv4 } from 'node:net';
import { orAborted } from './abort.ts';
import { isInNetworks, isPublicAddress, type Network } from './address.ts';
import type { Resolve } from './resolve.ts';
import { parseTarget, type Target } from './target.ts';
import { UnsafeUrlError } from './unsafe-url.ts';

/** A target together with the only addresses a connection for it may go to. */
export interface VettedTarget {
  readonly target: Target;
  /** IPv4 first: a machine without an IPv6 route would otherwise waste its time limit. Never empty. */
  readonly addresses: readonly string[];
}

/** What vetting depends on. */
export interface VetOptions {
  readonly trusted: readonly Network[];
  readonly resolve: Resolve;
}

/**
 * Applies every rule to a URL, resolving its name exactly once. One bad answer among several refuses the URL, so
 * an attacker cannot mix a private address into a public set and wait for it to be picked.
 *
 * A trusted network lifts the https, port, local-name and public-address rules, and only when every answer lies
 * inside trusted networks: a half-trusted name stays subject to all rules, and is not public.
 *
 * @param signal ends a look-up that hangs; the URL then counts as unresolvable.
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
