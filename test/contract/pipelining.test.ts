import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { present } from '../kit/present.ts';
import { exchange, readAnswers } from '../kit/raw.ts';
import { forFile, startService } from '../kit/service.ts';

const service = await forFile(startService());
const bot = present((await service.seed({ users: 0 })).bots[0]);

const HOST = 'Host: bots.example\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const CLOSE = 'Connection: close\r\n';
const report = (count: number, headers = '') => {
  const body = JSON.stringify({ server_count: count });
  const length = `Content-Length: ${body.length}\r\n`;
  return `POST /api/v1/bots/${bot.id}/stats HTTP/1.1\r\n${HOST}Authorization: ${bot.token}\r\n${length}${headers}\r\n${body}`;
};
const answersTo = async (...pieces: (string | number)[]) =>
  readAnswers((await exchange(service.url, pieces)).text);

test('Requests that are sent at once are answered in order, whatever their kind', async () => {
  const kinds = [
    { text: get('/livez'), status: 200 },
    { text: report(7), status: 200 },
    { text: get(`/bot/${bot.id}`), status: 200 },
    { text: get('/api/unknown'), status: 404 },
    { text: get('/bots?query=a'), status: 200 },
    { text: get('/graphql?query={__typename}'), status: 200 },
    { text: get('/unknown'), status: 404 },
    { text: get(`/api/v1/bots/${bot.id}/votes`), status: 401 },
  ];
  // More than are kept at most.
  const sent = Array.from({ length: 5 }, () => kinds).flat();
  const answers = await answersTo([...sent.map(({ text }) => text), get('/livez', CLOSE)].join(''));
  expect(answers.map(({ status }) => status)).toEqual([...sent.map(({ status }) => status), 200]);
});

test('A request runs when those before it on its connection are over', async () => {
  const sent = [1, 2, 3, 4, 5].map((count) => report(count)).join('');
  const answers = await answersTo(sent + report(6, CLOSE));
  expect(answers.map(({ body }) => JSON.parse(body).server_count)).toEqual([1, 2, 3, 4, 5, 6]);
  const [row] = await service.services.db.sql`select server_count from bot_stats where bot_id = ${bot.id}`;
  expect(row).toEqual({ server_count: 6 });
});

test('Requests that come in pieces behind waiting ones are answered in order, too', async () => {
  const last = report(9, CLOSE);
  const answers = await answersTo(get('/bots?query=b').repeat(5) + last.slice(0, 40), 50, last.slice(40));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test.each([
  ['what is not HTTP', 'nonsense\r\n\r\n', 400],
  ['CONNECT', `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`, 501],
  ['an unknown expectation', get('/', 'Expect: 200-ok\r\n'), 417],
])('Behind waiting requests, the refusal has its turn: %s', async (_, text, status) => {
  const answers = await answersTo(get('/bots?query=c') + get('/livez') + get('/bots?query=d') + text);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, status]);
});

test('A connection with more waiting requests than any client sends is closed', async () => {
  const { closed } = await exchange(service.url, [get('/livez').repeat(1000)]);
  expect(closed).toBe(true);
  expect((await service.call('GET', '/livez')).status).toBe(200);
});

test('Requests wait until the responses before them are read, and are served then', async () => {
  const path = '/?pipelined';
  const [{ body } = { body: '' }] = await answersTo(get(path, CLOSE));
  // More bytes than the sockets of both sides take.
  const count = 50;
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  socket.write(get(path).repeat(count) + report(11, CLOSE));
  await delay(1000);
  let text = '';
  for await (const chunk of socket) text += chunk.toString('latin1');
  const answers = readAnswers(text);
  expect(answers).toHaveLength(count + 1);
  expect(answers.slice(0, -1).every((answer) => answer.body.length === body.length)).toBe(true);
  expect(answers.at(-1)?.body).toBe('{"success":true,"server_count":11}');
});
