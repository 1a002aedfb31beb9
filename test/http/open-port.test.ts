import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPort } from '../../src/http/open-port.ts';
import { readAnswers } from '../kit/raw.ts';

const REQUEST = 'POST / HTTP/1.1\r\nHost: bot\r\nContent-Length: 2\r\n\r\n{}';
/** Idle connections are closed after a second, at a time when this process is busy. */
const SENT_MS = 500;
const BUSY_MS = 700;

test('a request that arrives on an idle connection is answered, though the process that closes is busy', async () => {
  const parts = new AsyncDisposableStack();
  const server = createServer((_, response) => response.end('ok'));
  const port = await openPort(server, { host: '127.0.0.1', port: 0 }, parts);
  const proxy = connect(port, '127.0.0.1').on('error', () => {});
  let text = '';
  proxy.on('data', (chunk) => {
    text += chunk.toString();
  });
  proxy.write(REQUEST);
  await once(proxy, 'data');
  const closed = parts.disposeAsync();
  await delay(SENT_MS);
  // Then timers come next, before what has arrived.
  await nextTurn();
  proxy.write(REQUEST);
  const sentAt = performance.now();
  while (performance.now() - sentAt < BUSY_MS);
  await Promise.all([closed, once(proxy, 'close')]);
  expect(readAnswers(text).map(({ status }) => status)).toEqual([200, 200]);
});
