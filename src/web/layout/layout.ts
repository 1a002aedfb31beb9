import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { html, renderPart } from '../html.ts';
import { text } from '../text.ts';
import { signInPath } from './sign-in-path.ts';
import type { StaticFiles } from './static-files.ts';
import { type Summary, SummaryTags } from './summary.ts';

/** What the header of every page shows of its viewer. */
export const pageViewer = graphql('fragment PageViewer on Viewer { name role }');

export const viewerDocument = graphql('{ viewer { ...PageViewer } }', [pageViewer]);

export type Viewer = ResultOf<typeof pageViewer>;

export interface Page {
  readonly title: string;
  readonly content: VNode;
  readonly viewer: Viewer | null;
  /** Whether the site has a sign-in. */
  readonly canSignIn: boolean;
  readonly fileUrl: StaticFiles['url'];
  /** Path and query of the page. The sign-in returns there. */
  readonly path?: string | undefined;
  readonly summary?: Summary | undefined;
}

/** @returns a whole HTML document: head, header, content and footer */
export function renderPage({ title, content, viewer, canSignIn, fileUrl, path, summary }: Page): string {
  const document = html`
    <html lang=${text.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === text.siteName ? title : `${title} · ${text.siteName}`}</title>
        <link rel="stylesheet" href=${fileUrl('style.css')} />
        <link rel="icon" href=${fileUrl('icon.svg')} type="image/svg+xml" />
        <meta name="color-scheme" content="light dark" />
        <script type="module" src=${fileUrl('public.js')}></script>
        ${summary ? SummaryTags(title, summary) : null}
      </head>
      <body>
        <a class="skip" href="#main">${text.skip}</a>
        <header class="bar">
          <a class="brand" href="/">${text.siteName}</a>
          <nav aria-label=${text.navigation.label}>
            <a href="/" aria-current=${path === '/' ? 'page' : null}>${text.navigation.directory}</a>
            ${viewer ? html`<a href="/dashboard">${text.navigation.dashboard}</a>` : null}
            ${viewer?.role ? html`<a href="/moderation">${text.navigation.moderation}</a>` : null}
          </nav>
          ${
            canSignIn
              ? html`<nav class="account" aria-label=${text.navigation.account}>${AccountLinks(viewer, path)}</nav>`
              : null
          }
        </header>
        <main id="main" tabindex="-1">${content}</main>
        <footer class="bar">
          ${canSignIn ? html`<a href="/submit" rel="nofollow">${text.navigation.submit}</a>` : null}${' '}
          <a href="/docs">${text.navigation.docs}</a>${' '}
          <a href="/api/openapi.json">${text.navigation.api}</a>${' '}
          <a href="/graphql">${text.navigation.graphql}</a>
        </footer>
      </body>
    </html>
  `;
  return `<!doctype html>${renderPart(document)}`;
}

function AccountLinks(viewer: Viewer | null, path?: string): VNode {
  return viewer
    ? html`<form method="post" action="/sign-out">
        <a href="/account"><bdi>${viewer.name}</bdi></a>${' '}
        <button class="quiet">${text.navigation.signOut}</button>
      </form>`
    : html`<a href=${path === undefined ? '/sign-in' : signInPath(path)} rel="nofollow">${text.navigation.signIn}</a>`;
}
