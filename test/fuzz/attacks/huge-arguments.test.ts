import { expect, test } from 'vitest';
import { first } from '../../kit/present.ts';
import { forFile, postOperation } from '../../kit/service.ts';
import { expectHarmless, expectPages, underAttack } from './attack.ts';
import { type CrowdRequest, crowd } from './crowd.ts';
import { startTarget } from './target.ts';

const SECONDS = 8;
/** They keep the process busy. With twice as many, a slow machine has no time left for other strangers. */
const STRANGERS = 10;

// With so little heap, what is kept of each request would end the process within the attack.
const HEAP = { NODE_OPTIONS: '--max-old-space-size=320' };
const target = await forFile(startTarget({ ...HEAP, ANONYMOUS_OPERATIONS_PER_MINUTE: '0' }));

/** A document with one large argument, another one in each request. */
const operation = (query: string, bytes: number, cookie?: string): CrowdRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
  body: JSON.stringify({ query, variables: { large: `{random}${'x'.repeat(bytes)}` } }),
});

test('Searches of strangers with a language of 60 kB fill no memory', async () => {
  const requests = [
    operation(
      'query ($large: String) { searchSuggestions(text: "mu", language: $large) { __typename } }',
      60_000,
    ),
    operation('query ($large: String) { bots(search: "mu", language: $large) { __typename } }', 60_000),
    operation('query ($large: String!) { searchSuggestions(text: $large) { __typename } }', 60_000),
    operation('query ($large: ID!) { bot(botId: $large) { name } }', 60_000),
  ];
  const harm = await underAttack(target, 'Huge arguments of strangers', crowd(requests, STRANGERS, SECONDS));
  expectHarmless(harm);
  expectPages(harm);
  expect(harm.counts[200] ?? 0).toBeGreaterThan(500);
});

test('Arguments of members of 900 kB fill no memory, and nothing of them is stored', async () => {
  const { cookie } = first(target.voters);
  const push =
    'mutation ($large: String!) { addPushChannel(endpoint: "https://8.8.8.8/", p256dh: $large, auth: "", label: "A") { __typename } }';
  const requests = [
    operation(
      'query ($large: String) { searchSuggestions(text: "mu", language: $large) { __typename } }',
      900_000,
      cookie,
    ),
    operation(push, 900_000, cookie),
    operation('mutation ($large: ID!) { addFavourite(botId: $large) { __typename } }', 900_000, cookie),
  ];
  const harm = await underAttack(target, 'Huge arguments of members', crowd(requests, 6, SECONDS));
  expectHarmless(harm);
  expectPages(harm);
  expect(harm.counts[200] ?? 0).toBeGreaterThan(50);
  const response = await postOperation(
    target.url,
    { query: '{ viewer { noticeChannels { id } } }' },
    { cookie },
  );
  expect(await response.json()).toEqual({ data: { viewer: { noticeChannels: [] } } });
});
