import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createSecureServer, connect as secure } from 'node:tls';
import { describe, test } from 'vitest';
import { watchedSockets } from '../../src/db/watched-socket.ts';
import { makeCertificate } from '../net/support/certificate.ts';

const MAX_SILENCE_MS = 2000;
const PAUSE_MS = 300;
/** Sent over a longer time than silence is allowed. */
const BYTES = 12;

async function talkThenFallSilent(socket: Socket): Promise<void> {
  socket.on('error', () => {}).resume();
  for (let sent = 0; sent < BYTES; sent += 1) {
    socket.write('.');
    await delay(PAUSE_MS);
  }
}

describe.concurrent('A connection is closed when nothing comes any more, and not before', () => {
  test.for([
    { way: 'plain', serve: () => createServer(talkThenFallSilent), dress: (socket: Socket) => socket },
    {
      way: 'under TLS, which takes the listeners away',
      serve: () => createSecureServer(makeCertificate(['localhost']), talkThenFallSilent),
      // As the driver does it.
      dress: (socket: Socket) => secure({ socket: socket.removeAllListeners(), rejectUnauthorized: false }),
    },
  ])('$way', async ({ serve, dress }, { expect }) => {
    const server = serve().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets = watchedSockets({ unansweredMs: MAX_SILENCE_MS, anyMs: MAX_SILENCE_MS });
    const socket = dress(sockets.socket({ host: ['127.0.0.1'], port: [port] }));
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    // What goes out says nothing about the other side.
    const writing = setInterval(() => socket.write('?'), PAUSE_MS);
    await once(socket, 'close');
    clearInterval(writing);
    server.close();
    expect(received).toBe(BYTES);
  });
});
