import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Loopback, listenOnLoopback } from '../../kit/loopback.ts';
import { first, present } from '../../kit/present.ts';
import { postOperation } from '../../kit/service.ts';
import { expectHarmless, expectPages, expectServed, expectUnnoticed, underAttack } from './attack.ts';
import { crowd } from './crowd.ts';
import { startTarget, type Target } from './target.ts';

const SECONDS = 8;
const ID = '70000000000000001';
/** Owners of a bot each, whose receiver accepts connections and stays silent. */
const OWNERS = 30;
const HELD_MS = 8000;
const FIRST_OWNER = 71_000_000_000_000_000n;
const ownerOf = (index: number) => String(FIRST_OWNER + BigInt(index));

let target: Target;
let silent: Loopback;
beforeAll(async () => {
  silent = await listenOnLoopback(createServer(() => {}));
  const owners = Array.from({ length: OWNERS }, (_, index) => ownerOf(index));
  target = await startTarget(
    {
      DEVELOPMENT_SIGN_IN: 'true',
      TRUSTED_PROXIES: '',
      SIGN_INS_PER_ADDRESS_PER_HOUR: '0',
      WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
      // Fewer than there are waiting requests.
      CONCURRENT_MEMBER_REQUESTS: '32',
    },
    async ({ sql }) => {
      await sql`update webhooks set url = ${silent.origin}`;
      await sql`
        insert into users (id, name, created_at)
        select id, 'Owner', now() from unnest(${owners}::text[]) id`;
      await sql`
        update bot_owners set user_id = (${owners}::text[])[own.place]
        from (select bot_id, row_number() over (order by bot_id) place from bot_owners) own
        where own.bot_id = bot_owners.bot_id`;
    },
  );
});
afterAll(async () => {
  await target?.close();
  await silent?.close();
});

const signInAs = (id: string) => ({
  method: 'POST',
  path: '/sign-in',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `id=${id}&name=Ada&return=/`,
});

async function cookieOf(id: string): Promise<string> {
  const { path, ...request } = signInAs(id);
  const response = await fetch(target.url + path, { ...request, redirect: 'manual' });
  return present(response.headers.get('set-cookie')?.split(';')[0]);
}

async function asUser<Data>(cookie: string, query: string): Promise<Data> {
  const response = await postOperation(target.url, { query }, { cookie });
  return ((await response.json()) as { data: Data }).data;
}

test('Thousands of sign-ins of one user leave fifty sessions, and keep nobody out', async () => {
  const harm = await underAttack(target, 'Sign-ins of one user', crowd([signInAs(ID)], 4, SECONDS, 10));
  expectHarmless(harm);
  expectPages(harm);
  expect(harm.counts[303] ?? 0).toBeGreaterThan(100);
  const { viewer } = await asUser<{ viewer: { sessions: unknown[] } }>(
    await cookieOf(ID),
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

test('Checks of silent receivers by thirty owners hold no slot of the members', async () => {
  const ids = target.bots.map(({ id }) => id).sort();
  const owners = await Promise.all(
    ids.map(async (id, index) => ({ id, cookie: await cookieOf(ownerOf(index)) })),
  );
  const check = async (url: string, { id, cookie }: (typeof owners)[number], signal: AbortSignal) => {
    const query = `mutation { result: checkReceiver(botId: "${id}") { __typename ... on Error { reason } } }`;
    const response = await postOperation(url, { query }, { cookie }, signal);
    const { data } = (await response.json()) as { data: { result: { reason?: string } } };
    return data.result.reason ?? 'checked';
  };
  const harm = await underAttack(target, 'Checks of silent receivers', async (url) => {
    const signal = AbortSignal.timeout(HELD_MS);
    const outcomes = await Promise.all(
      [...owners, ...owners, ...owners].map((owner) => check(url, owner, signal).catch(() => 'silent')),
    );
    return Object.fromEntries(
      [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((one) => one === outcome).length]),
    );
  });
  expect(harm.counts).toEqual({ silent: 2 * OWNERS, 'outside.tooMany': OWNERS });
  expectServed(harm);
  expectPages(harm);
  expectUnnoticed(harm, 'member');
});
