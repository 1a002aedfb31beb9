import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BodyTooLargeError } from '../../src/http/body.ts';
import { RoutedRequest } from '../../src/http/routed-request.ts';
import type { RouteMatch } from '../../src/http/router.ts';

const route: RouteMatch = { path: '/', kind: 'page', admission: 'any', handlers: {}, params: [] };
let read: (request: RoutedRequest) => Promise<void>;
const server = createServer(async (message, response) => {
  await read(new RoutedRequest(message, response, route, { kind: 'none' }, () => ({}) as never));
  response.end();
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

/** Sends a body, and reads it as `work` does. @returns the response */
async function post(body: string, work: (request: RoutedRequest) => Promise<void>): Promise<Response> {
  const done = Promise.withResolvers<void>();
  read = (request) => work(request).then(done.resolve, done.reject);
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    body,
  });
  await done.promise;
  return response;
}

test('A body is read once: the next reader gets the same', async () => {
  await post('{"query":"{a}"}', async (request) => {
    const body = await request.readBody(100);
    expect(body.toString()).toBe('{"query":"{a}"}');
    expect(await request.readBody(15)).toBe(body);
    expect(await request.readJson()).toEqual({ query: '{a}' });
  });
});

test('A body that was read is too large for a reader with a lower limit', async () => {
  await post('12345', async (request) => {
    await request.readBody(100);
    await expect(request.readBody(4)).rejects.toThrow(BodyTooLargeError);
  });
});

test('A body that is too large before its request has a slot is refused by each reader, and ends the connection', async () => {
  const { headers } = await post('1'.repeat(65 * 1024), async (request) => {
    await request.readBodyFirst();
    await expect(request.readBody(1024)).rejects.toThrow(BodyTooLargeError);
    await expect(request.readForm()).rejects.toThrow(BodyTooLargeError);
  });
  expect(headers.get('connection')).toBe('close');
});
