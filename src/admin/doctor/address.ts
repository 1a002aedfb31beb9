import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/http.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** People use https, and the service knows the proxies in front of it. */
export function checkAddress({
  publicUrl,
  trustedProxies,
  database,
}: Pick<Config, 'publicUrl' | 'trustedProxies' | 'database'>): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = isLoopback(hostname);
  if (isLocal && database.kind === 'server') {
    const todo = 'Set PUBLIC_URL to the https address that people use.';
    return [warning('public-url', `PUBLIC_URL is ${publicUrl}, which only this machine can open.`, todo)];
  }
  if (isLocal) return [ok('public-url', `The service is for this machine: ${publicUrl}.`)];
  const address =
    protocol === 'https:'
      ? ok('public-url', `PUBLIC_URL is ${publicUrl}.`)
      : problem('public-url', `PUBLIC_URL is ${publicUrl}, without TLS.`, 'Serve the site over https.');
  const proxies =
    trustedProxies.length > 0
      ? ok('proxies', `TRUSTED_PROXIES is ${trustedProxies.join(', ')}.`)
      : warning(
          'proxies',
          'TRUSTED_PROXIES is not set.',
          'Name the network of the proxy: otherwise all visitors behind it share one rate limit.',
        );
  return [address, proxies];
}
