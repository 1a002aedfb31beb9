import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { inject, test } from 'vitest';
import { first } from '../../kit/present.ts';
import { forFile } from '../../kit/service.ts';
import { type Attack, expectHarmless, underAttack } from './attack.ts';
import { startTarget, type Target } from './target.ts';

const CONNECTIONS = 20;
const CHUNKS = 60_000;
const HELD_MS = 12_000;

const target = await forFile(startTarget());

/** Each connection sends the body of one request in chunks of one byte, and not its end. */
function chunking(head: string, chunks = CHUNKS): Attack {
  const bytes = Buffer.from(
    `${head}\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(chunks)}`,
  );
  return async (url) => {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    const counts: Record<string, number> = { chunks: CONNECTIONS * chunks };
    for (let opened = 0; opened < CONNECTIONS; opened++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        const status = data.toString('latin1').slice(9, 12);
        counts[status] = (counts[status] ?? 0) + 1;
      });
      socket.write(bytes);
      sockets.push(socket);
    }
    await delay(HELD_MS);
    for (const socket of sockets) socket.destroy();
    return counts;
  };
}

const DOCUMENT = 'POST /graphql HTTP/1.1\r\nContent-Type: application/json';
const countOf = ({ id, token }: Target['bots'][number]) =>
  `POST /api/v1/bots/${id}/stats HTTP/1.1\r\nAuthorization: ${token}`;

test.each([
  ['of a form', () => 'POST /sign-in HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded'],
  ['of a document', () => DOCUMENT],
  ['of a stranger to REST', () => 'POST /api/v1/bots/1/stats HTTP/1.1'],
  ['of a bot', () => countOf(first(target.bots))],
])('Bodies %s in chunks of one byte harm nobody', async (name, head) => {
  expectHarmless(await underAttack(target, `One-byte chunks ${name}`, chunking(head())));
});

test('Bodies of a bot of the largest size in chunks of one byte harm nobody', async () => {
  const attack = chunking(countOf(first(target.bots)), 250_000);
  expectHarmless(await underAttack(target, 'Many one-byte chunks of a bot', attack));
});

test.skipIf(!inject('parts').nginx)('The same holds behind the proxy', async () => {
  const url = await target.startProxy();
  expectHarmless(await underAttack(target, 'One-byte chunks through nginx', chunking(DOCUMENT), url));
});
