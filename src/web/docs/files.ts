import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type Encoded, encode, FAST_BROTLI, replyEncoded } from '../../http/message/compression.ts';
import type { Handler, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';

const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * The route of the scripts and styles of the pages for developers, Swagger UI's among them.
 *
 * @param notFound responds to requests for any other file
 */
export function createDocsFileRoute(notFound: Handler): Route {
  const own = (name: string) => join(import.meta.dirname, name);
  const swaggerFolder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
  const swagger = (name: string) => join(swaggerFolder, name);
  const files = new Map([
    ['docs.css', { path: own('docs.css'), type: STYLE }],
    ['docs.js', { path: own('docs.js'), type: SCRIPT }],
    ['reference.css', { path: own('reference.css'), type: STYLE }],
    ['reference.js', { path: own('reference.js'), type: SCRIPT }],
    ['swagger-ui.css', { path: swagger('swagger-ui.css'), type: STYLE }],
    ['swagger-ui-bundle.js', { path: swagger('swagger-ui-bundle.js'), type: SCRIPT }],
  ]);
  /** A file is read and compressed at its first request. After a failure the next request tries again. */
  const encoded = new LRUCache<string, Encoded>({
    max: files.size,
    fetchMethod: async (path) => encode(await readFile(path), FAST_BROTLI),
  });

  return [
    'GET',
    '/docs/assets/*',
    async (request) => {
      const file = files.get(request.params[0] ?? '');
      if (!file) return notFound(request);
      return replyEncoded(await encoded.forceFetch(file.path), {
        'content-type': file.type,
        'cache-control': 'public, max-age=3600',
        ...SECURITY_HEADERS,
      });
    },
  ];
}
