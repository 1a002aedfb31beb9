import type { VNode } from 'preact';
import { type DocsContext, withCode } from './docs-page.tsx';

interface Guide {
  readonly status: string;
  readonly title: string;
  readonly meaning: string;
  readonly example: string;
  /** Each with what to do about it. */
  readonly causes: readonly (readonly [cause: string, remedy: string])[];
}

/** The statuses of section 7 of the contract, as a developer meets them. */
const GUIDES: readonly Guide[] = [
  {
    status: '400',
    title: 'A value is wrong',
    meaning:
      'The text names the first value that is wrong. Nothing was stored. The same request fails again.',
    example: '{"error": "server_count must be an integer."}',
    causes: [
      ['The count is a string, such as `"1234"`.', 'Send a number: `{"server_count": 1234}`.'],
      ['The body is not JSON.', 'Send JSON in UTF-8, and `Content-Type: application/json`.'],
      ['Two names of the count are in one body.', 'Send one of `server_count`, `guildCount` and `guilds`.'],
      ['`userId` is missing, or lost digits.', 'Keep IDs as strings: they do not fit a JavaScript number.'],
    ],
  },
  {
    status: '401',
    title: 'The token is not known',
    meaning: 'The header `Authorization` is missing or unreadable, or nobody has this token.',
    example: '{"error": "Invalid token."}',
    causes: [
      ['The environment variable is empty.', 'Print its length, never the token itself.'],
      [
        'A new token was generated. The old one stopped working immediately.',
        'Copy the new token into your bot’s settings.',
      ],
      ['You sent the webhook’s secret.', 'The token begins with `blt_`, the secret with `whsec_`.'],
    ],
  },
  {
    status: '404',
    title: 'The token does not belong to this bot',
    meaning: 'The bot is not listed, or the token belongs to another bot. Both get the same response.',
    example: '{"error": "Bot not found."}',
    causes: [
      ['The path has the ID of a server or of a user.', 'Use the application ID of the bot.'],
      ['You run a test bot with the token of another one.', 'Each listing has a token of its own.'],
    ],
  },
  {
    status: '429',
    title: 'Too many requests',
    meaning: 'Wait `retryAfter` seconds. The request after that passes. Refused requests do not count.',
    example: '{"error": "Rate limit exceeded.", "retryAfter": 12}',
    causes: [
      ['Every shard reports.', 'Add the counts up, and report the sum from one process.'],
      [
        'You check every user of a server at startup.',
        'Check when somebody uses a command, or take the webhook.',
      ],
      ['The program retries without waiting.', 'Read `retryAfter` or the header `Retry-After`.'],
    ],
  },
  {
    status: '500, 503',
    title: 'We could not respond',
    meaning: 'The request was right. Retry after 1 second, then 2, 4, 8 and so on, up to a minute.',
    example: '{"error": "The request could not be stored or answered; try again later."}',
    causes: [
      ['The service restarts, or is busy.', 'Retry. Shorten each wait by a random part.'],
      [
        'It lasts for minutes.',
        'Look at `/api/health`, and send us the header `X-Request-Id` of a response.',
      ],
    ],
  },
];

/** Which errors there are, why they come, and what helps. */
export function ErrorsPage({ code }: DocsContext): VNode {
  return (
    <>
      <h1>Errors</h1>
      <p class="lead">
        Every error is JSON with one sentence. Decide by the status code: the sentence may change.
      </p>
      {GUIDES.map(({ status, title, meaning, example, causes }) => (
        <section class="endpoint" aria-labelledby={idOf(status)}>
          <div>
            <h2 id={idOf(status)}>
              <span class="status">{status}</span> {title}
            </h2>
            <p>{withCode(meaning)}</p>
          </div>
          <div class="sample">
            {code.one(example, 'json', `${idOf(status)}-example`, `A response with status ${status}`)}
          </div>
          <dl class="causes">
            {causes.map(([cause, remedy]) => (
              <div>
                <dt>{withCode(cause)}</dt>
                <dd>{withCode(remedy)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <h2 id="retries">What is safe to retry</h2>
      <p>
        All requests. A report and a list of commands replace the earlier ones, and the others only read. Use
        a timeout of 10 seconds:{' '}
        <a href="/api/health">
          <code>/api/health</code>
        </a>{' '}
        shows whether the service works.
      </p>
    </>
  );
}

const idOf = (status: string) => `status-${status.split(',')[0]}`;
