import { test } from 'vitest';
import { withPatience } from '../../../src/db/client.ts';
import { forFile } from '../../kit/service.ts';
import { expectPages, expectServed, expectUnnoticed, underAttack } from './attack.ts';
import { crowd } from './crowd.ts';
import { startTarget } from './target.ts';

const CLIENTS = 60;
const PAUSE_MS = 200;
const SECONDS = 6;
const LISTINGS = 20_000;

const target = await forFile(
  startTarget({}, (db) =>
    withPatience(
      db,
      (sql) => sql`
      insert into bots (id, name, short_description, state, created_at)
      select (90000000000000000 + n)::text, 'Bot ' || n, 'A bot.', 'approved', now()
      from generate_series(1, ${LISTINGS}::int) n`,
    ),
  ),
);

test('Searches, a new one in each request, keep no bot and no voter out', async () => {
  const attack = crowd([{ path: '/bots?q={random}' }, { path: '/?q={random}' }], CLIENTS, SECONDS);
  expectServed(await underAttack(target, 'Uncached searches', attack));
});

test('Odd searches on sixteen connections of one address keep nobody out', async () => {
  // All names are similar to the first two words, so each costs as much as a correction may.
  const searches = ['bott boot {random}', 'a b c d e f g h i j k l m n o p {random}', 'bto tob bt0 {random}'];
  const requests = searches.map((search) => ({ path: `/bots?q=${search.replaceAll(' ', '+')}` }));
  const harm = await underAttack(target, 'Odd searches', crowd(requests, 16, SECONDS));
  expectServed(harm);
  expectPages(harm);
  for (const kind of ['check', 'member', 'stranger'] as const) expectUnnoticed(harm, kind);
});

test('The sitemap, three hundred times a second, is noticed by no bot and no voter', async () => {
  const paths = ['/sitemap.xml', '/sitemap/0.xml', '/sitemap/1.xml', '/sitemap/{random}.xml'];
  const requests = paths.flatMap((path) => [{ path }, { path, headers: { 'accept-encoding': 'gzip' } }]);
  const harm = await underAttack(target, 'The sitemap', crowd(requests, CLIENTS, SECONDS, PAUSE_MS));
  expectServed(harm);
  expectUnnoticed(harm, 'check');
});
