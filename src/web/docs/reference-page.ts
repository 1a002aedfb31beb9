import type { VNode } from 'preact';
import { routes } from '../../rest/routes.ts';
import { html } from '../html.ts';

/** The REST reference: a list of the operations, which a script turns into one that can be tried out. */
export function ReferencePage(): VNode {
  return html`
    <h1>REST reference</h1>
    <p>
      From the <a href="/api/openapi.json">OpenAPI description</a>. What the answers ask of a client is in the${' '}
      <a href="/docs">introduction</a>.
    </p>
    <noscript>
      <p role="note">Without JavaScript this page is a list of the operations; with it, they can be unfolded and tried out.</p>
    </noscript>
    <div id="reference">
      <dl class="operations">
        ${routes.map(
          ({ method, path, docs }) => html`
            <div>
              <dt><code>${method} ${path}</code></dt>
              <dd>${docs.summary}. ${docs.description}</dd>
              <dd>Answers ${[200, ...docs.failures].join(', ')}.</dd>
            </div>
          `,
        )}
      </dl>
    </div>
    <link rel="stylesheet" href="/docs/assets/reference.css" />
    <script defer src="/docs/assets/swagger-ui-bundle.js"></script>
    <script defer src="/docs/assets/reference.js"></script>
  `;
}
