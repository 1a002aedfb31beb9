import { describe, expect, test } from 'vitest';
import { writeDirectoryCursor } from '../../../src/domain/directory/cursor.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const NASTY = `<script>alert("1")</script>'"><img src=x onerror=alert(1)>&amp;`;

/** Only the first page of a list is kept. This one begins before all bots. */
const NEWEST = `/bots?order=newest&after=${writeDirectoryCursor('newest', '99999999999', '999999999999999999')}`;

describe('A page', () => {
  const subject = useService(40);

  test('of the directory leads to each bot on it and to the next one', async () => {
    const { id } = subject.bot();
    const { sql } = subject.services.db;
    await sql`update bots set created_at = now() + interval '1 day', name = 'Newest Of All' where id = ${id}`;
    const first = await visit(subject.service, NEWEST);
    expect(first.status).toBe(200);
    expect(first.html).toContain(`<a href="/bot/${id}"><bdi>Newest Of All</bdi></a>`);
    // Other tests move theirs meanwhile.
    const own = new Set((await subject.service.seed({ bots: 30, users: 0 })).bots.map((bot) => bot.id));
    await sql`
      update bots set created_at = now() + interval '1 hour' + number * interval '1 second'
      from unnest(${[...own]}::text[]) with ordinality as own(bot_id, number) where id = bot_id`;
    const seen: string[] = [];
    let path: string | undefined = NEWEST;
    while (path !== undefined && seen.length < own.size) {
      const { status, html } = await visit(subject.service, path);
      expect(status).toBe(200);
      const links = [...html.matchAll(/href="\/bot\/(\d+)"/g)].map(([, found]) => found ?? '');
      seen.push(...links.filter((link) => own.has(link)));
      path = elementsOf(html).find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
    }
    expect(seen.toSorted()).toEqual([...own].sort());
  });

  test('shows markup in names and descriptions as text, everywhere', async () => {
    const { id } = subject.bot();
    const { sql } = subject.services.db;
    const commands = [{ name: NASTY, description: NASTY }];
    await sql`update bots set name = ${NASTY}, short_description = ${NASTY}, long_description = ${NASTY},
      commands = ${JSON.stringify(commands)}::text::jsonb, created_at = now() + interval '2 days' where id = ${id}`;
    for (const path of [NEWEST, `/bot/${id}`, `/bot/${id}/vote`, `/bot/${id}/report`]) {
      const { status, html, text } = await visit(subject.service, path);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script>|<img src=x/);
      expect(elementsOf(html).filter(({ attributes }) => attributes.onerror)).toEqual([]);
      expect(text).toContain(NASTY);
    }
  });

  test("shows markup in the viewer's own name as text", async () => {
    const form = { id: '309876543210987654', name: '<b>me</b>', return: '/' };
    const signedIn = await visit(subject.service, '/sign-in', { form });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { html, text } = await visit(subject.service, '/', { cookie });
    expect(html).not.toContain('<b>me');
    expect(text).toContain('<b>me</b>');
  });

  test.each([
    '/nowhere',
    '/bot',
    '/bot/1',
    '/bot/123456789012345678',
    '/bot/x/vote',
    '/sign-out',
    '/assets/../x',
  ])('%s does not exist: 404 with a way back', async (path) => {
    const { status, html } = await visit(subject.service, path);
    expect(status).toBe(404);
    expect(linksOf(html)).toMatchObject({ Home: '/', 'All bots': '/bots', Music: '/tag/music' });
    expect(html).toMatch(/<form class="search[^"]*" action="\/bots">/);
  });

  test('that does not exist knows its visitor all the same', async () => {
    const cookie = await subject.signIn();
    for (const path of ['/nowhere', '/tag/none', '/bot/1', '/bot/1/avatar']) {
      const { status, text } = await visit(subject.service, path, { cookie });
      expect(status).toBe(404);
      expect(text).toContain('Tester');
      expect(text).not.toContain('Sign in');
      expect((await visit(subject.service, path)).text).toContain('Sign in');
    }
  });

  test.each(['pending', 'rejected', 'suspended', 'removed'])(
    'of a %s bot does not exist for the public',
    async (state) => {
      const { id } = subject.bot();
      await subject.services.db.sql`update bots set state = ${state}, name = 'Not Yet Seen' where id = ${id}`;
      for (const path of [`/bot/${id}`, `/bot/${id}/vote`]) {
        const { status, html } = await visit(subject.service, path);
        expect(status).toBe(404);
        expect(html).not.toContain('Not Yet Seen');
      }
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers %s with 405', async (method) => {
    for (const path of ['/', `/bot/${subject.bot().id}`]) {
      const { status, headers } = await visit(subject.service, path, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    const { headers } = await visit(subject.service, `/bot/${subject.bot().id}/vote`, { method });
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
  });

  test('answers a form that is sent to what is only read with 405', async () => {
    for (const path of ['/', `/bot/${subject.bot().id}`, '/robots.txt', '/sitemap.xml']) {
      const { status, headers } = await visit(subject.service, path, { form: {} });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await visit(subject.service, '/nowhere', { form: {} })).status).toBe(404);
  });

  test('answers HEAD as GET, without the body', async () => {
    const { status, headers, html } = await visit(subject.service, '/', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toBe('');
  });
});
