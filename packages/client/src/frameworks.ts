import {
  createReceive,
  createWebhookHandler,
  NOT_RAW,
  readAll,
  type WebhookOptions,
} from './webhook-handler.ts';

/*
 * The frameworks' types are written down here as far as they are used, so the package depends on none of them.
 */

/** A request of Node's HTTP server, or of Express. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly readableEnded: boolean;
  /** What a body parser made of it. */
  readonly body?: unknown;
  /** What Google Cloud Functions and some body parsers keep. */
  readonly rawBody?: unknown;
}

interface NodeResponse {
  readonly headersSent?: boolean;
  writeHead(status: number, headers: Record<string, string>): { end(): unknown };
}

/**
 * Makes a handler of vote webhooks for Express, and for Node's own HTTP server. It reads the raw body itself, so put it
 * before `express.json()`. After `express.raw()` it uses the bytes in `request.body`.
 *
 *     app.post('/webhook', expressWebhook({ secret, onVote }));
 *
 * @throws {TypeError} when the secret is empty
 */
export function expressWebhook(
  options: WebhookOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = createReceive(options);
  return async (request, response) => {
    const isPost = request.method === 'POST';
    const status = isPost ? await receive(request.headers, () => bodyOf(request)) : 405;
    // A time limit of the bot's server may have responded. Writing again would throw.
    if (response.headersSent) return;
    response.writeHead(status, isPost ? {} : { allow: 'POST' }).end();
  };
}

function bodyOf(request: NodeRequest): Promise<Uint8Array> | Uint8Array | string {
  for (const raw of [request.rawBody, request.body]) {
    if (typeof raw === 'string' || raw instanceof Uint8Array) return raw;
  }
  if (request.readableEnded) throw new TypeError(NOT_RAW);
  return readAll(request);
}

interface FastifyScope {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parse: (request: unknown, body: Uint8Array) => Promise<Uint8Array>,
  ): unknown;
  post(
    path: string,
    handle: (
      request: { readonly headers: NodeRequest['headers']; readonly body?: Uint8Array | null },
      reply: { code(status: number): { send(): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * Makes a Fastify plugin that takes vote webhooks. In its own scope bodies stay raw; other routes still parse JSON.
 *
 *     app.register(fastifyWebhook({ secret, onVote }), { prefix: '/webhook' });
 *
 * @throws {TypeError} when the secret is empty
 */
export function fastifyWebhook(options: WebhookOptions): (scope: unknown) => Promise<void> {
  const receive = createReceive(options);
  return async (instance) => {
    // Fastify's own types are generic in its server and its logger, which this plugin does not care about.
    const scope = instance as FastifyScope;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_, body) => body);
    scope.post('/', async (request, reply) =>
      reply.code(await receive(request.headers, () => request.body ?? '')).send(),
    );
  };
}

/**
 * Makes a handler of vote webhooks for Hono. It reads the raw request, so no middleware before it may read the body.
 *
 *     app.post('/webhook', honoWebhook({ secret, onVote }));
 *
 * @throws {TypeError} when the secret is empty
 */
export function honoWebhook(
  options: WebhookOptions,
): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  const handle = createWebhookHandler(options);
  return (context) => handle(context.req.raw);
}
