import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bytes, ok, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';

const post = async (reply: string, now?: () => number) => {
  const receiver = use(await startRawServer(bytes(reply)));
  const outcome = await postTo(openSender({ now }), `http://127.0.0.1:${receiver.port}/hook`);
  return { outcome, receiver };
};
const withBody = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;

describe('what a receiver gets', () => {
  it('is the caller’s headers byte for byte, plus only Host, Connection and Content-Length', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Listing-Webhook/1',
      Authorization: 'whsec_abc',
      'X-Webhook-Event': 'vote.create',
      'X-Webhook-Delivery': 'd1',
      'X-Webhook-Signature-256': 'sha256=00',
    };
    const url = `https://hooks.example.com:${receiver.port}/a%20b?c=d#fragment`;
    const outcome = await openSender().post({ url, headers, body: Buffer.from('{"a":1}') });
    expect(outcome).toMatchObject({ kind: 'response', status: 200, excerpt: 'ok' });
    expect(receiver.requests).toEqual([
      'POST /a%20b?c=d HTTP/1.1\r\n' +
        `host: hooks.example.com:${receiver.port}\r\n` +
        'connection: keep-alive\r\n' +
        'Content-Type: application/json\r\n' +
        'User-Agent: Listing-Webhook/1\r\n' +
        'Authorization: whsec_abc\r\n' +
        'X-Webhook-Event: vote.create\r\n' +
        'X-Webhook-Delivery: d1\r\n' +
        'X-Webhook-Signature-256: sha256=00\r\n' +
        'content-length: 7\r\n\r\n{"a":1}',
    ]);
  });

  it('is nothing when the caller sets a header that frames the message or splits it', async () => {
    const sender = openSender();
    for (const [name, value] of [
      ['Host', 'x'],
      ['transfer-encoding', 'chunked'],
      ['Content-Length', '0'],
      ['accept-encoding', 'gzip'],
      ['X-A', 'b\r\nX-C: d'],
      ['X A', 'b'],
    ] as const) {
      const request = { url: 'http://127.0.0.1:9/', headers: { [name]: value }, body: Buffer.alloc(0) };
      await expect(sender.post(request)).rejects.toBeInstanceOf(TypeError);
    }
  });
});

describe('the status of a reply', () => {
  it('is reported as it is, whichever it is', async () => {
    for (const status of [200, 201, 202, 206, 299, 304, 400, 401, 404, 410, 418, 429, 500, 503, 599]) {
      const { outcome } = await post(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\n\r\n`);
      expect(outcome).toMatchObject({ kind: 'response', status, excerpt: '' });
    }
  });

  it('204 needs no body and no length', async () => {
    const { outcome } = await post('HTTP/1.1 204 No Content\r\n\r\n');
    expect(outcome).toMatchObject({ kind: 'response', status: 204 });
  });

  it('of a redirect is the outcome, and its target is never asked', async () => {
    const target = use(await startRawServer(ok));
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `Location: http://127.0.0.1:${target.port}/\r\n`;
      const { outcome } = await post(`HTTP/1.1 ${status} Moved\r\n${location}Content-Length: 0\r\n\r\n`);
      expect(outcome).toMatchObject({ kind: 'response', status });
    }
    expect(target.connections()).toBe(0);
  });

  it.each([
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)],
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    [
      '100 Continue and others',
      'HTTP/1.1 100\r\nX: HTTP/1.1 100\r\n\r\nHTTP/1.1 102 P\r\n\r\nHTTP/1.1 100 C\r\n\r\n',
    ],
  ])('is the final one when %s comes first, in one piece or in many', async (_name, interim) => {
    // A body that looks like another reply must arrive as it is.
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const reply = interim + withBody(body);
    for (const pieces of [[reply], [interim, withBody(body)], [...reply]]) {
      const receiver = use(
        await startRawServer(async (socket) => {
          for (const piece of pieces) {
            socket.write(piece, 'latin1');
            await delay(1);
          }
        }),
      );
      const sender = openSender();
      for (let i = 0; i < 2; i += 1) {
        const outcome = await sender.read({ url: `http://127.0.0.1:${receiver.port}/`, headers: {} });
        expect(outcome).toMatchObject({ status: 200, body: Buffer.from(body) });
      }
      expect(receiver.connections()).toBe(1);
    }
  });

  it('101, which nobody asked for, is a protocol failure', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    for (const interim of ['', 'HTTP/1.1 100 Continue\r\n\r\n']) {
      const { outcome } = await post(interim + upgrade);
      expect(outcome).toMatchObject({ kind: 'failure', reason: 'protocol' });
    }
  });
});

