import { html as template } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import { assetUrl } from './assets.ts';
import { text } from './text.ts';

/** All but `unknown`, the type of a field that the schema does not have. */
type Value = string | number | boolean | object | null | undefined;

/** Markup as a tagged template; every value is escaped. */
export const html = template as (strings: TemplateStringsArray, ...values: Value[]) => VNode;

/** What every page shows of the person who looks at it. */
export const pageViewer = graphql('fragment PageViewer on Viewer { name role }');

export type Viewer = ResultOf<typeof pageViewer>;

/** What a page tells those who link to it and index it. */
export interface Summary {
  readonly description: string;
  /** The page's one address. */
  readonly canonical: string;
  /** Whether search engines should only follow its links, as with one of very many parts or results. */
  readonly isPassage?: boolean;
  /** The address of a picture. */
  readonly image?: string;
  /** A description of its subject in the vocabulary of schema.org. */
  readonly subject?: object;
}

export interface Page {
  readonly title: string;
  readonly content: VNode;
  readonly viewer: Viewer | null;
  /** Whether there is a way to sign in. */
  readonly canSignIn: boolean;
  /** Path and query of the page: who signs in returns there. */
  readonly path?: string | undefined;
  readonly summary?: Summary | undefined;
}

/** @returns a whole document */
export function renderPage({ title, content, viewer, canSignIn, path, summary }: Page): string {
  const document = html`
    <html lang=${text.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === text.siteName ? title : `${title} · ${text.siteName}`}</title>
        <link rel="stylesheet" href=${assetUrl('style.css')} />
        <link rel="icon" href=${assetUrl('icon.svg')} type="image/svg+xml" />
        <meta name="color-scheme" content="light dark" />
        <script type="module" src=${assetUrl('public.js')}></script>
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
          ${canSignIn ? html`<nav class="account" aria-label=${text.navigation.account}>${AccountLinks(viewer, path)}</nav>` : null}
        </header>
        <main id="main" tabindex="-1">${content}</main>
        <footer class="bar">
          ${canSignIn ? html`<a href="/submit" rel="nofollow">${text.navigation.submit}</a>` : null} <a href="/docs">${text.navigation.docs}</a> <a href="/api/openapi.json">${text.navigation.api}</a> <a href="/graphql">${text.navigation.graphql}</a>
        </footer>
      </body>
    </html>
  `;
  return `<!doctype html>${renderToString(document)}`;
}

/** @returns the markup of a part of a page */
export const renderPart = (part: VNode): string => renderToString(part);

function SummaryTags(title: string, { description, canonical, isPassage, image, subject }: Summary): VNode {
  const graph: Record<string, string | undefined> = {
    'og:site_name': text.siteName,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:image': image,
  };
  return html`
    <meta name="description" content=${description} />
    <link rel="canonical" href=${canonical} />
    ${isPassage ? html`<meta name="robots" content="noindex" />` : null}
    ${Object.entries(graph).map(
      ([property, content]) => content && html`<meta property=${property} content=${content} />`,
    )}
    ${subject ? html`<script type="application/ld+json" dangerouslySetInnerHTML=${{ __html: dataBlock(subject) }}></script>` : null}
  `;
}

/** JSON that ends no script element and opens no comment, whatever is in it. */
function dataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function AccountLinks(viewer: Viewer | null, path?: string): VNode {
  const signIn = path === undefined ? '/sign-in' : `/sign-in?${new URLSearchParams({ return: path })}`;
  return viewer
    ? html`<form method="post" action="/sign-out"><a href="/account"><bdi>${viewer.name}</bdi></a> <button class="quiet">${text.navigation.signOut}</button></form>`
    : html`<a href=${signIn} rel="nofollow">${text.navigation.signIn}</a>`;
}
