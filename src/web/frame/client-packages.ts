import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../../http/message/reply.ts';
import type { Handler, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';

/** Where the packages stand, in each version that was ever released: the lock files of bots name them. */
const FOLDER = join(import.meta.dirname, '../../../packages/released');
const HASHES = 'SHA256SUMS';

/** What the clients are installed by: an argument of `npm install`, and one of `pip install`. */
export interface ClientPackages {
  readonly npm: string;
  readonly pip: string;
  /** The address of the hashes of all versions; absent where the packages come from npm and PyPI. */
  readonly hashes?: string;
}

/**
 * Says how to install the clients for JavaScript and Python. This instance serves them itself: whoever registers a name
 * that nobody owns would get the tokens of all bots that install it.
 *
 * @param publicUrl the public address of the service, without a trailing slash
 * @param isPublished whether the operator owns the packages' names on npm and PyPI
 */
export function clientPackages(publicUrl: string, isPublished: boolean): ClientPackages {
  if (isPublished) return { npm: '@bot-listing/client', pip: 'bot-listing-client' };
  const address = (extension: string) => `${publicUrl}/clients/${newest(extension)}`;
  return { npm: address('.tgz'), pip: address('.whl'), hashes: `${publicUrl}/clients/${HASHES}` };
}

const names = (): string[] => readdirSync(FOLDER).filter((name) => /\.(?:tgz|whl)$/.test(name));

function newest(extension: string): string {
  const found = names()
    .filter((name) => name.endsWith(extension))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .at(-1);
  if (found === undefined) throw new Error(`There is no client package *${extension}.`);
  return found;
}

/**
 * The route of the packages, and of their hashes as `sha256sum --check` reads them. A version never changes, so it may
 * be cached for ever.
 *
 * @param notFound responds to requests for any other file
 * @throws when a package cannot be read
 */
export function createClientPackagesRoute(notFound: Handler): Route {
  const files = new Map(names().map((name) => [name, readFileSync(join(FOLDER, name))]));
  const sums = [...files].map(
    ([name, body]) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`,
  );
  const reply = (body: Buffer | string, type: string, maxAge: string): Reply => ({
    status: 200,
    headers: { 'content-type': type, 'cache-control': `public, ${maxAge}`, ...SECURITY_HEADERS },
    body,
  });
  return [
    'GET',
    '/clients/*',
    (request) => {
      const [name = ''] = request.params;
      if (name === HASHES) return reply(sums.join(''), 'text/plain; charset=utf-8', 'max-age=300');
      const body = files.get(name);
      return body
        ? reply(body, 'application/octet-stream', 'max-age=31536000, immutable')
        : notFound(request);
    },
  ];
}
