import type { VNode } from 'preact';
import { routes } from '../../rest/routes.ts';
import { type CodeSamples, type DocsContext, SAMPLE_BOT, withCode } from './docs-page.tsx';
import { exampleOf, requestExamples, streamRequest } from './examples.ts';

/** A request of the REST interface, as the introduction shows it. */
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
      'Send the sum over all shards, from one process, every few minutes.',
      'If each shard sends its own count, your page shows one shard at a time. The dashboard tells you.',
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
      'You can send the platform’s command objects: other members are ignored. Leave out context menus (types 2 and 3), which have no description. The clients do this for you.',
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
      '`voided` repeats the votes of the page that a moderator voided. They no longer count; it is absent without any.',
      'Each page is equally fast, however long the log is.',
    ],
  },
];

/** The introduction for developers: the first call, then every request with its answer, and the limits. */
export function StartPage({ baseUrl, code }: DocsContext): VNode {
  return (
    <>
      <h1>For developers</h1>
      <p class="lead">
        Your bot reports its server count, publishes its commands and checks who voted for it, over a small
        JSON API. A signed webhook tells you about each vote.
      </p>
      {FirstCall(baseUrl, code)}
      <h2 id="authorization">Authorization</h2>
      <p>
        Each listing has one API token, for that listing only. A new token replaces the old one immediately.
        Send it in the <code>Authorization</code> header, bare or as <code>Bearer blt_…</code>. Keep it
        secret: out of your code, and out of apps and web pages.
      </p>
      <p>
        All paths start with <code>{baseUrl}</code>. Requests and responses are JSON in UTF-8.
      </p>
      <h2 id="requests">Requests</h2>
      <p>
        The examples read <code>BOT_ID</code> and <code>BOT_TOKEN</code> from the environment. Save those in
        JavaScript in a file that ends in <code>.mjs</code>.
      </p>
      {ENDPOINTS.map(({ name, title, request, about }) => (
        <section class="endpoint" aria-labelledby={name}>
          <div>
            <h3 id={name}>{title}</h3>
            <p class="request">
              <code>{request}</code>
            </p>
            {about.map((sentence) => (
              <p>{withCode(sentence)}</p>
            ))}
          </div>
          <div class="sample">
            {code.inLanguages(name, requestExamples(name, baseUrl))}
            <p class="answer">Response</p>
            {code.one(exampleResponse(name), 'json', `${name}-answer`, `${title}: Response`)}
          </div>
        </section>
      ))}
      {Stream(baseUrl, code)} {Limits()} {Widgets(baseUrl, code)}
    </>
  );
}

/** The response to the request of the examples, from the description of the route. */
function exampleResponse(name: string): string {
  const route = routes.find(({ path }) => path.endsWith(`/${name}`));
  return exampleOf(route?.docs.response ?? {}) ?? '';
}

function FirstCall(baseUrl: string, code: CodeSamples): VNode {
  const settings = `export BOT_ID=${SAMPLE_BOT}\nexport BOT_TOKEN=blt_…`;
  return (
    <>
      <h2 id="first-call">Your first call</h2>
      <ol class="steps">
        <li>
          <a href="/submit" rel="nofollow">
            Add your bot
          </a>
          , or open it in the dashboard.
        </li>
        <li>
          Generate an API token on its page. It is shown only once. It works immediately, even before your
          listing is approved.
        </li>
        <li>
          Set both in the environment, and send your server count:
          {code.one(settings, 'bash', 'settings', 'The settings')}
          {code.one(
            requestExamples('stats', baseUrl)[0]?.code ?? '',
            'bash',
            'first-call-curl',
            'The first call',
          )}
        </li>
      </ol>
      <p>
        Do you use <a href="/docs/discord-js">discord.js</a>, <a href="/docs/discord-py">discord.py</a>,{' '}
        <a href="/docs/jda">JDA</a> or <a href="/docs/serenity">serenity</a>? See complete examples on these
        pages. What else your listing can have, from translations to news:{' '}
        <a href="/docs/listing">Your listing</a>.
      </p>
    </>
  );
}

