import { createHash, createHmac } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { LiveVote } from './votes-live.ts';

const USER_AGENT = 'Listing-Webhook/1';
const EVENT = 'vote.create';
const RECEIVER_MS = 10_000;
const LONGEST_WAIT_MS = 30_000;

/** How votes reach a receiver on this machine. */
export interface ListenOptions {
  readonly client: Pick<Client, 'votesLive'>;
  readonly botId: string;
  /** The URL of the receiver; it may be on this machine. */
  readonly forward: string;
  /** Signs each request. The receiver has to know it. */
  readonly secret: string;
  /** Keeps the position behind the last vote that the receiver has accepted. */
  readonly cursorFile: string;
  /** Where to begin when the file has no position. */
  readonly since?: string | undefined;
  readonly signal: AbortSignal;
  /** Gets a line for each vote and each fault. */
  readonly print: (line: string) => void;
}

/**
 * Sends each vote of the stream to a receiver, with the headers, bytes and signature of a delivery (contract, section
 * 6). It never passes a vote that the receiver has not accepted, and goes on behind the last accepted one after a restart.
 *
 * @throws {ApiError} when the service refuses the token, the bot or the position
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, cursorFile, signal, print } = options;
  const since = (await readPosition(cursorFile)) ?? options.since;
  const onBreak = (error: unknown, waitMs: number) =>
    print(`${messageOf(error)}. Next try in ${Math.ceil(waitMs / 1000)} s.`);
  for await (const vote of client.votesLive({ since, signal, onBreak })) {
    if (!(await deliver(options, vote))) return;
    await keepPosition(cursorFile, vote.cursor);
  }
}

/** @returns whether the receiver has accepted the vote; otherwise the signal has ended the tries */
async function deliver(options: ListenOptions, vote: LiveVote): Promise<boolean> {
  const { forward, signal, print } = options;
  for (let waitMs = 1000; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    // Signed again for each attempt: libraries for Standard Webhooks refuse a time of five minutes ago.
    const said = await post(forward, requestOf(options, vote));
    print(`${vote.votedAt.toISOString()}  user ${vote.userId}  ${said}`);
    if (said.startsWith('2')) return true;
    print(`The receiver must answer with a 2xx status. Next try in ${waitMs / 1000} s.`);
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** @returns the status, or why there was none */
async function post(url: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.timeout(RECEIVER_MS),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return messageOf(error);
  }
}

/** The request of a delivery. Its id follows from the vote, so that a receiver recognizes one that comes again. */
export function requestOf(
  { botId, secret }: Pick<ListenOptions, 'botId' | 'secret'>,
  { userId, votedAt, cursor }: LiveVote,
) {
  const body = JSON.stringify({
    event: EVENT,
    bot_id: botId,
    user_id: userId,
    voted_at: votedAt.toISOString(),
  });
  const id = uuidOf(`${botId} ${cursor}`);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64url');
  return {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      Authorization: secret,
      'X-Webhook-Event': EVENT,
      'X-Webhook-Delivery': id,
      'X-Webhook-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    },
  };
}

/** A UUID of version 8, whose meaning is up to its maker. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function readPosition(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** In one step, so that a process that ends meanwhile leaves the file whole. */
async function keepPosition(file: string, position: string): Promise<void> {
  await writeFile(`${file}.new`, `${position}\n`);
  await rename(`${file}.new`, file);
}

/** `fetch` only says that it failed; the cause says why. */
function messageOf(error: unknown): string {
  const { message, cause } = Object(error) as {
    message?: string;
    cause?: { code?: string; message?: string };
  };
  return String(cause?.code ?? cause?.message ?? message ?? error);
}
