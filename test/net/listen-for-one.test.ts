import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { listenForOne } from '../../src/net/listen-for-one.ts';

async function listen(parts: AsyncDisposableStack) {
  const port = await freePort(0);
  const listener = await listenForOne(port, ({ body }) => body.toString() === 'awaited', parts);
  const send = (body: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  /** Sends half of a request. */
  const begin = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const half = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nawa';
    await new Promise((sent) => socket.write(half, sent));
    return socket;
  };
  return { ...listener, send, begin };
}

test('only the awaited request is taken, whatever came before it', async () => {
  await using parts = new AsyncDisposableStack();
  const { first, others, send } = await listen(parts);
  expect((await send('another')).status).toBe(404);
  expect((await send('')).status).toBe(404);
  expect((await send('awaited')).status).toBe(204);
  expect((await first).body.toString()).toBe('awaited');
  expect(others()).toBe(2);
});

test('clients that leave, or send more than any webhook has, end nothing but their connection', async () => {
  await using parts = new AsyncDisposableStack();
  const { first, others, send, begin } = await listen(parts);
  const leaving = await begin();
  leaving.destroy();
  expect((await send('a'.repeat(65_536))).status).toBe(404);
  await expect(send('a'.repeat(65_537))).rejects.toThrow();
  await expect(send('a'.repeat(10_000_000))).rejects.toThrow();
  expect((await send('awaited')).status).toBe(204);
  expect((await first).body.toString()).toBe('awaited');
  expect(others()).toBe(1);
});

test('a client that never ends its request does not keep the port open', async () => {
  const parts = new AsyncDisposableStack();
  const { send, begin } = await listen(parts);
  const lasting = await begin();
  const closed = once(lasting, 'close');
  await send('another');
  await parts.disposeAsync();
  await closed;
  await expect(send('awaited')).rejects.toThrow();
});
