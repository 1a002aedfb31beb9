import { createHash } from 'node:crypto';
import type { Response } from '@whatwg-node/server';
import { type Encoded, encode, FAST_BROTLI, respondEncoded } from '../http/responses/compression.ts';
import { HTML, SECURITY_HEADERS } from './respond.ts';
import { text } from './text.ts';

const WELCOME = `# ${text.graphiql.hint}
{
  viewer { userId name bots { botId name state } }
  bots(first: 5) { edges { node { botId name serverCount voteCount } } }
}
`;
const SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The same for everybody, and of many megabytes: it is rendered and compressed once, for the first who asks. */
let made: Promise<{ readonly encoded: Encoded; readonly policy: string }> | undefined;

/**
 * Serves browsers the page for writing documents: everything of it stands in it.
 *
 * @returns undefined for who is no browser that opens a page
 */
export async function serveGraphiQL(request: Request): Promise<Response | undefined> {
  const { method, headers } = request;
  if (!['GET', 'HEAD'].includes(method) || !headers.get('accept')?.includes('text/html')) return undefined;
  made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  const { encoded, policy } = await made;
  return respondEncoded(request, encoded, {
    ...SECURITY_HEADERS,
    'content-type': HTML,
    // Other clients are answered with something else at this address.
    'cache-control': 'private, no-cache',
    'content-security-policy': policy,
  });
}

async function make() {
  // The library is 40 MB in memory: loaded for the first who asks.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: text.graphiql.title, defaultQuery: WELCOME });
  return { encoded: await encode(new TextEncoder().encode(page), FAST_BROTLI), policy: policyOf(page) };
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