function Stream(baseUrl: string, code: CodeSamples): VNode {
  return (
    <>
      <h2 id="stream">Receive votes without a webhook</h2>
      <p>
        <code>{'GET /api/v1/bots/{id}/votes/stream'}</code> sends each vote within a second, as server-sent
        events. Your bot needs no public address.
      </p>
      {code.one(streamRequest(baseUrl), 'bash', 'stream-request', 'Open the stream')}
      {code.one(exampleResponse('stream'), 'bash', 'stream-answer', 'The stream')}
      <ul>
        <li>
          <strong>Continue after a break.</strong> Store the <code>id</code> of each event that you have
          processed, and send the last one as <code>Last-Event-ID</code>. You get each vote once, in the order
          of the log. An <code>id</code> without data comes first: it is your position before the first vote.
        </li>
        <li>
          <strong>Start somewhere else.</strong> <code>?since=</code> takes an <code>id</code> or a time such
          as <code>2026-01-31T12:00:00Z</code>. Without it, the stream begins with the next vote.
        </li>
        <li>
          <strong>Notice a dead connection.</strong> A comment comes every 15 seconds. Connect again when
          nothing came for 45 seconds. Wait as many milliseconds as <code>retry</code> says, and longer after
          each failure.
        </li>
        <li>
          <strong>Limits.</strong> At most 5 open streams per token. The sixth gets 429. Each start counts
          like a request to <code>/votes</code>. The stream ends when the token is replaced or the listing is
          removed.
        </li>
      </ul>
    </>
  );
}

function Limits(): VNode {
  return (
    <>
      <h2 id="limits">Limits</h2>
      <p>Rate limits per token:</p>
      <section class="scroll" tabindex={0} aria-labelledby="limits">
        <table>
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Per minute</th>
            </tr>
          </thead>
          <tbody>
            {ENDPOINTS.map(({ request, perMinute }) => (
              <tr>
                <td>
                  <code>{request.split('?')[0]}</code>
                </td>
                <td>{perMinute}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        The window slides, and refused requests do not count. Every response shows your limit and what remains
        of it in the headers <code>RateLimit-Policy</code> and <code>RateLimit</code>. A 429 response gives
        the seconds to wait in <code>retryAfter</code> and <code>Retry-After</code>. Widgets and{' '}
        <code>/api/health</code> have no limit. What to do on an error: <a href="/docs/errors">Errors</a>.
      </p>
    </>
  );
}

function Widgets(baseUrl: string, code: CodeSamples): VNode {
  const picture = `${baseUrl}/widget/${SAMPLE_BOT}.svg`;
  const page = `${baseUrl}/bot/${SAMPLE_BOT}`;
  const markup = `<a href="${page}">
  <picture>
    <source media="(prefers-color-scheme: dark)" srcset="${picture}?theme=dark">
    <img src="${picture}" alt="Vote for my bot" width="320" height="96">
  </picture>
</a>`;
  return (
    <>
      <h2 id="widgets">Widgets</h2>
      <p>
        A widget is a picture of an approved bot with its servers and votes. <code>{'/widget/{id}'}</code> has
        the same numbers as JSON. Neither needs a token, and both may be embedded anywhere. They are cached
        for five minutes. The picture is an SVG, so it is sharp at any size. Add <code>?theme=dark</code> on a
        dark background.
      </p>
      <h3>HTML</h3>
      {code.one(markup, 'xml', 'widget-html', 'HTML code')}
      <h3>Markdown</h3>
      {code.one(`[![Vote for my bot](${picture})](${page})`, 'markdown', 'widget-markdown', 'Markdown code')}
      <p>
        GitHub and some other sites allow this HTML in a README. The picture then follows the reader’s theme.
      </p>
    </>
  );
}
