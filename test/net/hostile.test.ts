import type { Socket } from 'node:net';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from './support/certificate.ts';
import { bytes, ok, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';

const fast = { timeoutMs: 250 };
const head = 'HTTP/1.1 200 OK\r\n';

/** Keeps writing until the connection goes away; tells how many bytes the receiver could hand to its socket. */
function endless(start: string, chunk: string) {
  const state = { written: 0 };
  return {
    state,
    answer: (socket: Socket) => {
      socket.write(start);
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk)) state.written += chunk.length;
      };
      socket.on('drain', pump);
      pump();
    },
  };
}

describe('a receiver that does not reply', () => {
  it('is given up on when the time is up, however it stalls', async () => {
    const stalls = [
      () => {},
      bytes('HTTP/1.1 2'),
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      bytes('HTTP/1.1 100 Continue\r\n\r\n'),
    ];
    for (const stall of stalls) {
      const receiver = use(await startRawServer(stall));
      const outcome = await postTo(openSender(fast), `http://127.0.0.1:${receiver.port}/`);
      expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout' });
      expect(outcome.durationMs).toBeLessThan(5000);
      await expect.poll(() => receiver.open()).toBe(0);
    }
  });

  it('is given up on when it stalls in the TLS handshake', async () => {
    const receiver = use(await startRawServer(() => {}));
    expect(await resultOf(postTo(openSender(fast), `https://127.0.0.1:${receiver.port}/`))).toBe(
      'tls_unfinished',
    );
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('is given up on when its name never resolves', async () => {
    const sender = openSender({ ...fast, resolve: () => new Promise<never>(() => {}) });
    expect(await resultOf(postTo(sender, 'https://hooks.example.com/'))).toBe('unreachable');
  });

  it('is given up on when the caller’s signal aborts', async () => {
    const receiver = use(await startRawServer(() => {}));
    const controller = new AbortController();
    const result = resultOf(postTo(openSender(), `http://127.0.0.1:${receiver.port}/`, controller.signal));
    await expect.poll(() => receiver.requests.length).toBe(1);
    controller.abort();
    expect(await result).toBe('aborted');
    expect(await resultOf(postTo(openSender(), 'http://127.0.0.1:9/', AbortSignal.abort()))).toBe('aborted');
  });
});

describe('a receiver whose body is hostile', () => {
  it('has succeeded once its 2xx headers are there, even if the body never comes', async () => {
    const receiver = use(await startRawServer(bytes(`${head}Content-Length: 5\r\n\r\nab`)));
    const timeoutMs = 4000;
    const outcome = await postTo(openSender({ timeoutMs }), `http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ kind: 'response', status: 200, excerpt: 'ab' });
    expect(outcome.durationMs).toBeLessThan(timeoutMs);
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('is cut off after the excerpt when the body is endless', async () => {
    for (const start of [`${head}Content-Length: 99999999999\r\n\r\n`, `${head}\r\n`]) {
      const { state, answer } = endless(start, 'x'.repeat(65_536));
      const receiver = use(await startRawServer(answer));
      const outcome = await postTo(openSender(), `http://127.0.0.1:${receiver.port}/`);
      expect(outcome).toMatchObject({ kind: 'response', status: 200, excerpt: 'x'.repeat(4096) });
      await expect.poll(() => receiver.open()).toBe(0);
      expect(state.written).toBeLessThan(32 * 1024 * 1024);
    }
  });

  it('does not get its compressed bomb inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const receiver = use(
      await startRawServer((socket) => {
        socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
        socket.write(bomb);
      }),
    );
    const before = process.memoryUsage().rss;
    const outcome = await postTo(openSender(), `http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ kind: 'response', status: 200, excerpt: '[compressed, not shown]' });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  it('keeps its status when the connection breaks in the body', async () => {
    const receiver = use(
      await startRawServer((socket) => {
        socket.write(`${head}Content-Length: 50\r\n\r\nhalf`, () =>
          setTimeout(() => socket.resetAndDestroy(), 30),
        );
      }),
    );
    const outcome = await postTo(openSender(), `http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  });
});

describe('a receiver whose headers are hostile', () => {
  it('is read to its status line when they exceed 16 KiB or never end; endless informational replies are too large', async () => {
    const large = bytes(`${head}X-Large: ${'x'.repeat(17_000)}\r\n\r\n`);
    const many = bytes(`${head}${'X-A: b\r\n'.repeat(4000)}\r\n`);
    const { state, answer } = endless(head, 'X-Endless: yes\r\n'.repeat(1000));
    const { state: interim, answer: interimAnswer } = endless(
      '',
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100),
    );
    for (const [hostile, result] of [
      [large, 200],
      [many, 200],
      [answer, 200],
      [interimAnswer, 'too_large'],
    ] as const) {
      const receiver = use(await startRawServer(hostile));
      expect(await resultOf(postTo(openSender(), `http://127.0.0.1:${receiver.port}/`))).toBe(result);
      await expect.poll(() => receiver.open()).toBe(0);
    }
    expect(state.written + interim.written).toBeLessThan(32 * 1024 * 1024);
  });

  it('fails as protocol when the reply is not HTTP', async () => {
    for (const reply of [
      'SSH-2.0-OpenSSH_9.2\r\n',
      '220 mail.example.com ESMTP\r\n',
      'HTTP/9.9 200 OK\r\n\r\n',
      'HTTP/1.1 200OK\r\n\r\n',
      'HTTP/1.1 20 OK\r\n\r\n',
      'HTTP/1.1 2000 OK\r\n\r\n',
      '\u0000HTTP/1.1 200 OK\r\n\r\n',
    ]) {
      const receiver = use(await startRawServer(bytes(reply)));
      const result = await resultOf(postTo(openSender(), `http://127.0.0.1:${receiver.port}/`));
      expect([reply, result]).toEqual([reply, 'protocol']);
    }
  });
});

