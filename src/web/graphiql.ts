import { createHash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { Response } from '@whatwg-node/server';
import { HTML, SECURITY_HEADERS } from './respond.ts';
import { text } from './text.ts';

const WELCOME = `# ${text.graphiql.hint}
{
  viewer { userId name bots { botId name state } }
  bots(first: 5) { edges { node { botId name serverCount voteCount } } }
}
`;
const SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Nobody's page is like another's: it is rendered once, for the first who asks. */
let made: { readonly body: Uint8Array<ArrayBuffer>; readonly policy: string } | undefined;

/**
 * Serves browsers the page for writing documents: everything of it stands in it.
 *
 * @returns undefined for who is no browser that opens a page
 */
export function serveGraphiQL({ method, headers }: Request): Response | undefined {
  if (method !== 'GET' || !headers.get('accept')?.includes('text/html')) return undefined;
  made ??= make();
  return new Response(made.body, {
    headers: { ...SECURITY_HEADERS, 'content-type': HTML, 'content-security-policy': made.policy },
  });
}

function make() {
  const page = renderGraphiQL({ title: text.graphiql.title, defaultQuery: WELCOME });
  return { body: new TextEncoder().encode(page), policy: policyOf(page) };
}

/** Its scripts are those that were rendered and no others; its editor writes styles, and starts workers from memory. */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
