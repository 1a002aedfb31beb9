import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, present } from '../../kit/present.ts';
import { expectHarmless, expectPages, underAttack } from './attack.ts';
import { crowd } from './crowd.ts';
import { startTarget, type Target } from './target.ts';

const SECONDS = 8;
const ID = '70000000000000001';

let target: Target;
beforeAll(async () => {
  target = await startTarget({
    DEVELOPMENT_SIGN_IN: 'true',
    TRUSTED_PROXIES: '',
    SIGN_INS_PER_ADDRESS_PER_HOUR: '0',
  });
});
afterAll(() => target?.close());

async function asUser<Data>(cookie: string, query: string): Promise<Data> {
  const response = await fetch(`${target.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: Data }).data;
}

test('Thousands of sign-ins of one user leave fifty sessions, and keep nobody out', async () => {
  const signIn = {
    method: 'POST',
    path: '/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `id=${ID}&name=Ada&return=/`,
  };
  const harm = await underAttack(target, 'Sign-ins of one user', crowd([signIn], 4, SECONDS, 10));
  expectHarmless(harm);
  expectPages(harm);
  expect(harm.counts[303] ?? 0).toBeGreaterThan(100);
  const response = await fetch(target.url + signIn.path, { ...signIn, redirect: 'manual' });
  const cookie = present(response.headers.get('set-cookie')?.split(';')[0]);
  const { viewer } = await asUser<{ viewer: { sessions: unknown[] } }>(
    cookie,
    '{ viewer { sessions { id } } }',
  );
  expect(viewer.sessions).toHaveLength(50);
});

test('Channels and favourites of one user pile up to their number only', async () => {
  const { cookie } = first(target.voters);
  const add = (query: string) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query }),
  });
  const requests = [
    add(
      'mutation { addWebhookChannel(kind: DISCORD, url: "https://discord.com/api/webhooks/1/{random}") { __typename } }',
    ),
    ...target.bots.map(({ id }) => add(`mutation { addFavourite(botId: "${id}") { __typename } }`)),
  ];
  const harm = await underAttack(target, 'What one user keeps', crowd(requests, 10, SECONDS));
  expectHarmless(harm);
  expectPages(harm);
  const { viewer } = await asUser<{ viewer: { noticeChannels: unknown[] } }>(
    cookie,
    '{ viewer { noticeChannels { id } } }',
  );
  expect(viewer.noticeChannels.length).toBeLessThanOrEqual(10);
});
