import { createServer } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import {
  createSeenDeliveries,
  createWebhookHandler,
  expressWebhook,
  type VoteEvent,
  WebhookError,
  type WebhookOptions,
} from '../../packages/client/src/index.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { SECRET, type SignedDelivery, signed, signedVote } from './signed.ts';

function receiver(options: Partial<WebhookOptions> = {}) {
  const onVote = vi.fn<(vote: VoteEvent) => unknown>();
  const onError = vi.fn<(error: unknown) => void>();
  const handle = createWebhookHandler({ secret: SECRET, onVote, onError, ...options });
  const send = async ({ body, headers }: SignedDelivery) =>
    (await handle(new Request('https://bot.example/webhook', { method: 'POST', body, headers }))).status;
  return { onVote, onError, handle, send };
}

describe('The handler of webhooks', () => {
  test('gives a vote to onVote once, however often it arrives', async () => {
    const { onVote, send } = receiver();
    const [vote, another] = [signedVote(), signedVote()];
    expect([await send(vote), await send(vote), await send(another), await send(vote)]).toEqual([
      204, 204, 204, 204,
    ]);
    expect(onVote.mock.calls.map(([{ deliveryId }]) => deliveryId)).toEqual(
      [vote, another].map(({ headers }) => headers['x-webhook-delivery']),
    );
  });

  test('gives a test to onTest once, and never to onVote', async () => {
    const onTest = vi.fn();
    const { onVote, send } = receiver({ onTest });
    const { body } = signedVote();
    const sent = signed(JSON.stringify({ ...JSON.parse(body), test: true }));
    expect([await send(sent), await send(sent)]).toEqual([204, 204]);
    expect(onTest).toHaveBeenCalledTimes(1);
    expect(onVote).not.toHaveBeenCalled();
    expect(await receiver().send(sent)).toBe(204);
  });

  test('gives a vote that arrives twice at once to onVote once, and responds to both when it is done', async () => {
    const done = Promise.withResolvers<void>();
    const onVote = vi.fn(() => done.promise);
    const { send } = receiver({ onVote });
    const vote = signedVote();
    const statuses = Promise.all([send(vote), send(vote), send(vote)]);
    await vi.waitFor(() => expect(onVote).toHaveBeenCalled());
    done.resolve();
    expect(await statuses).toEqual([204, 204, 204]);
    expect(onVote).toHaveBeenCalledTimes(1);
  });

  test('responds with 500 when onVote fails, and takes the vote when it comes again', async () => {
    const mistake = new Error('The database is away.');
    const onVote = vi.fn().mockRejectedValueOnce(mistake);
    const { send, onError } = receiver({ onVote });
    const vote = signedVote();
    expect([await send(vote), await send(vote), await send(vote)]).toEqual([500, 204, 204]);
    expect(onVote).toHaveBeenCalledTimes(2);
    expect(onError.mock.calls).toEqual([[mistake]]);
  });

  test.each([
    ['throws', () => expect.fail('The log is full.')],
    ['rejects', () => Promise.reject(new Error('The log is full.'))],
  ])('responds also when onError %s', async (_, onError) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { send } = receiver({ onError, onVote: () => expect.fail('The database is away.') });
    const vote = signedVote();
    expect([await send({ ...vote, body: '{}' }), await send(vote)]).toEqual([401, 500]);
    expect(String(print.mock.lastCall)).toContain('The log is full.');
    print.mockRestore();
  });

  test('on Node, lets a response be that something else has sent', async () => {
    const handle = expressWebhook({
      secret: SECRET,
      onVote: (vote) => vote,
    });
    const server = createServer((request, response) => {
      response.writeHead(503).end();
      void handle(request, response).then(
        () => finished.resolve('resolved'),
        () => finished.resolve('rejected'),
      );
    });
    const finished = Promise.withResolvers<string>();
    const { origin, close } = await listenOnLoopback(server);
    const { body, headers } = signedVote();
    expect((await fetch(origin, { method: 'POST', body, headers })).status).toBe(503);
    expect(await finished.promise).toBe('resolved');
    await close();
  });

  test('tells onError why it refuses a request', async () => {
    const { send, onVote, onError } = receiver();
    const { body, headers } = signedVote();
    expect(await send({ body: `${body} `, headers })).toBe(401);
    expect(onError.mock.calls).toEqual([[expect.any(WebhookError)]]);
    expect(onVote).not.toHaveBeenCalled();
  });

  test('prints errors of onVote when there is no onError, but no refusals', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const mistake = new Error('The database is away.');
    const { send } = receiver({ onError: undefined, onVote: () => Promise.reject(mistake) });
    const vote = signedVote();
    expect(await send({ ...vote, body: '{}' })).toBe(401);
    expect(await send(vote)).toBe(500);
    expect(print.mock.calls).toEqual([[mistake]]);
    print.mockRestore();
  });

  test('lets an event pass that it does not know', async () => {
    const { send, onVote } = receiver();
    expect(await send(signed('{}', { 'x-webhook-event': 'vote.delete' }))).toBe(204);
    expect(onVote).not.toHaveBeenCalled();
  });

  test('refuses other methods, large bodies, and bodies that were read before', async () => {
    const { handle, send, onError } = receiver();
    const url = 'https://bot.example/webhook';
    const got = await handle(new Request(url));
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await send(signed('x'.repeat(64 * 1024 + 1)))).toBe(413);
    const { body, headers } = signedVote();
    const read = new Request(url, { method: 'POST', body, headers });
    await read.text();
    expect((await handle(read)).status).toBe(500);
    expect(String(onError.mock.lastCall)).toContain('before body parsers');
  });

  test('refuses a body that breaks off, as a refusal and not as an error', async () => {
    const { handle, onError } = receiver();
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('The connection was cut.')) });
    const init = { method: 'POST', headers: signedVote().headers, body, duplex: 'half' };
    expect((await handle(new Request('https://bot.example/webhook', init))).status).toBe(400);
    expect(onError.mock.calls).toEqual([[expect.any(WebhookError)]]);
  });

  test('asks the memory that it is given', async () => {
    const seen = { add: vi.fn(async () => false), delete: vi.fn() };
    const { send, onVote } = receiver({ seen });
    const vote = signedVote();
    expect(await send(vote)).toBe(204);
    expect(seen.add.mock.calls).toEqual([[vote.headers['x-webhook-delivery']]]);
    expect(onVote).not.toHaveBeenCalled();
  });

  test('needs a secret', () => {
    expect(() => receiver({ secret: '' })).toThrow(TypeError);
  });
});

test('the memory of deliveries forgets the oldest', () => {
  const seen = createSeenDeliveries(2);
  expect(['a', 'b', 'a', 'c', 'b', 'a'].map((id) => seen.add(id))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
  ]);
});
