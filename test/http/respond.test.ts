import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { RequestAbortedError, readMessage } from '../../src/http/body.ts';
import type { HttpRequest } from '../../src/http/message/request.ts';
import { createResponder } from '../../src/http/respond.ts';
import { RoutedRequest } from '../../src/http/routed-request.ts';
import type { RouteMatch } from '../../src/http/router.ts';

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
  const respond = createResponder({
    notFound: () => undefined,
    refuse: () => {},
    takeSlot: async () => ({
      release,
      pause: () => () => {},
      waitedMs: 0,
      lane: undefined,
      credential: { kind: 'none' },
    }),
    during: (_request, _slot, work) => work(),
    fail: (_, { status, sentence }) => ({ status, headers: {}, body: sentence }),
    failWith: (_, error, isGone) => ({ status: isGone ? 400 : 500, headers: {}, body: String(error) }),
  });
  const url = await listen((message, response) => {
    const handlers = {
      async POST(request: HttpRequest) {
        await request.readJson();
        throw new Error('This test lets the work fail.');
      },
    };
    const route: RouteMatch = { path: '/', kind: 'api', admission: 'any', handlers, params: [] };
    void respond(new RoutedRequest(message, response, route, { kind: 'none' }, () => ({}) as never));
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
      readMessage(message, 100).catch((error: unknown) => outcome.resolve(error));
    });
    response.end('Too late.');
  });
  await (await fetch(url, { method: 'POST', body: '{"a":1}' })).text();
  expect(await outcome.promise).toBeInstanceOf(RequestAbortedError);
});
