import type { VNode } from 'preact';
import { routes } from '../../rest/routes.ts';
import { SAMPLE_BOT } from './docs-page.tsx';

/**
 * The REST reference: a list of operations. Where scripts run, Swagger UI replaces it. Its forms begin with the id of
 * the bot in all examples.
 */
export function ReferencePage(): VNode {
  return (
    <>
      <h1>REST reference</h1>
      <p>
        Every operation, ready to send. It is generated from the{' '}
        <a href="/api/openapi.json">OpenAPI description</a>. The <a href="/docs">introduction</a> describes
        tokens and limits.
      </p>
      <noscript>
        <p role="note">
          With JavaScript you can unfold the operations and try them out. Without it this page is a list of
          them.
        </p>
      </noscript>
      <div id="reference" data-bot={SAMPLE_BOT}>
        <dl class="operations">
          {routes.map(({ method, path, docs }) => (
            <div>
              <dt>
                <code>
                  {method} {path}
                </code>
              </dt>
              <dd>
                {docs.summary}. {docs.description}
              </dd>
              <dd>Status codes: {[200, ...docs.failures].join(', ')}.</dd>
            </div>
          ))}
        </dl>
      </div>
      <link rel="stylesheet" href="/docs/assets/reference.css" />
      <script defer src="/docs/assets/swagger-ui-bundle.js" />
      <script defer src="/docs/assets/reference.js" />
    </>
  );
}
