import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ok, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';

describe('reuse of connections', () => {
  it('serves successive requests to one origin over one connection, without piling up listeners', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const sender = openSender();
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    for (let i = 0; i < 30; i += 1) {
      expect(await resultOf(postTo(sender, `https://hooks.example.com:${receiver.port}/`))).toBe(200);
    }
    await delay(5);
    process.off('warning', warn);
    expect([receiver.connections(), receiver.requests.length, warnings]).toEqual([1, 30, []]);
  });

  it('never crosses host names, schemes or ports, even at one address', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const sender = openSender();
    await postTo(sender, `https://a.example.com:${receiver.port}/`);
    await postTo(sender, `https://b.example.com:${receiver.port}/`);
    expect(receiver.connections()).toBe(2);
  });

  it('does not share one connection between requests under way together', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender();
    const url = `http://127.0.0.1:${receiver.port}/`;
    const results = await Promise.all(Array.from({ length: 10 }, () => resultOf(postTo(sender, url))));
    expect(results).toEqual(Array.from({ length: 10 }, () => 200));
    expect(receiver.connections()).toBe(10);
  });

  it('does not take place when switched off, and the receiver is told', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender({ idleMs: 0 });
    for (let i = 0; i < 3; i += 1) await postTo(sender, `http://127.0.0.1:${receiver.port}/`);
    expect(receiver.connections()).toBe(3);
    expect(receiver.requests[0]).toContain('connection: close\r\n');
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('ends after the idle time', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender({ idleMs: 100 });
    await postTo(sender, `http://127.0.0.1:${receiver.port}/`);
    expect(receiver.open()).toBe(1);
    await expect.poll(() => receiver.open(), { timeout: 3000 }).toBe(0);
  });

  it('copes with receivers that close after each reply, announced or not', async () => {
    for (const header of ['Connection: close\r\n', '']) {
      const receiver = use(
        await startRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${header}Content-Length: 0\r\n\r\n`)),
      );
      const sender = openSender();
      for (let i = 0; i < 5; i += 1) {
        expect(await resultOf(postTo(sender, `http://127.0.0.1:${receiver.port}/`))).toBe(200);
        await delay(5);
      }
      expect([receiver.connections(), receiver.requests.length]).toEqual([5, 5]);
    }
  });

  it('loses no request of a burst to receivers that close after each reply without a word', async () => {
    for (const tls of [undefined, certificate]) {
      let answered = 0;
      const answer = (socket: Socket) => {
        // What comes after the end is never looked at.
        if (socket.writableEnded) return;
        answered += 1;
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      };
      const receiver = use(await startRawServer(answer, { ...(tls && { tls }) }));
      const sender = openSender();
      const url = `${tls ? 'https' : 'http'}://hooks.example.com:${receiver.port}/`;
      const results = [];
      for (let burst = 0; burst < 10; burst += 1) {
        const posts = Array.from({ length: 20 }, () => resultOf(postTo(sender, url)));
        results.push(...(await Promise.all(posts)));
      }
      expect(results).toEqual(Array.from({ length: 200 }, () => 200));
      expect(answered).toBe(200);
    }
  });

  it.each([
    ['http', 'is closed', (socket: Socket) => void socket.end()],
    ['https', 'is closed', (socket: Socket) => void socket.end()],
    ['http', 'is cut', (socket: Socket) => void socket.resetAndDestroy()],
  ])(
    'over %s: a request whose kept connection %s unanswered is sent once more',
    async (scheme, _end, end) => {
      let served = 0;
      const receiver = use(
        await startRawServer(
          (socket, request) => {
            served += 1;
            if (served === 2) end(socket);
            else ok(socket, request);
          },
          scheme === 'https' ? { tls: certificate } : {},
        ),
      );
      const sender = openSender();
      const url = `${scheme}://hooks.example.com:${receiver.port}/`;
      expect([await resultOf(postTo(sender, url)), await resultOf(postTo(sender, url))]).toEqual([200, 200]);
      expect([receiver.connections(), receiver.requests.length]).toEqual([2, 3]);
      expect(receiver.requests[2]).toBe(receiver.requests[1]);
    },
  );

  it('sends a request no more than twice, and none twice of which a kept connection brought half an answer', async () => {
    for (const [half, sent] of [
      ['', 2],
      ['H', 1],
      ['HTTP/1.1 103 Early Hints\r\n\r\n', 1],
    ] as const) {
      const receiver = use(
        await startRawServer((socket, request) => {
          if (receiver.requests.length === 1) ok(socket, request);
          else socket.end(half);
        }),
      );
      const sender = openSender();
      const url = `http://127.0.0.1:${receiver.port}/`;
      expect(await resultOf(postTo(sender, url))).toBe(200);
      expect(await resultOf(postTo(sender, url))).toBe('reset');
      expect([half, receiver.requests.length]).toEqual([half, 1 + sent]);
    }
  });

  it('sends a request once over a fresh connection, which may end unanswered', async () => {
    const receiver = use(await startRawServer((socket) => void socket.end()));
    expect(await resultOf(postTo(openSender(), `http://127.0.0.1:${receiver.port}/`))).toBe('reset');
    expect([receiver.connections(), receiver.requests.length]).toEqual([1, 1]);
  });

  it('leaves a request that is sent once more no more time than any other', async () => {
    let served = 0;
    const receiver = use(
      await startRawServer((socket, request) => {
        served += 1;
        if (served === 1) ok(socket, request);
        if (served === 2) setTimeout(() => socket.end(), 200);
      }),
    );
    const sender = openSender({ timeoutMs: 400 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    await postTo(sender, url);
    const outcome = await postTo(sender, url);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout' });
    expect(receiver.requests).toHaveLength(3);
  });

  it('ignores a reply that a receiver sends ahead of the next request', async () => {
    const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    const receiver = use(
      await startRawServer((socket, request) => {
        const refuse = request.includes('/second');
        socket.write(refuse ? reply.replace('200 OK', '500 No') : reply + reply);
      }),
    );
    const sender = openSender();
    const origin = `http://127.0.0.1:${receiver.port}`;
    expect(await resultOf(postTo(sender, `${origin}/first`))).toBe(200);
    await delay(20);
    expect(await resultOf(postTo(sender, `${origin}/second`))).toBe(500);
  });

  it('keeps at most 64 connections', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender();
    const url = (i: number) => `http://h${i}.example.com:${receiver.port}/`;
    for (let i = 0; i < 80; i += 1) await postTo(sender, url(i));
    await expect.poll(() => receiver.open()).toBe(64);
  });
});
