import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Response } from '@whatwg-node/server';
import { LRUCache } from 'lru-cache';
import { renderToString } from 'preact-render-to-string';
import { graphql } from '../../documents/graphql.ts';
import { type Encoded, encode, FAST_BROTLI, respondEncoded } from '../../http/responses/compression.ts';
import type { Route, Visit } from '../../http/route.ts';
import type { Ask } from '../ask.ts';
import { html, pageViewer } from '../html.ts';
import { POLICY, type Responder, SECURITY_HEADERS } from '../respond.ts';
import { text } from '../text.ts';
import { ReferencePage } from './reference-page.ts';
import { StartPage } from './start-page.ts';
import { WebhooksPage } from './webhooks-page.ts';

interface DocsOptions extends Pick<Responder, 'page' | 'notFound' | 'nobody'> {
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly ask: Ask;
}

export const viewerDocument = graphql('{ viewer { ...PageViewer } }', [pageViewer]);
const here = (name: string) => join(import.meta.dirname, name);
const swaggerUi = (name: string) =>
  join(dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css'))), name);
const ASSETS = new Map(
  Object.entries({
    'docs.css': { file: here('docs.css'), type: 'text/css' },
    'reference.css': { file: here('reference.css'), type: 'text/css' },
    'reference.js': { file: here('reference.js'), type: 'text/javascript' },
    'swagger-ui.css': { file: swaggerUi('swagger-ui.css'), type: 'text/css' },
    'swagger-ui-bundle.js': { file: swaggerUi('swagger-ui-bundle.js'), type: 'text/javascript' },
  }),
);
/** The reference is rendered by scripts of this site, which read the description and send what is tried out; its icons are in its style. */
const REFERENCE_POLICY = `${POLICY.replace("img-src 'self'", "img-src 'self' data:")}; connect-src 'self'`;

/** The pages for developers, and the files that they are made of. */
export function createDocs({ publicUrl, ask, page, notFound, nobody }: DocsOptions): readonly Route[] {
  // They are the same for everybody: made once.
  const pages = new Map<string, { title: string; content: string; policy?: string }>(
    Object.entries({
      '/docs': { title: text.docs.start, content: renderToString(StartPage(publicUrl)) },
      '/docs/api': {
        title: text.docs.reference,
        content: renderToString(ReferencePage()),
        policy: REFERENCE_POLICY,
      },
      '/docs/webhooks': { title: text.docs.webhooks, content: renderToString(WebhooksPage()) },
    }),
  );
  /** By file, read and compressed when it is first asked for, and again after that failed. */
  const files = new LRUCache<string, Encoded>({
    max: ASSETS.size,
    fetchMethod: async (file) => encode(await readFile(file), FAST_BROTLI),
  });

  async function asset({ request, places: [name = ''] }: Visit): Promise<Response> {
    const known = ASSETS.get(name);
    if (!known) return notFound(nobody);
    return respondEncoded(request, await files.forceFetch(known.file), {
      'content-type': `${known.type}; charset=utf-8`,
      'cache-control': 'public, max-age=3600',
      ...SECURITY_HEADERS,
    });
  }

  async function show({ request, url }: Visit): Promise<Response | undefined> {
    const known = pages.get(url.pathname.replace(/\/$/, ''));
    if (!known) return undefined;
    // The reference has a style of its own.
    const content = html`
      <link rel="stylesheet" href="/docs/assets/docs.css" />
      <article class=${known.policy ? null : 'docs'} dangerouslySetInnerHTML=${{ __html: known.content }}></article>
    `;
    return page(known.title, content, await ask(request, viewerDocument, {}), {
      path: url.pathname,
      headers: known.policy ? { 'content-security-policy': known.policy } : {},
    });
  }

  return [
    ...[...pages.keys()].flatMap((path) => [
      ['GET', path, show] as const,
      ['GET', `${path}/`, show] as const,
    ]),
    ['GET', '/docs/assets/*', asset],
  ];
}
