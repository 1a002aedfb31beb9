import { afterAll, describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { visit } from '../page.ts';

const service = await forFile(startService());
const { id: botId } = first((await service.seed({ bots: 3 })).bots);
const { sql } = service.services.db;
// Other tests add bots, too: this one stands first in each list.
await sql`update bots set name = 'Keptwell', tags = '{music}', created_at = now() + interval '9 days' where id = ${botId}`;
await sql`update bot_stats set vote_count = 900000000 where bot_id = ${botId}`;
afterAll(() => sql`update bots set state = 'removed' where id = ${botId}`);

describe.each(['/', '/bots', '/bots?order=newest', '/tag/music', '/bots?q=keptwell'])(
  'Strangers share %s',
  (path) => {
    const show = async (isShown: boolean) => {
      const state = isShown ? 'approved' : 'suspended';
      await sql`update bots set state = ${state} where id = ${botId}`;
    };
    const shows = async () => (await visit(service, path)).html.includes(`/bot/${botId}`);

    test('for a second: a listing that is suspended is gone after it', async () => {
      await show(true);
      await expect.poll(shows, { timeout: 5000 }).toBe(true);
      await show(false);
      await expect.poll(shows, { timeout: 5000 }).toBe(false);
      await show(true);
    });

    test('and who has it already gets a 304', async () => {
      await expect
        .poll(async () => {
          const etag = (await visit(service, path)).headers.get('etag') ?? '';
          const { status, html } = await visit(service, path, { headers: { 'if-none-match': etag } });
          return [status, html];
        })
        .toEqual([304, '']);
    });

    test('but not with members, whose page has their name, nor with readers of another language', async () => {
      const cookie = await service.signIn(newUserId(), 'Mallory Member');
      const asGerman = { headers: { 'accept-language': 'de' } };
      for (let round = 0; round < 3; round++) {
        const [stranger, member, german] = await Promise.all([
          visit(service, path),
          visit(service, path, { cookie }),
          visit(service, path, asGerman),
        ]);
        expect(member.html).toContain('Mallory Member');
        expect(member.headers.get('cache-control')).toBe('private, no-cache');
        expect(stranger.html).not.toContain('Mallory Member');
        expect([stranger, german].map(({ html }) => /<html lang="(..)"/.exec(html)?.[1])).toEqual([
          'en',
          'de',
        ]);
      }
    });

    test('and an invented session gets the same page', async () => {
      const { status, html } = await visit(service, path, { cookie: 'session=invented' });
      expect([status, html.includes('/sign-in')]).toEqual([200, true]);
    });
  },
);

test.each([
  ['/?utm_source=a', '/'],
  ['/bots?utm_source=a', '/bots'],
  ['/bots?order=NEWEST&fbclid=1', '/bots?order=newest'],
  ['/tag/music?tag=music', '/tag/music'],
  ['/about?ref=a', '/about'],
])('%s is the page of %s: what is not part of a search changes nothing', async (path, usual) => {
  await expect
    .poll(async () => {
      const [page, own] = [await visit(service, path), await visit(service, usual)];
      return [page.headers.get('cache-control'), page.headers.get('etag') === own.headers.get('etag')];
    })
    .toEqual(['public, max-age=0, s-maxage=1', true]);
});

test.each(['/bots?servers=100', '/bots?after=none', '/bots?q=a%3F', '/tag/music?tag=fun'])(
  'A search with filters, a later page or signs is not kept: %s',
  async (path) => {
    expect((await visit(service, path)).headers.get('cache-control')).toBe('private, no-cache');
  },
);
