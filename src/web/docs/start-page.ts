import type { VNode } from 'preact';
import { FAILURES } from '../../rest/openapi.ts';
import { requestExamples } from '../examples.ts';
import { html } from '../html.ts';
import { CodeInLanguages, CodeSample } from './code-samples.ts';

interface Endpoint {
  /** The last segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly request: string;
  /** Allowed requests per minute and token (section 8 of the contract). */
  readonly perMinute: number;
  /** Sentences, with code between backticks. */
  readonly about: readonly string[];
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'stats',
    title: 'Report the server count',
    request: 'POST /api/v1/bots/{id}/stats',
    perMinute: 60,
    about: [
      'Send the sum over all shards, every few minutes.',
      'Send the same number again too: each report also shows that the bot is online.',
    ],
  },
  {
    name: 'commands',
    title: 'Publish the commands',
    request: 'PUT /api/v1/bots/{id}/commands',
    perMinute: 10,
    about: [
      'Replaces the whole list on the bot’s page.',
      'At most 100 commands, with names of 1 to 32 and descriptions of 1 to 100 characters.',
      'You can send the platform’s command objects unchanged.',
      'An empty list removes all commands.',
    ],
  },
  {
    name: 'check',
    title: 'Check whether a user has voted',
    request: 'GET /api/v1/bots/{id}/check?userId=…',
    perMinute: 600,
    about: [
      'Tells whether the user voted in the last 12 hours, when, and when they can vote again.',
      'Without such a vote both times are null.',
    ],
  },
  {
    name: 'votes',
    title: 'Read the vote log',
    request: 'GET /api/v1/bots/{id}/votes?limit=100',
    perMinute: 60,
    about: [
      'Newest first, 1 to 1000 votes per page.',
      '`next_cursor` leads to the next page and is null on the last page.',
      'Each page is equally fast, however long the log is.',
    ],
  },
];

/** The introduction for developers: every request, with its limits, errors and retries. */
export function StartPage(baseUrl: string): VNode {
  return html`
    <h1>For developers</h1>
    <p class="lead">
      Your bot reports its server count, publishes its commands and checks who voted for it, over a small JSON API. A
      signed webhook tells you about each vote.
    </p>
    <ul class="links">
      <li><a href="/docs/api">REST reference</a></li>
      <li><a href="/docs/webhooks">Webhooks</a></li>
      <li><a href="/api/openapi.json">OpenAPI description</a></li>
    </ul>
    <p>All paths start with <code>${baseUrl}</code>. Requests and responses are JSON in UTF-8.</p>

    <h2 id="authorization">Authorization</h2>
    <p>
      Each listing has one API token, for that listing only. Generate it on the bot’s edit page, under “API token”. It
      is shown once, and a new token replaces the old one immediately. Send it in
      the <code>Authorization</code> header, bare or as${' '}
      <code>Bearer blt_…</code>. It works as soon as you have submitted the listing.
    </p>
    <p>
      Keep the token secret: out of your code, and out of apps and web pages. The examples read it from the
      environment variable${' '}
      <code>BOT_TOKEN</code>, and the bot’s application ID from <code>BOT_ID</code>.
    </p>

    <h2 id="requests">Requests</h2>
    ${ENDPOINTS.map(
      ({ name, title, request, about }) => html`
        <section aria-labelledby=${name}>
          <h3 id=${name}>${title}</h3>
          <p><code>${request}</code></p>
          <p>${withCode(about.join(' '))}</p>
          ${CodeInLanguages(name, requestExamples(name, baseUrl))}
        </section>
      `,
    )}
    ${Limits()} ${Failures()} ${Widgets(baseUrl)}
  `;
}

function Limits(): VNode {
  return html`
    <h2 id="limits">Limits</h2>
    <p>Rate limits per token:</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="limits">
      <table>
        <thead><tr><th scope="col">Request</th><th scope="col">Per minute</th></tr></thead>
        <tbody>
          ${ENDPOINTS.map(
            ({ request, perMinute }) =>
              html`<tr><td><code>${request.split('?')[0]}</code></td><td>${perMinute}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p>
      The window slides, and refused requests do not count. Every response shows your limit and what remains of it in
      the headers${' '}
      <code>RateLimit-Policy</code> and <code>RateLimit</code>. A 429 response gives the seconds to wait
      in <code>retryAfter</code>${' '}
      and <code>Retry-After</code>. Widgets and <code>/api/health</code> have no limit.
    </p>
  `;
}

function Failures(): VNode {
  return html`
    <h2 id="errors">Errors and retries</h2>
    <p>
      An error response is <code>${'{"error": "…"}'}</code>. Its text is for people and may change. Use the status
      code in your program.
    </p>
    <table>
      <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
      <tbody>
        ${Object.entries(FAILURES).map(
          ([status, meaning]) => html`<tr><td>${status}</td><td>${withCode(meaning)}</td></tr>`,
        )}
      </tbody>
    </table>
    <ul>
      <li>400, 401 and 404: do not retry. The same request fails again.</li>
      <li>429: wait <code>retryAfter</code> seconds, then retry once.</li>
      <li>
        500, 503 or no response: retry after 1 second, then after 2, 4, 8 and so on, up to a minute. Shorten each wait
        by a random part, so that not all bots retry at the same time. Retries are safe: a report and a list of
        commands replace the earlier ones.
      </li>
      <li>
        Use a timeout of 10 seconds. <a href="/api/health"><code>/api/health</code></a> shows whether the service is
        working.
      </li>
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
      A widget is a picture of an approved bot with its servers and votes. <code>/widget/BOT_ID</code> has the same
      numbers as JSON. Neither needs a token, and both may be embedded anywhere. They are cached for five minutes. The
      picture is an SVG, so it is sharp at any size. Add <code>?theme=dark</code> on a dark background.
    </p>
    <h3>HTML</h3>
    ${CodeSample(markup, 'widget-html', 'HTML code')}
    <h3>Markdown</h3>
    ${CodeSample(`[![Vote for my bot](${picture})](${page})`, 'widget-markdown', 'Markdown code')}
    <p>GitHub and some other sites allow this HTML in a README. The picture then follows the reader’s theme.</p>
  `;
}

/** Turns text between backticks into code. */
function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
