import { type Encoded, encode, FAST_BROTLI, replyEncoded } from '../../http/message/compression.ts';
import type { Handler, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { createCache } from '../../lib/cache.ts';
import { GRAPHIQL_FILES } from './graphiql.ts';

/** All files, compressed. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The hash of a version before the extension. */
const VERSION = /\.[\da-f]{12}(?=\.\w+$)/;

/**
 * The route of the scripts and styles of GraphiQL.
 *
 * @param notFound responds to requests for any other file
 */
export function createDocsFileRoute(notFound: Handler): Route {
  const sources = new Map([...GRAPHIQL_FILES].map(([name, read]) => [name.replace(VERSION, ''), read]));
  /** A file is read and compressed at its first request. After a failure the next request tries again. */
  const encoded = createCache<Encoded, () => Promise<Uint8Array>>({
    maxBytes: MAX_BYTES,
    fetchMethod: async (_name, _before, { context: read }) => encode(await read(), FAST_BROTLI),
  });

  return [
    'GET',
    '/docs/assets/*',
    async (request) => {
      const [name = ''] = request.params;
      // A path of another version gets the present file.
      const plain = name.replace(VERSION, '');
      const read = sources.get(plain);
      if (read === undefined) return notFound(request);
      return replyEncoded(await encoded.forceFetch(plain, { context: read }), {
        'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
        'cache-control': GRAPHIQL_FILES.has(name)
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        ...SECURITY_HEADERS,
      });
    },
  ];
}
