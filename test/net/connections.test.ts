import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startDeadline } from '../../src/net/deadline.ts';
import { Pool } from '../../src/net/pool.ts';
import { sendRequest } from '../../src/net/request.ts';
import { parseTarget } from '../../src/net/target.ts';
import { bytes, ok, type RawServer, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';

const urlOf = (receiver: RawServer) => `http://127.0.0.1:${receiver.port}/`;

describe('a connection is kept', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 1],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n', 1],
    ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok', 2],
    ['HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 2],
    ['HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok', 1],
    ['HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\nContent-Length: 2\r\n\r\nok', 2],
    ['HTTP/1.1 200 OK\r\nKeep-Alive: timeout=9\r\nContent-Length: 2\r\n\r\nok', 1],
  ])('or not, as the reply says: %j makes two requests use %i', async (reply, connections) => {
    const receiver = use(await startRawServer(bytes(reply)));
    const sender = openSender();
    for (let i = 0; i < 2; i += 1) {
      expect(await postTo(sender, urlOf(receiver))).toMatchObject({ status: 200, excerpt: 'ok' });
    }
    expect([receiver.connections(), receiver.requests.length]).toEqual([connections, 2]);
    await expect.poll(() => receiver.open()).toBe(connections === 1 ? 1 : 0);
  });

  it('no longer than the receiver’s hint says, less two seconds', async () => {
    const hint = 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=3\r\nContent-Length: 0\r\n\r\n';
    const receiver = use(await startRawServer(bytes(hint)));
    await postTo(openSender(), urlOf(receiver));
    expect(receiver.open()).toBe(1);
    await expect.poll(() => receiver.open(), { timeout: 1800 }).toBe(0);
  });

  it('not after a reply whose length only the end of the connection tells', async () => {
    const reply = 'HTTP/1.1 200 OK\r\n\r\nok';
    const receiver = use(await startRawServer((socket) => void socket.end(reply)));
    const sender = openSender();
    for (let i = 0; i < 2; i += 1) {
      const outcome = await sender.read({ url: urlOf(receiver), headers: {} });
      expect(outcome).toMatchObject({ status: 200, body: Buffer.from('ok') });
    }
    expect(receiver.connections()).toBe(2);
  });

  it('by at most half of all for one receiver', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender();
    await Promise.all(Array.from({ length: 50 }, () => postTo(sender, urlOf(receiver))));
    await expect.poll(() => receiver.open()).toBe(32);
  });
});

