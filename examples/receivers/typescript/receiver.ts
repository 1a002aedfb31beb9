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
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_REMEMBERED = 10_000;
const secret = process.env.WEBHOOK_SECRET ?? '';
if (secret === '') throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');

/** The deliveries that were taken. Keep them in your database instead, so that a restart does not forget them. */
const taken = new Set<string>();

/** What a vote is worth to you. It runs after the answer, so it may take its time. */
async function reward(vote: Vote): Promise<void> {
  process.stdout.write(`User ${vote.user_id} voted for ${vote.bot_id} at ${vote.voted_at}\n`);
}

/** Takes the same time wherever the texts differ: hashed, they are of one length. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The signature is of the bytes that came: JSON that was parsed and written again has another one. */
function isGenuine(request: IncomingMessage, body: Buffer): boolean {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const isSigned = isSame(String(request.headers['x-webhook-signature-256']), signature);
  const isAuthorized = isSame(String(request.headers.authorization), secret);
  return isSigned && isAuthorized;
}

/** Whether a delivery comes for the first time: every attempt of it has the same identifier. */
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
  // Later there may be other events; whoever does not know one says that all is well.
  if (request.headers['x-webhook-event'] !== 'vote.create') return 204;
  if (isNew(String(request.headers['x-webhook-delivery']))) {
    const vote: Vote = JSON.parse(body.toString());
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
// The service sends to https: put this behind the server that holds your certificate.
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening at http://127.0.0.1:${port}/webhook\n`);
});
