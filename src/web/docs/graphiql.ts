import { createHash } from 'node:crypto';
import { type Encoded, encode, FAST_BROTLI, replyEncoded } from '../../http/message/compression.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';

const TITLE = 'Bot list GraphiQL';
const WELCOME = `# Sign in at /sign-in to act as a user. To act as a bot, send its token in the Authorization header (below).
{
  viewer { userId name bots { botId name state } }
  bots(first: 5) { edges { node { botId name serverCount voteCount } } }
}
`;
const SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The page has several megabytes and is the same for everybody. It is rendered once, for the first request. */
let rendered: Promise<{ readonly encoded: Encoded; readonly policy: string }> | undefined;

/**
 * Serves GraphiQL, the page for writing GraphQL documents, to browsers. All its scripts are inline.
 *
 * @returns undefined unless a browser opens the page
 */
export async function serveGraphiQL({ method, headers }: HttpRequest): Promise<Reply | undefined> {
  if (!['GET', 'HEAD'].includes(method) || !headers.accept?.includes('text/html')) return undefined;
  rendered ??= render().catch((error: unknown) => {
    rendered = undefined;
    throw error;
  });
  const { encoded, policy } = await rendered;
  return replyEncoded(encoded, {
    ...SECURITY_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    // Other clients get another response from the same address.
    'cache-control': 'private, no-cache',
    'content-security-policy': policy,
  });
}

async function render() {
  // The library needs 40 MB of memory, so it is loaded at the first request.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: TITLE, defaultQuery: WELCOME });
  return { encoded: await encode(new TextEncoder().encode(page), FAST_BROTLI), policy: policyOf(page) };
}

/** Allows the rendered scripts and no others. GraphiQL's editor adds styles, and starts workers from blobs. */
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
