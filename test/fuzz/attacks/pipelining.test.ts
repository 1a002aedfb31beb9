import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { inject, test } from 'vitest';
import { first } from '../../kit/present.ts';
import { forFile } from '../../kit/service.ts';
import { type Attack, expectHarmless, underAttack } from './attack.ts';
import { startTarget } from './target.ts';

const CONNECTIONS = 50;
const REQUESTS = 1000;
/** Longer than the deadline of any of these requests, which is four seconds. */
const HELD_MS = 6000;

const target = await forFile(startTarget());

/** Each connection sends all of its requests at once and reads nothing. */
function pipelining(path: string): Attack {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bots.example\r\n\r\n`.repeat(REQUESTS));
  return async (url) => {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    for (let opened = 0; opened < CONNECTIONS; opened++) {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => {});
      socket.write(bytes);
      sockets.push(socket);
    }
    await delay(HELD_MS);
    for (const socket of sockets) socket.destroy();
    return { requests: CONNECTIONS * REQUESTS };
  };
}

test.each([
  ['of a cached page', () => `/bot/${first(target.bots).id}`],
  ['of the home page', () => '/'],
  ['of a probe', () => '/livez'],
  ['of an uncached page', () => '/bots?query=bot'],
  ['of an unknown path', () => '/api/unknown'],
])('Pipelined requests %s whose responses nobody reads harm nobody', async (name, path) => {
  expectHarmless(await underAttack(target, `Pipelined requests ${name}`, pipelining(path())));
});

test.skipIf(!inject('parts').nginx)('The same holds behind the proxy', async () => {
  const url = await target.startProxy();
  expectHarmless(await underAttack(target, 'Pipelined requests through nginx', pipelining('/'), url));
});
