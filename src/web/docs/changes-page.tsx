import type { VNode } from 'preact';
import { withCode } from './docs-page.tsx';

/** What changed for bots and receivers, newest first. CHANGELOG.md has what changed for everybody else. */
const RELEASES = [
  {
    name: 'Since 1.0.0',
    changes: [
      'Every response has the header `X-Request-Id`. Webhook requests have the ID of the vote’s request.',
      'Webhook requests may have the header `traceparent` (W3C Trace Context).',
      'Tests from the dashboard carry `X-Webhook-Test: true` and `"test": true` in the body. Votes do not.',
      'GraphQL: filters of the directory, suggestions, favourites, deliveries with requests and responses, and more.',
      'Clients for JavaScript and Python.',
    ],
  },
  {
    name: '1.0.0',
    changes: [
      'Server counts, commands, checks, the vote log and widgets.',
      'Signed webhooks with five attempts.',
      'GraphQL for everything that owners do on the site.',
    ],
  },
];

/** The changes of the API. */
export function ChangesPage(): VNode {
  return (
    <>
      <h1>Changes</h1>
      <p class="lead">
        The API only grows. Members and headers may be added at any time, so ignore those that you do not
        know. Nothing is removed within <code>/api/v1</code>.
      </p>
      {RELEASES.map(({ name, changes }) => (
        <>
          <h2 id={idOf(name)}>{name}</h2>
          <ul>
            {changes.map((change) => (
              <li>{withCode(change)}</li>
            ))}
          </ul>
        </>
      ))}
    </>
  );
}

/** Such as `since-1-0-0`. */
const idOf = (name: string) => name.toLowerCase().replaceAll(/[ .]/g, '-');
