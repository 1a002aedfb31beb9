import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import type { ApiArrival } from '../../src/http/admission/arrival.ts';
import { createApi } from '../../src/http/api.ts';
import { RequestAbortedError, readJson } from '../../src/http/body.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

/** @returns the URL of a server */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an error after the body was read is a fault of the service, and not an aborted request', async () => {
  const release = vi.fn();
  const serve = createApi({
    contextOf: () => ({}) as never,
    refuse: () => {},
    takePlace: async () => ({ release, waitedMs: 0, lane: undefined, credential: { kind: 'none' } }),
    fail: (_, { status, sentence }) => ({ status, headers: {}, body: sentence }),
    failWith: (_, error, isGone) => ({ status: isGone ? 400 : 500, headers: {}, body: String(error) }),
  });
  const url = await listen((message, response) => {
    const answers = {
      async POST({ readJson }: { readJson: () => Promise<unknown> }) {
        await readJson();
        throw new Error('This test lets the work fail.');
      },
    };
    const match = { form: 'api', entrance: 'any', answers, places: [] };
    void serve({ message, match, lane: undefined, isBodyFirst: false } as unknown as ApiArrival, response);
  });
  const answer = await fetch(url, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain('This test lets the work fail.');
  expect(release).toHaveBeenCalledOnce();
});

test('a body that Node has thrown away, because the response came first, is an aborted request at once', async () => {
  const outcome = Promise.withResolvers<unknown>();
  const url = await listen((message, response) => {
    message.once('close', () => {
      readJson(message).catch((error: unknown) => outcome.resolve(error));
    });
    response.end('Too late.');
  });
  await (await fetch(url, { method: 'POST', body: '{"a":1}' })).text();
  expect(await outcome.promise).toBeInstanceOf(RequestAbortedError);
});
