import { expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);
const ask = async (path: string, method = 'GET') => {
  const { status, headers } = await fetch(subject.service.url + path, { method, redirect: 'manual' });
  return [status, headers.get('location')];
};

test('an address with a slash at its end or capitals leads to the usual one, with its query', async () => {
  const { id } = subject.bot();
  for (const [path, usual] of [
    [`/bot/${id}/`, `/bot/${id}`],
    [`/Bot/${id}?lang=de`, `/bot/${id}?lang=de`],
    ['/tag/Music', '/tag/music'],
    ['/bots//?q=A', '/bots?q=A'],
  ] as const) {
    expect(await ask(path)).toEqual([301, usual]);
    expect((await fetch(subject.service.url + path)).status).toBe(200);
    expect(await ask(path, 'HEAD')).toEqual([301, usual]);
  }
});

test('what has no page anyhow is not found after one step, and nothing leads to another site', async () => {
  expect((await fetch(`${subject.service.url}/Nowhere/`)).status).toBe(404);
  for (const path of [
    '//evil.example/',
    '/%5Cevil.example/',
    '/nowhere',
    '/a//Evil/',
    '/bot/1',
    '/tag/nothing',
  ]) {
    expect(await ask(path)).toEqual([404, null]);
  }
  expect(await ask('/Bots/', 'POST')).toEqual([404, null]);
});
