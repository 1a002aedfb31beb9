import { type UnsafeUrlCode, UnsafeUrlError } from '../../net/target.ts';
import { InvalidInputError } from './errors.ts';
import type { WithSender } from './needs.ts';
import type { PlainReason } from './refusal.ts';

/**
 * A missing and a private address have the same reason: the difference would reveal names in the network of the
 * service.
 */
const UNSAFE: Readonly<Record<UnsafeUrlCode, PlainReason>> = {
  malformed: 'webhook.malformed',
  too_long: 'webhook.tooLong',
  not_https: 'webhook.notHttps',
  credentials: 'webhook.credentials',
  port: 'webhook.port',
  local_name: 'webhook.localName',
  unresolvable: 'webhook.notPublic',
  not_public: 'webhook.notPublic',
};

/**
 * Checks a URL that users give, to which the service will send (contract, section 6, rule 7). It resolves the host, which
 * takes up to some seconds.
 *
 * @throws {InvalidInputError} when the URL is not https or its host is not public
 */
export async function vetUrl({ sender }: WithSender, url: string): Promise<void> {
  try {
    await sender.vet(url);
  } catch (error) {
    if (error instanceof UnsafeUrlError) throw new InvalidInputError(UNSAFE[error.code]);
    throw error;
  }
}
