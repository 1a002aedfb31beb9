import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly body: {
    readonly event: string;
    readonly bot_id: string;
    readonly user_id: string;
    readonly voted_at: string;
  };
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The status of the next responses; 200 at first. */
  answer: (request: Received) => number | Promise<number>;
  /** Waits until this many requests have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a webhook receiver on loopback, as an owner would run one. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiters = new Set<() => void>();
  const receiver = { answer: (() => 200) as Receiver['answer'] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks);
    const arrival: Received = {
      headers: request.headers,
      rawBody,
      body: JSON.parse(rawBody.toString()) as Received['body'],
      at: Date.now(),
    };
    received.push(arrival);
    for (const wake of waiters) wake();
    response.statusCode = await receiver.answer(arrival);
    response.end('thank you');
  });
  const { origin, close } = await listenOnLoopback(server);
  return Object.assign(receiver, {
    url: `${origin}/webhook`,
    received,
    async until(count: number) {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          waiters.add(resolve);
        });
      }
    },
    close,
  });
}

/** Checks a request as a receiver does: section 6 of the contract, rules 1 and 2. */
export function isAuthentic({ headers, rawBody }: Received, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  return headers.authorization === secret && headers['x-webhook-signature-256'] === expected;
}
