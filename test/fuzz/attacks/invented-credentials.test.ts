import { expect, test } from 'vitest';
import { first } from '../../kit/present.ts';
import { forFile } from '../../kit/service.ts';
import { expectServed, expectUnnoticed, underAttack } from './attack.ts';
import { crowd } from './crowd.ts';
import { startTarget } from './target.ts';

const CLIENTS = 300;
/** Of invented tokens: their requests are cheap. */
const TOKENS = 500;
const SECONDS = 6;

const target = await forFile(startTarget());

const cookie = 'session={random}';

test('Pages with invented sessions keep no bot and no voter out', async () => {
  const { id } = first(target.bots);
  const requests = ['/bots?q={random}', `/bot/${id}/vote`, '/dashboard', '/bots?page=2'];
  const attack = crowd(
    requests.map((path) => ({ path, headers: { cookie } })),
    CLIENTS,
    SECONDS,
  );
  expectServed(await underAttack(target, 'Invented sessions on pages', attack));
});

test('Votes with invented sessions keep no bot and no voter out', async () => {
  const { id } = first(target.bots);
  const body = JSON.stringify({ query: `mutation { castVote(botId: "${id}") { __typename } }` });
  const attack = crowd(
    [
      { method: 'POST', path: `/bot/${id}/vote`, headers: { cookie }, body: '' },
      { method: 'POST', path: '/graphql', headers: { cookie, 'content-type': 'application/json' }, body },
    ],
    CLIENTS,
    SECONDS,
  );
  expectServed(await underAttack(target, 'Invented sessions on votes', attack));
});

test('Invented tokens, a new one in each request, keep no bot and no voter waiting', async () => {
  const path = `/api/v1/bots/${first(target.bots).id}/check?userId=${first(target.voters).id}`;
  const attack = crowd([{ path, headers: { authorization: 'blt_{random}' } }], TOKENS, SECONDS);
  const harm = await underAttack(target, 'Invented tokens on /check', attack);
  expectServed(harm);
  expectUnnoticed(harm, 'check');
  const { 401: refused = 0, ...others } = harm.counts;
  expect(refused).toBeGreaterThan(0);
  // Each of 64 look-ups rests for 120 ms. The requests that are under way at the end are counted, too.
  expect(refused).toBeLessThanOrEqual(64 * (SECONDS / 0.12) + TOKENS);
  for (const status of Object.keys(others)) expect(status).toBe('503');
});