describe('what follows a status line', () => {
  const cookies = Array.from(
    { length: 5 },
    (_, index) => `Set-Cookie: c${index}=${'x'.repeat(4000)}\r\n`,
  ).join('');
  const rests = {
    'two equal lengths': 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok',
    'two other lengths': 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'a length that is no number': 'Content-Length: x\r\n\r\n',
    'a length and chunks': 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    'chunks that are none': 'Transfer-Encoding: chunked\r\n\r\nno chunk\r\n',
    '20 kB of cookies': `${cookies}Content-Length: 0\r\n\r\n`,
    'a bad name of a header': 'Bad Header: x\r\n\r\n',
    'a header without a colon': 'Nothing\r\n\r\n',
    'a NUL in a header': 'X-A: \u0000\r\n\r\n',
    'half a header': 'X-Half: ',
    silence: '',
  };
  const postReply = async (reply: string, isEnded: boolean) => {
    const receiver = use(
      await startRawServer((socket) => void (isEnded ? socket.end(reply) : socket.write(reply))),
    );
    return resultOf(postTo(openSender(isEnded ? {} : fast), `http://127.0.0.1:${receiver.port}/`));
  };

  it.each(Object.entries(rests))('does not change what the status says: %s', async (_, rest) => {
    for (const status of [200, 204, 299, 404, 500]) {
      for (const before of [
        '',
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      ]) {
        const reply = `${before}HTTP/1.1 ${status} Any words\r\n${rest}`;
        expect(await postReply(reply, true)).toBe(status);
      }
    }
    expect(await postReply(`HTTP/1.1 200 OK\r\n${rest}`, false)).toBe(200);
  });

  it('may have bare line feeds, no words, and the version 1.0', async () => {
    expect(await postReply('HTTP/1.1 200 OK\nContent-Length: 0\n\n', true)).toBe(200);
    expect(await postReply('HTTP/1.1 522 \r\nServer: a\r\nContent-Length: 0\r\n\r\n', true)).toBe(522);
    expect(await postReply('HTTP/1.0 200\r\n\r\n', true)).toBe(200);
  });

  it('counts where a body is asked for', async () => {
    const receiver = use(
      await startRawServer(bytes(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`)),
    );
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect(await openSender().read({ url, headers: {} })).toMatchObject({
      kind: 'failure',
      reason: 'protocol',
    });
  });

  it('is never read as the reply to the next request', async () => {
    const receiver = use(
      await startRawServer(bytes(`${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`)),
    );
    const sender = openSender();
    for (let count = 0; count < 3; count++)
      expect(await resultOf(postTo(sender, `http://127.0.0.1:${receiver.port}/`))).toBe(200);
    await expect.poll(() => receiver.open()).toBe(0);
  });
});

describe('a connection that fails', () => {
  it('is refused when nothing listens', async () => {
    const gone = await startRawServer(ok);
    await gone.close();
    expect(await resultOf(postTo(openSender(), `http://127.0.0.1:${gone.port}/`))).toBe('refused');
  });

  it('is a reset when the receiver hangs up before the status line has come', async () => {
    for (const answer of [
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.end('HTTP/1.1 20'),
    ]) {
      const receiver = use(await startRawServer((socket) => void answer(socket)));
      expect(await resultOf(postTo(openSender(), `http://127.0.0.1:${receiver.port}/`))).toBe('reset');
    }
  });

  it('moves on to the next vetted address when one does not answer', async () => {
    const receiver = use(await startRawServer(ok, { host: '127.0.0.2' }));
    const sender = openSender({ resolve: async () => ['127.0.0.1', '127.0.0.2'] });
    expect(await resultOf(postTo(sender, `http://hooks.example.com:${receiver.port}/`))).toBe(200);
  });

  it('does not tell a name without an address from one with a private address', async () => {
    const noAddress = () => Promise.reject(new Error('ENOTFOUND'));
    const hanging = () => new Promise<never>((_, reject) => setTimeout(reject, 20, new Error('ETIMEOUT')));
    for (const resolve of [
      noAddress,
      hanging,
      async () => [],
      async () => ['10.1.2.3'],
      async () => ['::1'],
    ]) {
      const sender = openSender({ trustedNetworks: [], resolve });
      const url = 'https://hooks.example.com/';
      expect(await resultOf(postTo(sender, url))).toBe('blocked');
      await expect(sender.vet(url)).rejects.toThrow(/^The URL must lead to a public https address\.$/);
    }
  });

  it('is blocked, without a connection, when the URL breaks a rule', async () => {
    const receiver = use(await startRawServer(ok));
    const sender = openSender({ trustedNetworks: [] });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', 'hooks.example.com']) {
      for (const scheme of ['http', 'https']) {
        expect(await resultOf(postTo(sender, `${scheme}://${host}:${receiver.port}/`))).toBe('blocked');
      }
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe('TLS', () => {
  const post = async (host: string, tls: TlsOptions, ca: string | undefined = certificate.cert) => {
    const receiver = use(await startRawServer(ok, { tls }));
    const result = await resultOf(postTo(openSender({ ca }), `https://${host}:${receiver.port}/`));
    return { result, received: receiver.requests.length };
  };

  it('succeeds when the certificate is trusted and names the host or the address', async () => {
    for (const host of ['hooks.example.com', 'hooks.example.com.', 'a.example.com', '127.0.0.1']) {
      expect(await post(host, certificate)).toEqual({ result: 200, received: 1 });
    }
  });

  it('fails, and sends nothing, when the certificate names another host or address', async () => {
    for (const host of ['hooks.example.org', 'example.com', 'a.b.example.com', '127.0.0.2']) {
      const tls = host === '127.0.0.2' ? makeCertificate(['hooks.example.com']) : certificate;
      const address = host === '127.0.0.2' ? '127.0.0.1' : host;
      expect(await post(address, tls, tls.cert)).toEqual({ result: 'tls_name', received: 0 });
    }
  });

  it('fails, and sends nothing, when the certificate is self-signed by a stranger', async () => {
    expect(await post('hooks.example.com', makeCertificate(['hooks.example.com']))).toEqual({
      result: 'tls_untrusted',
      received: 0,
    });
  });

  it('is checked even when the environment switches the check off', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect((await post('hooks.example.com', makeCertificate(['hooks.example.com']))).result).toBe(
        'tls_untrusted',
      );
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('fails when the receiver never answers the handshake or offers only TLS 1.1', async () => {
    const plain = use(await startRawServer(() => {}, { host: '127.0.0.1' }));
    const chatty = use(
      await startRawServer(ok, {
        tls: { ...certificate, maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      }),
    );
    expect(await resultOf(postTo(openSender(fast), `https://127.0.0.1:${plain.port}/`))).toBe(
      'tls_unfinished',
    );
    expect(await resultOf(postTo(openSender(), `https://127.0.0.1:${chatty.port}/`))).toBe('tls_version');
  });

  it('sends the host name as SNI, and none for an address', async () => {
    const seen: (string | false)[] = [];
    const tls: TlsOptions = { ...certificate };
    const receiver = use(
      await startRawServer(
        (socket) => {
          seen.push((socket as TLSSocket).servername ?? false);
          socket.write(`${head}Content-Length: 0\r\n\r\n`);
        },
        { tls },
      ),
    );
    await postTo(openSender(), `https://hooks.example.com.:${receiver.port}/`);
    await postTo(openSender(), `https://127.0.0.1:${receiver.port}/`);
    expect(seen).toEqual(['hooks.example.com', false]);
  });
});