describe('a kept connection', () => {
  it('is closed when the receiver sends something unasked', async () => {
    for (const tls of [undefined, certificate]) {
      const receiver = use(
        await startRawServer(
          (socket, request) => {
            ok(socket, request);
            setTimeout(() => socket.write('HTTP/1.1 500 No\r\nContent-Le'), 20);
          },
          { ...(tls && { tls }) },
        ),
      );
      const sender = openSender();
      const url = `${tls ? 'https' : 'http'}://hooks.example.com:${receiver.port}/`;
      expect(await resultOf(postTo(sender, url))).toBe(200);
      await expect.poll(() => receiver.open()).toBe(0);
      expect(await resultOf(postTo(sender, url))).toBe(200);
      expect([receiver.connections(), receiver.requests.length]).toEqual([2, 2]);
    }
  });

  it('waits for a reply for as long as the time limit says, and not only for the idle time', async () => {
    const receiver = use(
      await startRawServer((socket, request) => {
        setTimeout(() => ok(socket, request), receiver.requests.length === 1 ? 0 : 300);
      }),
    );
    const sender = openSender({ idleMs: 100 });
    for (let i = 0; i < 3; i += 1) expect(await resultOf(postTo(sender, urlOf(receiver)))).toBe(200);
    expect([receiver.connections(), receiver.requests.length]).toEqual([1, 3]);
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('is closed when the receiver closes its half', async () => {
    const receiver = use(
      await startRawServer((socket, request) => {
        ok(socket, request);
        setTimeout(() => socket.end(), 10);
      }),
    );
    const sender = openSender();
    expect(await resultOf(postTo(sender, urlOf(receiver)))).toBe(200);
    await expect.poll(() => receiver.open()).toBe(0);
    expect(await resultOf(postTo(sender, urlOf(receiver)))).toBe(200);
    expect(receiver.requests).toHaveLength(2);
  });

  it('takes informational replies on each request, and their limit starts anew', async () => {
    const interim = `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(12_000)}\r\n\r\n`;
    const receiver = use(
      await startRawServer((socket, request) => {
        socket.write(interim);
        ok(socket, request);
      }),
    );
    const sender = openSender();
    for (let i = 0; i < 3; i += 1) expect(await resultOf(postTo(sender, urlOf(receiver)))).toBe(200);
    expect(receiver.connections()).toBe(1);
  });
});

describe('a reply that begins well', () => {
  const headThen = (then: (socket: Socket) => void) =>
    startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n');
      setTimeout(() => then(socket), 10);
    });

  it('keeps its status when chunks or trailers are not HTTP, or too long; a body that is wanted fails', async () => {
    for (const [rest, reason] of [
      ['zz\r\n', 'reset'],
      [`0\r\nX-Trailer: ${'x'.repeat(40_000)}\r\n\r\n`, 'reset'],
      [`2;${'x'.repeat(40_000)}\r\nok\r\n0\r\n\r\n`, 'reset'],
    ] as const) {
      const receiver = use(await headThen((socket) => void socket.write(rest)));
      const sender = openSender();
      expect(await resultOf(postTo(sender, urlOf(receiver)))).toBe(200);
      const outcome = await sender.read({ url: urlOf(receiver), headers: {} });
      expect(outcome).toMatchObject({ kind: 'failure', reason });
      await expect.poll(() => receiver.open()).toBe(0);
    }
  });

  it('is read no longer than the time limit when its body drips', async () => {
    const receiver = use(
      await headThen((socket) => {
        const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const outcome = await openSender({ timeoutMs: 300 }).read({ url: urlOf(receiver), headers: {} });
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout' });
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('has failed as protocol when its status is 101, with or without an upgrade', async () => {
    const receiver = use(await startRawServer(bytes('HTTP/1.1 101 Switching\r\n\r\n')));
    expect(await resultOf(postTo(openSender(), urlOf(receiver)))).toBe('protocol');
    await expect.poll(() => receiver.open()).toBe(0);
  });
});

describe('closing a sender', () => {
  it('ends connections that are being opened and replies that are being read', async () => {
    const handshake = use(await startRawServer(() => {}));
    const body = use(await startRawServer(bytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab')));
    const sender = openSender();
    const opening = resultOf(postTo(sender, `https://127.0.0.1:${handshake.port}/`));
    const reading = sender.read({ url: urlOf(body), headers: {} });
    await expect.poll(() => handshake.open() + body.requests.length).toBe(2);
    await delay(10);
    await sender.close();
    expect([await opening, await reading]).toMatchObject(['aborted', { reason: 'aborted' }]);
    await expect.poll(() => handshake.open() + body.open()).toBe(0);
  });
});

describe('the pool', () => {
  it('keeps nothing of an origin that it never reached', async () => {
    const gone = await startRawServer(ok);
    await gone.close();
    const pool = new Pool({ proxy: undefined, secureContext: undefined }, 4000);
    const vetted = { target: parseTarget(urlOf(gone)), addresses: ['127.0.0.1'] };
    const deadline = startDeadline(2000, []);
    const request = { method: 'POST', headers: {}, body: null } as const;
    await expect(sendRequest(pool, { vetted, deadline }, request)).rejects.toMatchObject({
      reason: 'refused',
    });
    deadline.end();
    expect([Object.keys(pool.sockets), Object.keys(pool.freeSockets)]).toEqual([[], []]);
  });
});
