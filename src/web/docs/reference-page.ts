import type { VNode } from 'preact';
import { routes } from '../../rest/routes.ts';
import { html } from '../html.ts';

/** The REST reference: a list of operations. Where scripts run, Swagger UI replaces it. */
export function ReferencePage(): VNode {
  return html`
    <h1>REST reference</h1>
    <p>
      Generated from the <a href="/api/openapi.json">OpenAPI description</a>. The${' '}
      <a href="/docs">introduction</a> describes tokens, limits, errors and retries.
    </p>
    <noscript>
      <p role="note">With JavaScript you can unfold the operations and try them out. Without it this page is a list of
      them.</p>
    </noscript>
    <div id="reference">
      <dl class="operations">
        ${routes.map(
          ({ method, path, docs }) => html`
            <div>
              <dt><code>${method} ${path}</code></dt>
              <dd>${docs.summary}. ${docs.description}</dd>
              <dd>Status codes: ${[200, ...docs.failures].join(', ')}.</dd>
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
