import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { exchange, readAnswers } from '../kit/raw.ts';
import { forFile, startService } from '../kit/service.ts';

const service = await forFile(startService());
const bot = present((await service.seed({ users: 0 })).bots[0]);

// The development sign-in takes only what no proxy sent, and those close each connection.
const FORM =
  'POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const LAST = 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const signIn = () => `id=${newUserId()}&name=Anybody&return=/`;
const reportHead = () =>
  `POST /api/v1/bots/${bot.id}/stats HTTP/1.1\r\nHost: a\r\nAuthorization: ${bot.token}\r\n`;
const whole = (text: string) => `Content-Length: ${text.length}\r\n\r\n${text}`;
const ask = async (request: string) =>
  present(readAnswers((await exchange(service.url, [request + LAST])).text)[0]);

describe('A body in many chunks', () => {
  const documentHead = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const inPieces = (text: string, size: number) =>
    `${CHUNKED}${text.replace(new RegExp(`.{1,${size}}`, 'gs'), (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)}0\r\n\r\n`;
  const count = (bytes: number) => JSON.stringify({ server_count: 7, padding: 'a'.repeat(bytes) });

  test.each([
    ['of one byte, up to a thousand', 900, 1],
    ['of 64 bytes, as many as there are', 1_000_000, 64],
  ])('%s, is read by REST, by forms and by GraphQL', async (_, bytes, size) => {
    const read = await ask(reportHead() + inPieces(count(bytes), size));
    expect(read.body).toBe('{"success":true,"server_count":7}');
    expect((await ask(FORM + inPieces(signIn(), size))).status).toBe(303);
    const padding = 'a'.repeat(Math.min(bytes, 60_000));
    const document = JSON.stringify({ query: '{ __typename }', extensions: { padding } });
    expect((await ask(documentHead + inPieces(document, size))).body).toBe('{"data":{"__typename":"Query"}}');
  });

  test.each([
    ['a report', () => reportHead(), 413],
    ['a form', () => FORM, 413],
    ['a document', () => documentHead, 413],
    ['a stranger to REST', () => 'POST /api/v1/bots/1/stats HTTP/1.1\r\nHost: a\r\n', 401],
  ])('of one byte, more than a thousand, gets a response and no second one: %s', async (_, head, status) => {
    for (const bytes of [1100, 40_000]) {
      const unfinished = head() + inPieces('a'.repeat(bytes), 1).slice(0, -5);
      const { text } = await exchange(service.url, [unfinished], { quietMs: 1000 });
      const answers = readAnswers(text);
      expect(answers.map((answer) => answer.status)).toEqual([status]);
      if (status === 413) expect(answers[0]?.headers.connection).toBe('close');
      if (status === 413) expect(answers[0]?.body).toContain('more than 1000 chunks of less than 32 bytes');
    }
    // Other connections use what Node keeps of those.
    for (let turn = 0; turn < 10; turn++)
      expect((await ask(reportHead() + whole(count(9)))).status).toBe(200);
  });

  test('of one byte after a large one, is refused as well', async () => {
    const first = `${CHUNKED}${(100_000).toString(16)}\r\n${'a'.repeat(100_000)}\r\n`;
    const { text } = await exchange(service.url, [reportHead() + first + '1\r\na\r\n'.repeat(2100)]);
    expect(readAnswers(text)[0]).toMatchObject({ status: 413, headers: { connection: 'close' } });
  });

  test('of one byte, which nobody reads, takes no byte of the request that follows on the connection', async () => {
    const page = `GET /bots?q=${newUserId()} HTTP/1.1\r\nHost: a\r\n${inPieces('a'.repeat(1100), 1)}`;
    const { text } = await exchange(service.url, [page + reportHead() + whole(count(9)) + LAST]);
    const [first, second] = readAnswers(text);
    expect(first?.status).toBe(200);
    expect(second?.body).toBe('{"success":true,"server_count":7}');
  });

  test('is no matter where its length is known: 1100 bytes, each sent alone', async () => {
    const body = count(1050);
    const pieces = [
      ...`${reportHead()}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ].flatMap((byte) => [byte, 1]);
    const { text } = await exchange(service.url, pieces);
    expect(readAnswers(text)[0]?.status).toBe(200);
  });
});

test.each([
  ['a form', '/sign-in', 413],
  ['an unknown path', '/nowhere', 404],
])(
  'A chunked body of %s that is too large ends its connection, since its rest is not read',
  async (_, path, status) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
    const chunk = `${(60_000).toString(16)}\r\n${'a'.repeat(60_000)}\r\n`;
    const { text } = await exchange(service.url, [head + CHUNKED + chunk.repeat(3)]);
    expect(readAnswers(text)[0]).toMatchObject({ status, headers: { connection: 'close' } });
  },
);

test('The body of a PUT to a page is not waited for', async () => {
  const { text } = await exchange(service.url, [
    `PUT /bots HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${CHUNKED}5\r\naaaaa\r\n`,
  ]);
  expect(readAnswers(text)[0]).toMatchObject({ status: 405 });
});

test('While unfinished bodies of strangers fill their memory, another large one gets 503; small ones and bots are read', async () => {
  const { hostname, port } = new URL(service.url);
  const report = FORM.replace('/sign-in', `/bot/${bot.id}/report`);
  const large = report + whole('a'.repeat(60_000));
  const small = report + whole('a=b');
  const usual = { large: (await ask(large)).status, small: (await ask(small)).status };
  expect(usual.large).toBeLessThan(500);
  const sockets: Socket[] = [];
  // Their lane may hold 24 MiB.
  for (let opened = 0; opened < 500; opened++) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(`${report}Content-Length: 64000\r\n\r\n${'a'.repeat(63_000)}`);
    sockets.push(socket);
  }
  const refused = async () => {
    const { status, headers } = await ask(large);
    return [status, headers['retry-after']];
  };
  await expect.poll(refused).toEqual([503, '2']);
  const count = JSON.stringify({ server_count: 8, padding: 'a'.repeat(500_000) });
  const [form, reported] = await Promise.all([ask(small), ask(reportHead() + whole(count))]);
  expect(form.status).toBe(usual.small);
  expect(reported.body).toBe('{"success":true,"server_count":8}');

  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask(large)).status).toBe(usual.large);
});

describe('A slow body', () => {
  const TIMEOUT = 60_000;
  /** 25 kB a second. */
  const slowly = (body: string) => {
    const pieces = body.match(/[\s\S]{1,12500}/g) ?? [];
    return pieces.flatMap((piece): (string | number)[] => [piece, 500]);
  };
  const put = `PUT /api/v1/bots/${bot.id}/commands HTTP/1.1\r\nHost: a\r\nAuthorization: ${bot.token}\r\n`;
  const commands = JSON.stringify({
    commands: [{ name: 'ping', description: 'Answers.' }],
    padding: 'a'.repeat(300_000),
  });

  test.concurrent(
    'that trickles gets 408, and its connection is closed',
    async () => {
      const trickle = Array.from({ length: 28 }, () => ['a', 500]).flat();
      const [inEnglish, inGerman] = await Promise.all(
        ['en', 'de'].map(async (language) => {
          const head = `${FORM}Content-Length: 1000\r\nAccept-Language: ${language}\r\nAccept: text/html\r\n\r\n`;
          const { text, closed } = await exchange(service.url, [head, ...trickle]);
          return { ...present(readAnswers(text)[0]), closed };
        }),
      );
      for (const answer of [inEnglish, inGerman])
        expect(answer).toMatchObject({ status: 408, closed: true, headers: { connection: 'close' } });
      expect(inEnglish?.body).toContain('<h1>Too slow</h1>');
      expect(inGerman?.body).toContain('<h1>Zu langsam</h1>');
    },
    TIMEOUT,
  );

  test.concurrent(
    'of an honest sender is waited for: 300 kB in twelve seconds',
    async () => {
      const head = `${put}Connection: close\r\nContent-Length: ${commands.length}\r\n\r\n`;
      const { text } = await exchange(service.url, [head, ...slowly(commands)]);
      expect(readAnswers(text)[0]).toMatchObject({ status: 200, body: '{"success":true,"count":1}' });
    },
    TIMEOUT,
  );

  test.concurrent.each([
    ['half of it', `${reportHead()}Content-Length: 18\r\n\r\n{"server_`],
    ['a length that is too large', `${reportHead()}Content-Length: 5000\r\n\r\n{"server_count":5}`],
    ['chunks without an end', `${put}${CHUNKED}5\r\naaaaa\r\n`],
  ])(
    'that stops gets 408, which says so: %s',
    async (_, request) => {
      const { text, closed } = await exchange(service.url, [request], { quietMs: 40_000 });
      const [answer] = readAnswers(text);
      expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        error: 'The request body did not arrive: less than 10 KiB came in 10 seconds.',
      });
      expect(closed).toBe(true);
    },
    TIMEOUT,
  );

  test.each(['Authorization: blt_', 'Cookie: session='])(
    'of an invented credential holds no slot of strangers: %s',
    async (credential) => {
      await using narrow = await startService({ CONCURRENT_STRANGER_REQUESTS: '2', MAX_WAIT_MS: '100' });
      const { hostname, port } = new URL(narrow.url);
      const statusOf = async (path: string) => (await narrow.call('GET', path)).status;
      expect(await statusOf('/bots?q=before')).toBe(200);
      const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => {}));
      for (const [index, socket] of sockets.entries()) {
        const invented = `${credential}${'A'.repeat(40)}${100 + index}`;
        socket.write(`POST /graphql HTTP/1.1\r\nHost: a\r\n${invented}\r\n${CHUNKED}5\r\naaaaa\r\n`);
      }
      await new Promise((next) => setTimeout(next, 1500));
      const statuses = [await statusOf('/bots?q=one'), await statusOf('/bots?q=two')];
      for (const socket of sockets) socket.destroy();
      expect(statuses).toEqual([200, 200]);
    },
  );

  test('of an unknown path is not waited for, whatever the token', async () => {
    const head = `POST /api/v2/bots/${bot.id}/stats HTTP/1.1\r\nHost: a\r\nAuthorization: ${bot.token}\r\n`;
    const { text } = await exchange(service.url, [`${head}${CHUNKED}5\r\naaaaa\r\n`], { quietMs: 2000 });
    expect(readAnswers(text)[0]).toMatchObject({ status: 404 });
  });

  test('holds no slot: with one slot for bots, another report is answered at once', async () => {
    await using narrow = await startService({ CONCURRENT_BOT_REQUESTS: '1', MAX_WAIT_MS: '100' });
    const [own] = (await narrow.seed({ users: 0, bots: 1 })).bots;
    const { id, token } = present(own);
    const { hostname, port } = new URL(narrow.url);
    const report = () =>
      narrow.call('POST', `/api/v1/bots/${id}/stats`, { token, body: { server_count: 3 } });
    expect((await report()).status).toBe(200);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => {}));
    for (const socket of sockets) {
      socket.write(
        `POST /api/v1/bots/${id}/stats HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\nContent-Length: 90\r\n\r\n{`,
      );
    }
    await new Promise((next) => setTimeout(next, 500));
    expect((await report()).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