describe('the excerpt', () => {
  it('is UTF-8 text without control, invisible and direction-changing characters', async () => {
    const body = Buffer.from('a\u0000b\u001b[31m\r\nc\u202ed\u200be \u{1f642}é').toString('latin1');
    expect((await post(withBody(`${body}\xff`))).outcome).toMatchObject({ excerpt: 'ab[31m cde 🙂é\ufffd' });
  });

  it('ends at 4096 bytes, and not within a character', async () => {
    const body = Buffer.from(`a${'é'.repeat(5000)}`).toString('latin1');
    expect((await post(withBody(body))).outcome).toMatchObject({ excerpt: `a${'é'.repeat(2047)}` });
  });

  it('is a note for a compressed body, and empty when there is none', async () => {
    for (const [body, excerpt] of [
      ['xxxx', '[compressed, not shown]'],
      ['', ''],
    ] as const) {
      const { outcome } = await post(withBody(body, 'Content-Encoding: gzip\r\n'));
      expect(outcome).toMatchObject({ status: 200, excerpt });
    }
  });
});

describe('Retry-After', () => {
  const now = () => Date.parse('2026-01-01T00:00:00Z');
  const retryAfter = async (value: string) => {
    const { outcome } = await post(
      `HTTP/1.1 429 Slow\r\nRetry-After: ${value}\r\nContent-Length: 0\r\n\r\n`,
      now,
    );
    return outcome.kind === 'response' ? outcome.retryAfterSeconds : outcome;
  };

  it('is read in seconds and as a date, never negative and at most a day', async () => {
    expect(await retryAfter('120')).toBe(120);
    expect(await retryAfter('Thu, 01 Jan 2026 00:01:30 GMT')).toBe(90);
    expect(await retryAfter('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
    expect(await retryAfter('9999999999')).toBe(86_400);
  });

  it('is left out when it cannot be read', async () => {
    for (const value of ['', 'soon', '-5', '1.5e9x']) expect(await retryAfter(value)).toBeUndefined();
  });
});

describe('reading a body', () => {
  it('returns all of it, to the byte, up to the limit', async () => {
    const receiver = use(await startRawServer(bytes(withBody('{"id":"1"}\u0000\xff'))));
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outcome = await openSender().read({ url, headers: { Accept: 'application/json' }, maxBytes: 12 });
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 200,
      body: Buffer.from('{"id":"1"}\0\xff', 'latin1'),
    });
    expect(receiver.requests[0]).toMatch(
      /^GET \/ HTTP\/1\.1\r\nhost: [^\r]+\r\nconnection: keep-alive\r\nAccept: [^\r]+\r\n\r\n$/,
    );
  });

  it('can follow a POST', async () => {
    const receiver = use(await startRawServer(ok));
    const url = `http://127.0.0.1:${receiver.port}/token`;
    const outcome = await openSender().read({
      method: 'POST',
      url,
      headers: {},
      body: Buffer.from('code=1'),
    });
    expect(outcome).toMatchObject({ status: 200, body: Buffer.from('ok') });
    expect(receiver.requests[0]).toMatch(/^POST \/token .*content-length: 6\r\n\r\ncode=1$/s);
  });

  it('fails when the body is too large, cut off, late or compressed', async () => {
    const cases: [reply: string, reason: string, end: boolean][] = [
      [withBody('x'.repeat(101)), 'too_large', false],
      ['HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf', 'reset', true],
      ['HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf', 'timeout', false],
      [withBody('xx', 'Content-Encoding: gzip\r\n'), 'protocol', false],
    ];
    for (const [reply, reason, end] of cases) {
      const receiver = use(await startRawServer((socket) => (end ? socket.end(reply) : socket.write(reply))));
      const url = `http://127.0.0.1:${receiver.port}/`;
      const outcome = await openSender({ timeoutMs: 200 }).read({ url, headers: {}, maxBytes: 100 });
      expect(outcome).toMatchObject({ kind: 'failure', reason });
    }
  });
});

describe('closing a sender', () => {
  it('ends requests under way as aborted, refuses later ones, and leaves no connection open', async () => {
    const silent = use(await startRawServer(() => {}));
    const quick = use(await startRawServer(ok));
    const sender = openSender();
    await postTo(sender, `http://127.0.0.1:${quick.port}/`);
    const waiting = resultOf(postTo(sender, `http://127.0.0.1:${silent.port}/`));
    await expect.poll(() => silent.requests.length).toBe(1);
    await sender.close();
    expect(await waiting).toBe('aborted');
    expect(await resultOf(postTo(sender, `http://127.0.0.1:${quick.port}/`))).toBe('aborted');
    await expect.poll(() => quick.open() + silent.open()).toBe(0);
  });
});
