import fc from 'fast-check';

/** What is sent over one connection, and how. Texts are bytes (latin1). */
export interface Connection {
  readonly messages: readonly string[];
  /** Where what is sent is cut, as parts of its length; after each piece there is a pause. */
  readonly cuts: readonly number[];
  readonly pauseMs: number;
  /** Wait for the server to close, close this side, or cut the connection. */
  readonly ending: 'wait' | 'half-close' | 'abort';
}

interface Known {
  readonly botId: string;
  readonly token: string;
}

/** Mostly `usual`, so that a case gets past the first check, and `odd` now and then. */
const mostly = (usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string>, weight = 20) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 });

const bytes = fc.string({
  unit: fc.integer({ max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const oneOf = (...texts: string[]) => fc.constantFrom(...texts);

const method = mostly(
  oneOf('GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
  fc.oneof(oneOf('TRACE', 'CONNECT', 'DELETE', 'QUERY', 'FETCH', 'get', 'G', '', 'GET '), bytes),
);
const version = mostly(
  oneOf('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
  fc.oneof(oneOf('HTTP/0.9', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', 'HTTP/11.1', ''), bytes),
);
const host = mostly(
  oneOf('localhost', '127.0.0.1:3000', '[::1]'),
  fc.oneof(
    oneOf('', 'a:99999', '1.2.3.4.5', 'xn--a', '[', '..', 'a b', 'u@h', 'a/b', '0x7f.1', 'a, b'),
    bytes,
  ),
);
const lineEnd = mostly(fc.constant('\r\n'), oneOf('\n', '\r', '\r\n\r\n', '\r\r\n', ''), 120);
const length = mostly(
  fc.nat(200).map(String),
  oneOf('-1', '+1', '0x1', '1, 1', '1 1', '', '1e3', '99999999999999999999', '2000000', 'a'),
);
const value = fc.oneof(
  oneOf('', '*', 'a, b', '"', 'x'.repeat(20_000), '%00', '\t', '\0', '\x7f', '\xff'),
  bytes,
);

function header({ token }: Known): fc.Arbitrary<string> {
  const pairs: [string, fc.Arbitrary<string>][] = [
    ['Host', host],
    ['Content-Length', length],
    [
      'Transfer-Encoding',
      oneOf('chunked', 'Chunked', 'gzip, chunked', 'chunked, chunked', 'identity', '\x0bchunked'),
    ],
    ['Connection', oneOf('keep-alive', 'close', 'Upgrade', 'keep-alive, close', 'Host', 'Content-Length')],
    ['Upgrade', oneOf('websocket', 'h2c')],
    ['Expect', oneOf('100-continue', '100-Continue', '200-ok', '')],
    ['Authorization', oneOf(token, `Bearer ${token}`, 'x', 'Basic Og==')],
    ['Cookie', oneOf('session=x', 'sign-in=x; sign-in=y', '=', ';;;', '__proto__=1')],
    [
      'Content-Type',
      oneOf('application/json', 'application/graphql', 'multipart/form-data', 'text/plain; charset=x'),
    ],
    [
      'Accept',
      oneOf('text/html', 'application/json', 'text/event-stream', 'application/graphql-response+json'),
    ],
    ['Accept-Encoding', oneOf('br', 'gzip;q=0', 'zstd, *;q=2', 'identity;q=0')],
    ['If-None-Match', oneOf('*', 'W/"', '"a", "b"')],
    ['Range', oneOf('bytes=0-0', 'bytes=9-1')],
    ['Content-Encoding', oneOf('gzip', 'br', 'identity')],
    ['X-Forwarded-For', oneOf('1.2.3.4:5', '[::1', ',,,', 'unknown')],
    ['Sec-Fetch-Site', oneOf('cross-site', 'same-origin', 'none')],
    ['Origin', oneOf('null', 'https://evil.example', 'http://localhost')],
    ['Trailer', oneOf('Host', 'Content-Length')],
  ];
  const known = fc
    .constantFrom(...pairs)
    .chain(([name, values]) => mostly(values, value).map((text) => `${name}: ${text}`));
  const strange = fc
    .tuple(
      fc.oneof(bytes, oneOf('__proto__', 'Host ', ' Host', 'X')),
      oneOf(':', ' : ', '', ': \r\n '),
      value,
    )
    .map((parts) => parts.join(''));
  return mostly(known, strange, 40);
}

function target({ botId }: Known): fc.Arbitrary<string> {
  const path = oneOf(
    ...[
      '/',
      '/livez',
      '/api/health',
      '/api/openapi.json',
      '/graphql',
      '/graphql?query={health{ok}}',
      '/sign-in',
    ],
    ...[
      `/bot/${botId}`,
      `/bot/${botId}/vote`,
      `/bot/${botId}/edit`,
      `/widget/${botId}.svg`,
      `/widget/${botId}`,
    ],
    ...[
      `/api/v1/bots/${botId}/stats`,
      `/api/v1/bots/${botId}/commands`,
      `/api/v1/bots/${botId}/votes?limit=5`,
    ],
    ...[
      '/sign-out',
      '/sitemap.xml',
      '/favicon.ico',
      '/robots.txt',
      '/.well-known/security.txt',
      '/tag/music',
      '/bots?q=music&tag=fun&not=art&speaks=de&speaks=en&servers=10&active=1',
    ],
  );
  const odd = oneOf(
    ...[
      '*',
      '',
      '//',
      '/\\',
      '/%',
      '/%00',
      '/%ff',
      '/..',
      '/a#b',
      'a',
      'a:1',
      'ftp://a/',
      'http://',
      'http:///a',
    ],
    ...[
      'http://a:99999/',
      'http://u@a/',
      'https://[/',
      '/'.repeat(9000),
      `/?${'a='.repeat(5000)}`,
      '/bot/\xff',
    ],
  );
  const absolute = fc.tuple(host, path).map(([authority, rest]) => `http://${authority}${rest}`);
  const longer = fc.tuple(path, bytes).map((parts) => parts.join(''));
  return fc.oneof({ arbitrary: path, weight: 16 }, absolute, longer, odd, bytes);
}

const content = fc.oneof(
  oneOf(
    '',
    '{}',
    '{"server_count":5}',
    '{"commands":[]}',
    '{"query":"{health{ok}}"}',
    'id=1&name=a',
    '[',
    '\0',
  ),
  bytes,
  fc.constant('x'.repeat(70_000)),
);
const chunk = mostly(
  content.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`),
  oneOf(
    '5\r\nab\r\n',
    'x\r\n',
    '-1\r\n',
    '0x5\r\nabcde\r\n',
    '5;a=b\r\nabcde\r\n',
    'fffffffffffffffff\r\n',
    '5 \r\nabcde',
    '5\nabcde\n',
  ),
);
/** The header that says how long a body is, and the body. */
const body = fc.oneof(
  fc.constant({ lines: [] as string[], text: '' }),
  fc.constant({ lines: [] as string[], text: '' }),
  content.map((text) => ({ lines: [`Content-Length: ${text.length}`], text })),
  fc.tuple(content, length).map(([text, said]) => ({ lines: [`Content-Length: ${said}`], text })),
  fc
    .tuple(
      fc.array(chunk, { maxLength: 3 }),
      mostly(fc.constant('0\r\n\r\n'), oneOf('0\r\n', '', '0\r\nHost: a\r\n\r\n')),
    )
    .map(([chunks, end]) => ({ lines: ['Transfer-Encoding: chunked'], text: chunks.join('') + end })),
);

function message(known: Known): fc.Arbitrary<string> {
  const whole = fc
    .record({
      method,
      target: target(known),
      version,
      host: fc.option(host, { freq: 30 }),
      headers: fc.array(header(known), { maxLength: 4 }),
      body,
      separator: mostly(fc.constant(' '), oneOf('  ', '\t', ''), 100),
      lineEnd,
      blank: mostly(fc.constant(''), oneOf('\r\n', '\n\n', ' '), 60),
    })
    .map((parts) => {
      const line = [parts.method, parts.target, parts.version].join(parts.separator);
      const lines = parts.host === null ? [] : [`Host: ${parts.host}`];
      const head = [line, ...lines, ...parts.headers, ...parts.body.lines, ''].join(parts.lineEnd);
      return `${parts.blank}${head}${parts.lineEnd}${parts.body.text}`;
    });
  // One that is cut off is never finished.
  const cutOff = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, part]) => text.slice(0, text.length * part));
  return fc.oneof({ arbitrary: whole, weight: 20 }, cutOff, bytes);
}

/** @param known a bot whose paths and token are used as well */
export function connections(known: Known): fc.Arbitrary<Connection> {
  const last = 'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  return fc.record({
    messages: fc
      .tuple(fc.array(message(known), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([messages, ends]) => (ends ? [...messages, last] : messages)),
    cuts: fc.oneof(
      fc.constant([]),
      fc
        .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
        .map((cuts) => cuts.sort((a, b) => a - b)),
    ),
    pauseMs: fc.constantFrom(0, 1, 20),
    ending: fc.constantFrom('wait', 'wait', 'wait', 'wait', 'half-close', 'abort'),
  });
}
