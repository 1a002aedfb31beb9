import type { Response } from '@whatwg-node/server';
import { POLICY } from '../../http/responses/security-headers.ts';
import type { Route, Visit } from '../../http/route.ts';
import { html, renderPart } from '../html.ts';
import { viewerDocument } from '../layout/layout.ts';
import type { PageResponder } from '../layout/page-response.ts';
import type { RunDocument } from '../run-document.ts';
import { text } from '../text.ts';
import { createDocsFileRoute } from './files.ts';
import { ReferencePage } from './reference-page.ts';
import { StartPage } from './start-page.ts';
import { WebhooksPage } from './webhooks-page.ts';

interface DocsOptions extends Pick<PageResponder, 'page' | 'notFound' | 'nobody'> {
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly runDocument: RunDocument;
}

/** Swagger UI reads the OpenAPI description, sends requests that are tried out, and has icons in its style sheet. */
const REFERENCE_POLICY = `${POLICY.replace("img-src 'self'", "img-src 'self' data:")}; connect-src 'self'`;

/** The pages for developers, and their files. The content is rendered once because it is the same for all readers. */
export function createDocsRoutes({
  publicUrl,
  runDocument,
  page,
  notFound,
  nobody,
}: DocsOptions): readonly Route[] {
  const pages = new Map<string, { title: string; content: string; policy?: string }>(
    Object.entries({
      '/docs': { title: text.docs.start, content: renderPart(StartPage(publicUrl)) },
      '/docs/api': {
        title: text.docs.reference,
        content: renderPart(ReferencePage()),
        policy: REFERENCE_POLICY,
      },
      '/docs/webhooks': { title: text.docs.webhooks, content: renderPart(WebhooksPage()) },
    }),
  );

  async function show({ request, url }: Visit): Promise<Response | undefined> {
    const known = pages.get(url.pathname.replace(/\/$/, ''));
    if (!known) return undefined;
    // The reference has a style of its own.
    const content = html`
      <link rel="stylesheet" href="/docs/assets/docs.css" />
      <article class=${known.policy ? null : 'docs'} dangerouslySetInnerHTML=${{ __html: known.content }}></article>
    `;
    return page(known.title, content, await runDocument(request, viewerDocument, {}), {
      path: url.pathname,
      headers: known.policy ? { 'content-security-policy': known.policy } : {},
    });
  }

  return [
    ...[...pages.keys()].flatMap((path) => [
      ['GET', path, show] as const,
      ['GET', `${path}/`, show] as const,
    ]),
    createDocsFileRoute(() => notFound(nobody)),
  ];
}
