import { WebhookError } from './errors.ts';
import { createSeenDeliveries, type SeenDeliveries } from './seen-deliveries.ts';
import { type OnError, printError, tell } from './tell.ts';
import { type HeaderSource, type SignedRequest, type VoteEvent, verifyWebhook } from './webhook.ts';

/** A delivery has about 150 bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** What to do with webhook requests. */
export interface WebhookOptions {
  /** The webhook's secret, `whsec_…`. */
  readonly secret: string;
  /**
   * Called once for each delivery, before the response. If it throws, the response is 500, and the service sends the
   * vote again. The service waits 10 seconds for the response, so move slow work elsewhere.
   */
  readonly onVote: (vote: VoteEvent) => unknown;
  /** Called instead of `onVote` for a test that an owner sent. Default: only responds. */
  readonly onTest?: ((test: VoteEvent) => unknown) | undefined;
  /** Default: the last 10 000 deliveries, in memory. */
  readonly seen?: SeenDeliveries | undefined;
  /**
   * Called with each refusal (`WebhookError`) and each error of `onVote`. Default: prints errors, but no refusals,
   * since anybody can cause those.
   */
  readonly onError?: OnError | undefined;
}

/** Processes a request, and never rejects. @returns the status of the response */
export type Receive = (
  headers: HeaderSource,
  readBody: () => SignedRequest['body'] | Promise<SignedRequest['body']>,
) => Promise<number>;

/** @throws {TypeError} when the secret is empty: everybody could sign with it */
export function createReceive({ secret, onVote, onTest, seen, onError }: WebhookOptions): Receive {
  if (!secret) throw new TypeError('The webhook needs its secret.');
  const known = seen ?? createSeenDeliveries();
  const listener = onError ?? ((error: unknown) => error instanceof WebhookError || printError(error));
  /** Votes that are being processed: a copy that arrives meanwhile gets the same response. */
  const running = new Map<string, Promise<void>>();

  async function processOnce(vote: VoteEvent): Promise<void> {
    if (!(await known.add(vote.deliveryId))) return;
    try {
      await (vote.isTest ? onTest?.(vote) : onVote(vote));
    } catch (error) {
      await known.delete(vote.deliveryId);
      throw error;
    }
  }

  return async (headers, readBody) => {
    try {
      const event = await verifyWebhook({ secret, headers, body: await readBody() });
      if (event.event === 'vote.create') {
        const { deliveryId } = event;
        const run = running.get(deliveryId) ?? processOnce(event);
        running.set(deliveryId, run);
        await run.finally(() => running.delete(deliveryId));
      }
      return 204;
    } catch (error) {
      void tell(listener, error);
      return error instanceof WebhookError ? error.status : 500;
    }
  };
}

/**
 * Makes a handler of vote webhooks for every server that speaks Web `Request` and `Response`: Deno, Bun, Cloudflare
 * Workers, Next.js, SvelteKit. Nothing may read the request's body before.
 *
 * @throws {TypeError} when the secret is empty
 */
export function createWebhookHandler(options: WebhookOptions): (request: Request) => Promise<Response> {
  const receive = createReceive(options);
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const status = await receive(request.headers, () => {
      if (request.bodyUsed) throw new TypeError(NOT_RAW);
      return readAll(request.body);
    });
    return new Response(null, { status });
  };
}

export const NOT_RAW = 'Something has read the body before the webhook. Put the webhook before body parsers.';

/** @throws {WebhookError} above 64 KiB, and when the sender breaks off */
export async function readAll(stream: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new WebhookError('The body did not arrive as a whole.', 'INVALID_BODY');
  }
  if (size > MAX_BODY_BYTES) throw new WebhookError('The body is too large.', 'BODY_TOO_LARGE');
  const all = new Uint8Array(size);
  for (const chunk of chunks.reverse()) {
    size -= chunk.length;
    all.set(chunk, size);
  }
  return all;
}
