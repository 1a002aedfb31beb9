import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Encoded, encode, FAST_BROTLI, replyEncoded } from '../../http/message/compression.ts';
import type { Handler, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { createCache } from '../../lib/cache.ts';

const OWN = ['docs.css', 'docs.js', 'reference.css', 'reference.js'];
const SWAGGER = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * The route of the scripts and styles of the pages for developers, Swagger UI's among them.
 *
 * @param notFound responds to requests for any other file
 */
export function createDocsFileRoute(notFound: Handler): Route {
  const swagger = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
  const paths = new Map([
    ...OWN.map((name) => [name, join(import.meta.dirname, name)] as const),
    ...SWAGGER.map((name) => [name, join(swagger, name)] as const),
  ]);
  /** A file is read and compressed at its first request. After a failure the next request tries again. */
  const encoded = createCache<Encoded>({
    maxBytes: 8 * 1024 * 1024,
    fetchMethod: async (path) => encode(await readFile(path), FAST_BROTLI),
  });

  return [
    'GET',
    '/docs/assets/*',
    async (request) => {
      const [name = ''] = request.params;
      const path = paths.get(name);
      if (path === undefined) return notFound(request);
      return replyEncoded(await encoded.forceFetch(path), {
        'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
        'cache-control': 'public, max-age=3600',
        ...SECURITY_HEADERS,
      });
    },
  ];
}
