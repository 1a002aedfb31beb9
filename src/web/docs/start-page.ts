import type { VNode } from 'preact';
import { FAILURES } from '../../rest/openapi.ts';
import { html } from '../html.ts';
import { Code, Examples, requestExamples } from './examples.ts';

interface Endpoint {
  /** The last segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly request: string;
  /** Requests a minute and token (section 8 of the contract). */
  readonly perMinute: number;
  readonly about: string;
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'stats',
    title: 'Report the server count',
    request: 'POST /api/v1/bots/{id}/stats',
    perMinute: 60,
    about:
      'The sum over all shards, not one shard’s count. Each report also says that the bot is alive, so report the same number again, every few minutes.',
  },
  {
    name: 'commands',
    title: 'Publish the commands',
    request: 'PUT /api/v1/bots/{id}/commands',
    perMinute: 10,
    about:
      'Replaces the whole list on the bot’s page: at most 100 commands, names of 1 to 32 and descriptions of 1 to 100 characters. The platform’s own command objects may be sent as they are; an empty list clears the page.',
  },
  {
    name: 'check',
    title: 'Ask whether a user has voted',
    request: 'GET /api/v1/bots/{id}/check?userId=…',
    perMinute: 600,
    about:
      'Whether the vote is less than 12 hours old, and when the user can vote again. Without such a vote both times are null.',
  },
  {
    name: 'votes',
    title: 'Read the log of votes',
    request: 'GET /api/v1/bots/{id}/votes?limit=100',
    perMinute: 60,
    about:
      'Newest first, 1 to 1000 a page. `next_cursor` leads to the next page and is null on the last. Each page costs the same, however long the log is.',
  },
];

/** Where developers start: the interface in one page, with what each answer asks of a client. */
export function StartPage(baseUrl: string): VNode {
  return html`
    <h1>For developers</h1>
    <p class="lead">
      A bot reports its server count, publishes its commands and learns who voted for it: over a small JSON interface, and by a
      signed webhook.
    </p>
    <ul class="links">
      <li><a href="/docs/api">REST reference</a></li>
      <li><a href="/docs/webhooks">Webhooks</a></li>
      <li><a href="/api/openapi.json">OpenAPI description</a></li>
    </ul>
    <p>Everything is below <code>${baseUrl}</code>. Requests and answers are JSON in UTF-8.</p>

    <h2 id="authorization">Authorization</h2>
    <p>
      Each listing has one API token, which acts on that listing only. Generate it on the bot’s edit page, section API token: it is
      shown once, and a new one makes the old one worthless at once. Send it in the header <code>Authorization</code>, bare or as${' '}
      <code>Bearer blt_…</code>. It works as soon as the listing is submitted.
    </p>
    <p>
      Keep the token out of your code and off every client: the examples take it from the environment as <code>BOT_TOKEN</code>, and
      the bot’s application id as <code>BOT_ID</code>.
    </p>

    <h2 id="requests">Requests</h2>
    ${ENDPOINTS.map(
      ({ name, title, request, about }) => html`
        <section aria-labelledby=${name}>
          <h3 id=${name}>${title}</h3>
          <p><code>${request}</code></p>
          <p>${withCode(about)}</p>
          ${Examples(name, requestExamples(name, baseUrl))}
        </section>
      `,
    )}
    ${Limits()} ${Failures()} ${Widgets(baseUrl)}
  `;
}

function Limits(): VNode {
  return html`
    <h2 id="limits">Limits</h2>
    <p>So many requests of a token are taken:</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="limits">
      <table>
        <thead><tr><th scope="col">Request</th><th scope="col">A minute</th></tr></thead>
        <tbody>
          ${ENDPOINTS.map(({ request, perMinute }) => html`<tr><td><code>${request.split('?')[0]}</code></td><td>${perMinute}</td></tr>`)}
        </tbody>
      </table>
    </div>
    <p>
      The window slides, and a refused request is not counted. Every answer says how you stand, in the headers${' '}
      <code>RateLimit-Policy</code> and <code>RateLimit</code>. A 429 says in <code>retryAfter</code> and <code>Retry-After</code> how
      many seconds to wait; the next request then passes. Widgets and <code>/api/health</code> have no limit.
    </p>
  `;
}

function Failures(): VNode {
  return html`
    <h2 id="errors">Errors and retries</h2>
    <p>
      A failure is <code>${'{"error": "…"}'}</code>: a sentence for you, which may change. Decide by the status.
    </p>
    <table>
      <thead><tr><th scope="col">Status</th><th scope="col">What it means</th></tr></thead>
      <tbody>
        ${Object.entries(FAILURES).map(([status, meaning]) => html`<tr><td>${status}</td><td>${withCode(meaning)}</td></tr>`)}
      </tbody>
    </table>
    <ul>
      <li>400, 401 and 404 stay what they are until you change the request: do not repeat it.</li>
      <li>After a 429 wait <code>retryAfter</code> seconds and send the request once more.</li>
      <li>
        After a 500, a 503 or no answer at all wait 1 second, then 2, 4, 8 and so on up to a minute, each time a random part less, so
        that not all bots come back together. Every request may be repeated safely: a report and a list of commands replace what was
        there.
      </li>
      <li>Give a request 10 seconds. <a href="/api/health"><code>/api/health</code></a> tells whether the fault is the service’s.</li>
    </ul>
  `;
}

function Widgets(baseUrl: string): VNode {
  const picture = `${baseUrl}/widget/BOT_ID.svg`;
  const page = `${baseUrl}/bot/BOT_ID`;
  const markup = `<a href="${page}">
  <picture>
    <source media="(prefers-color-scheme: dark)" srcset="${picture}?theme=dark">
    <img src="${picture}" alt="Vote for my bot" width="320" height="96">
  </picture>
</a>`;
  return html`
    <h2 id="widgets">Widgets</h2>
    <p>
      A picture of an approved bot with its servers and votes, and the same numbers as JSON at <code>/widget/BOT_ID</code>. Both need
      no token, may be embedded anywhere and are up to five minutes old. The picture is made of vectors, so it is sharp at any size;${' '}
      <code>?theme=dark</code> is for dark backgrounds.
    </p>
    <h3>HTML</h3>
    ${Code(markup, 'widget-html', 'HTML code')}
    <h3>Markdown</h3>
    ${Code(`[![Vote for my bot](${picture})](${page})`, 'widget-markdown', 'Markdown code')}
    <p>A README on a site that lets HTML through, as GitHub does, can take the HTML and follow the reader’s theme.</p>
  `;
}

/** Text in which code stands between backticks. */
function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
