import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Reply } from '../../../src/http/message/reply.ts';
import type { HttpRequest } from '../../../src/http/message/request.ts';
import { createSitemapRoutes } from '../../../src/web/directory/sitemap.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const textOf = (reply: Reply | undefined) =>
  new TextDecoder().decode((reply?.body as Uint8Array | undefined) ?? new Uint8Array());

/** A directory of two parts, whose reads are counted. */
function open() {
  const state = { minute: 0, parts: 0, reads: 0, isAway: false, bots: ['1', '2'] };
  const source = {
    tags: ['music'],
    async parts() {
      if (state.isAway) throw new Error('The database is away.');
      state.parts++;
      return ['', '2'];
    },
    async read(from: string, before = '9') {
      await delay(1);
      if (state.isAway) throw new Error('The database is away.');
      state.reads++;
      const found = state.bots.filter((botId) => botId >= from && botId < before);
      return found.map((botId) => ({ botId, updatedAt: new Date(0) }));
    },
  };
  const routes = createSitemapRoutes(
    source,
    'https://bots.example',
    () => new Date(START + state.minute * MINUTE_MS),
  );
  const answerOf = (path: string) => routes.find(([, pattern]) => pattern === path)?.[2];
  const ask = async (name: string) => {
    return answerOf('/sitemap/:part.xml')?.({ params: [name] } as unknown as HttpRequest);
  };
  const botsIn = async (name: string) =>
    [...textOf(await ask(name)).matchAll(/\/bot\/(\d)/g)].map(([, id]) => id);
  return { state, ask, botsIn };
}

test('a part is made once for all requests of fifteen minutes', async () => {
  const { state, ask } = open();
  for (state.minute = 0; state.minute <= 14; state.minute += 7) {
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => ask('0'))))
      expect(answer?.status).toBe(200);
  }
  expect(state).toMatchObject({ parts: 1, reads: 1 });
});

test('after fifteen minutes requests get what is kept, while it is made again, once', async () => {
  const { state, ask, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.bots = ['1'];
  state.minute = 16;
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('1')));
  for (const answer of answers) expect(textOf(answer)).toContain('/bot/2');
  await expect.poll(() => botsIn('1')).toEqual([]);
  expect(state).toMatchObject({ parts: 2, reads: 2 });
});

test('a listing that is no longer public is gone after half an hour, even for the first request', async () => {
  const { state, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.bots = ['1'];
  state.minute = 30;
  expect(await botsIn('1')).toEqual([]);
});

test('without the database, what is kept is served for half an hour, and then nothing', async () => {
  const { state, ask, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.isAway = true;
  for (const minute of [16, 20, 29]) {
    state.minute = minute;
    expect(await botsIn('1')).toEqual(['2']);
    await delay(5);
  }
  state.minute = 31;
  await expect(ask('1')).rejects.toThrow('The database is away.');
  state.isAway = false;
  expect(await botsIn('1')).toEqual(['2']);
});

test('a part that does not exist is not found, and reads no listings', async () => {
  const { state, ask } = open();
  for (const name of ['2', '999999', '1000000', '00', '-1', '1.0', '', 'x', '90000000000000001'])
    expect((await ask(name))?.status).toBe(404);
  expect(state).toMatchObject({ parts: 1, reads: 0 });
});
