import { html as template } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Markup as a tagged template; every value is escaped. */
export const html = template as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;

export interface Page {
  readonly title: string;
  readonly content: VNode;
  readonly viewer: { readonly name: string } | null;
  /** Whether there is a way to sign in. */
  readonly canSignIn: boolean;
}

/** @returns a whole document */
export function renderPage({ title, content, viewer, canSignIn }: Page): string {
  const document = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="bar">
          <a class="brand" href="/">Bot list</a>
          ${canSignIn ? html`<nav aria-label="Account">${AccountLinks(viewer)}</nav>` : null}
        </header>
        <main id="main">${content}</main>
        <footer class="bar"><a href="/api/openapi.json">API description</a> <a href="/graphql">GraphQL</a></footer>
      </body>
    </html>
  `;
  return `<!doctype html>${renderToString(document)}`;
}

function AccountLinks(viewer: Page['viewer']): VNode {
  return viewer
    ? html`<form method="post" action="/sign-out"><a href="/account">${viewer.name}</a> <button class="quiet">Sign out</button></form>`
    : html`<a href="/sign-in">Sign in</a>`;
}
