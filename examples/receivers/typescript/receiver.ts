// A receiver of vote webhooks for Node.js 24, with nothing but the standard library:
// WEBHOOK_SECRET=whsec_… PORT=4000 node receiver.ts
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Vote {
  readonly event: string;
  readonly bot_id: string;
  readonly user_id: string;
  readonly voted_at: string;
  /** Only in a test, which an owner sent. */
  readonly test?: true;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_REMEMBERED = 10_000;
const secret = process.env.WEBHOOK_SECRET ?? '';
if (secret === '') throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');

/** Deliveries already processed. Keep them in your database, so that a restart does not lose them. */
const taken = new Set<string>();

/** Reward the voter here, but not for a test. This runs after the response, so it may be slow. */
async function reward(vote: Vote): Promise<void> {
  if (vote.test) {
    process.stdout.write('A test arrived.\n');
    return;
  }
  process.stdout.write(`User ${vote.user_id} voted for ${vote.bot_id} at ${vote.voted_at}\n`);
}

/** Compares in constant time. Hashing gives both texts the same length. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The signature covers the raw bytes. JSON that was parsed and written again has another signature. */
function isGenuine(request: IncomingMessage, body: Buffer): boolean {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const isSigned = isSame(String(request.headers['x-webhook-signature-256']), signature);
  const isAuthorized = isSame(String(request.headers.authorization), secret);
  return isSigned && isAuthorized;
}

/** Whether this delivery is new. Every attempt has the same ID. */
function isNew(delivery: string): boolean {
  if (taken.has(delivery)) return false;
  taken.add(delivery);
  for (const oldest of taken) {
    if (taken.size <= MAX_REMEMBERED) break;
    taken.delete(oldest);
  }
  return true;
}

async function answer(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST' || request.url !== '/webhook') return 404;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return 413;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isGenuine(request, body)) return 401;
  // New events may be added later. Respond with 2xx to events that you do not know.
  if (request.headers['x-webhook-event'] !== 'vote.create') return 204;
  const vote: Vote = JSON.parse(body.toString());
  if (isNew(String(request.headers['x-webhook-delivery']))) {
    setImmediate(() => {
      reward(vote).catch((error) => process.stderr.write(`A reward failed: ${error}\n`));
    });
  }
  return 204;
}

const server = createServer(async (request, response) => {
  const status = await answer(request).catch(() => 400);
  response.writeHead(status).end();
});
// The service sends to https only. Run this behind a server that has your certificate.
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening at http://127.0.0.1:${port}/webhook\n`);
});
