import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Its page has all of its 9 MB inline. So this service takes the parts, and serves each as a file. */
const LIBRARY = dirname(fileURLToPath(import.meta.resolve('@graphql-yoga/render-graphiql')));
const FOLDER = '/docs/assets';

/** The workers of the editor by the names that it has for them, with their names in the library. */
const WORKERS = { editorWorkerService: 'editorWorkerService', json: 'jsonWorker', graphql: 'graphqlWorker' };

const version = createHash('sha256')
  .update(readFileSync(join(LIBRARY, '../package.json')))
  .update(readFileSync(import.meta.filename))
  .digest('hex')
  .slice(0, 12);
const pathOf = (part: string) => `${FOLDER}/graphiql-${part}.${version}.${part === 'css' ? 'css' : 'js'}`;

/** The files of the editor by their names, and how each is read. Nothing of them stays in memory. */
export const GRAPHIQL_FILES: ReadonlyMap<string, () => Promise<Uint8Array>> = new Map(
  ['js', 'css', ...Object.values(WORKERS)].map((part) => [
    pathOf(part).slice(FOLDER.length + 1),
    async () => {
      const text = await readPart(part);
      return Buffer.from(part === 'js' ? program(text) : text);
    },
  ]),
);

/** Each line of the library's file is a part: a text as JSON writes it. */
async function readPart(part: string): Promise<string> {
  const start = `export const ${part} = `;
  const line = (await readFile(join(LIBRARY, 'graphiql.js'), 'utf8'))
    .split('\n')
    .find((line) => line.startsWith(start));
  if (line === undefined) throw new Error(`GraphiQL has no part ${part}.`);
  return JSON.parse(line.slice(start.length).replace(/;$/, '')) as string;
}

function program(library: string): string {
  const workers = Object.fromEntries(Object.entries(WORKERS).map(([label, part]) => [label, pathOf(part)]));
  return [
    `const workers = ${JSON.stringify(workers)};`,
    'self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };',
    `${library};`,
    `YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify({ title: TITLE, defaultQuery: WELCOME })});`,
  ].join('\n');
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${TITLE}</title>
    <link rel="icon" href="/favicon.ico">
    <link rel="stylesheet" href="${pathOf('css')}">
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>You need to enable JavaScript to run this app.</noscript>
    <div id="root"></div>
    <script src="${pathOf('js')}"></script>
  </body>
</html>
`;

const HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  // Other clients get another response from the same address.
  'cache-control': 'private, no-cache',
  // The editor adds styles, and has its fonts in them.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "worker-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/**
 * Serves GraphiQL, the page for writing GraphQL documents, to browsers.
 *
 * @returns undefined unless a browser opens the page
 */
export function serveGraphiQL({ method, headers }: HttpRequest): Reply | undefined {
  if (!['GET', 'HEAD'].includes(method) || !headers.accept?.includes('text/html')) return undefined;
  return { status: 200, headers: HEADERS, body: PAGE };
}
