import { beforeAll, describe, expect, test } from 'vitest';
import { addCoOwner, answerInvitations } from '../../../src/domain/ownership/owners.ts';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const subject = useService(32);
const WORD = `zebra${Date.now().toString(36)}`;
let ids: string[] = [];

beforeAll(async () => {
  const { sql } = subject.services.db;
  ids = Array.from({ length: 30 }, () => subject.bot().id);
  for (const [index, id] of ids.entries()) {
    await sql`update bots set name = ${`${WORD} ${index}`}, tags = '{anime}' where id = ${id}`;
    await sql`update bot_stats set vote_count = ${1000 + index}, server_count = ${2000 - index} where bot_id = ${id}`;
  }
});

const botsOn = (html: string) =>
  elementsOf(html).flatMap(({ name, attributes: { href = '' } }) =>
    name === 'a' && /^\/bot\/\d+$/.test(href) ? [href.slice(5)] : [],
  );

describe('The directory', () => {
  test.each([
    ['free music bot', 'Listings do not show prices yet, so “free” was ignored.'],
    ['gratis bot', 'Listings do not show prices yet, so “gratis” was ignored.'],
  ])('says that listings have no prices where a search asks for one: %s', async (search, note) => {
    const { text } = await visit(subject.service, `/bots?q=${encodeURIComponent(search)}`);
    expect(text).toContain(note);
    expect((await visit(subject.service, '/bots?q=freedom')).text).not.toContain('do not show prices');
  });

  test('leads to the bots of a user whose name is searched for, also while it is typed', async () => {
    const { sql } = subject.services.db;
    const name = `Ada ${WORD}`;
    await sql`update users set name = ${name} where id = ${subject.ownerId}`;
    const link = { [`Bots by ${name}`]: `/user/${subject.ownerId}` };
    for (const path of ['/bots', '/bots.md', '/bots/suggestions']) {
      const { html } = await visit(subject.service, `${path}?q=${encodeURIComponent(name)}`);
      if (path === '/bots.md') expect(html).toContain(`[Bots by ${name}](`);
      else expect(linksOf(html)).toMatchObject(link);
    }
  });

  test('finds by words, keeps them in the field and leads on and back', async () => {
    const first = await visit(subject.service, `/bots?q=${WORD}&order=votes`);
    expect(first.text).toContain(`Bots for “${WORD}”`);
    const field = elementsOf(first.html).find(({ attributes }) => attributes.name === 'q');
    expect(field?.attributes.value).toBe(WORD);
    const pages = linksOf(first.html);
    expect(pages['Previous page']).toBeUndefined();
    const second = await visit(subject.service, pages['Next page'] ?? '');
    const back = await visit(subject.service, linksOf(second.html)['Previous page'] ?? '');
    expect(linksOf(second.html)['Next page']).toBeUndefined();
    expect([...botsOn(first.html), ...botsOn(second.html)]).toEqual(ids.toReversed());
    expect(botsOn(back.html)).toEqual(botsOn(first.html));
  });

  test.each([
    ['Most votes', 29],
    ['Most servers', 0],
  ])('is ordered by a link, which is marked then: %s', async (label, index) => {
    const found = await visit(subject.service, `/bots?q=${WORD}`);
    // The footer has a link of this name, too, without the search.
    const [list = ''] = found.html.split('<footer');
    const { html } = await visit(subject.service, linksOf(list)[label] ?? '');
    expect(botsOn(html)[0]).toBe(ids[index]);
    const current = elementsOf(html).filter(({ attributes }) => attributes['aria-current'] === 'true');
    // The header shows its places in its row or in its menu.
    expect(current.map(({ text }) => text)).toEqual(['Bots', 'Bots', label, 'English']);
  });

  test('is narrowed down by a tag, together with a search', async () => {
    const { html, text } = await visit(subject.service, '/tag/anime');
    expect(text).toContain('Anime bots');
    expect(botsOn(html)).toContain(ids[29]);
    const form = elementsOf(html).find(({ name, attributes }) => name === 'form' && !attributes.method);
    expect(form?.attributes.action).toBe('/tag/anime');
    expect(botsOn((await visit(subject.service, `/tag/anime?q=${WORD}`)).html)).toHaveLength(24);
    const elsewhere = await visit(subject.service, `/tag/music?q=${WORD}`);
    expect(elsewhere.text).toContain('No bot matches all filters. These match without: Music.');
    expect(botsOn(elsewhere.html)).toHaveLength(24);
    expect(linksOf(elsewhere.html)['Next page']).toMatch(/^\/bots\?/);
  });

  test('says so when nothing fits, and when an order is none', async () => {
    const nothing = await visit(subject.service, '/bots?q=qqqqxxxxqqqqxxxx');
    expect(nothing.status).toBe(200);
    expect(nothing.text).toContain('No bots found.');
    expect((await visit(subject.service, '/bots?order=nonsense')).status).toBe(200);
  });

  test.each([[`/bots?q=${'x'.repeat(101)}`, 'x'.repeat(101), 'A search can have at most 100 characters.']])(
    'keeps its form and says what is wrong, with 400: %s',
    async (path, search, problem) => {
      const { status, html } = await visit(subject.service, path);
      expect(status).toBe(400);
      const elements = elementsOf(html);
      expect(elements.find(({ attributes }) => attributes.role === 'alert')?.text).toBe(problem);
      expect(elements.find(({ attributes }) => attributes.name === 'q')?.attributes.value).toBe(search);
      expect(Object.values(linksOf(html))).toContainEqual(expect.stringMatching(/^\/tag\/[a-z-]+$/));
    },
  );

  test('begins at the start with an empty cursor, and with one that it did not give', async () => {
    for (const cursor of ['after=', 'before=', 'after=nonsense', 'before=nonsense&from=25']) {
      const { status, html } = await visit(subject.service, `/bots?q=${WORD}&order=votes&${cursor}`);
      expect([status, botsOn(html)[0]]).toEqual([200, ids[29]]);
    }
  });

  test('finds a bot by its id, in any order, as nothing else, and under its tags only', async () => {
    const id = ids[5] ?? '';
    for (const query of [`q=${id}`, `q=+${id}+&order=servers`, `q=${id}&order=active`]) {
      const { html } = await visit(subject.service, `/bots?${query}`);
      expect(botsOn(html)).toEqual([id]);
      expect(linksOf(html)['Next page']).toBeUndefined();
    }
    expect(botsOn((await visit(subject.service, `/tag/anime?q=${id}`)).html)).toEqual([id]);
    expect(botsOn((await visit(subject.service, `/tag/music?q=${id}`)).html)).toEqual([]);
    await subject.services.db.sql`update bots set state = 'pending' where id = ${ids[6] ?? ''}`;
    expect(botsOn((await visit(subject.service, `/bots?q=${ids[6]}`)).html)).toEqual([]);
    await subject.services.db.sql`update bots set state = 'approved' where id = ${ids[6] ?? ''}`;
  });

  test('is indexed by search engines where it begins, and neither its other parts nor what is searched for', async () => {
    const robots = async (path: string) =>
      elementsOf((await visit(subject.service, path)).html).find(
        ({ attributes }) => attributes.name === 'robots',
      )?.attributes.content;
    const next = linksOf((await visit(subject.service, '/bots')).html)['Next page'] ?? '';
    expect(next).toMatch(/^\/bots\?after=/);
    expect(await Promise.all(['/bots', '/tag/anime', next, `/bots?q=${WORD}`].map(robots))).toEqual([
      undefined,
      undefined,
      'noindex',
      'noindex',
    ]);
  });

  test('tells a stranger that a bot can be submitted, as every page does', async () => {
    const ways = async (path: string) =>
      elementsOf((await visit(subject.service, path)).html).filter(
        ({ name, text }) => name === 'a' && text === 'Add your bot',
      );
    const link = expect.objectContaining({
      name: 'a',
      attributes: expect.objectContaining({ href: '/submit', rel: 'nofollow' }),
    });
    // In the header, in its menu, in the footer, and below the list.
    expect(await ways('/bots')).toHaveLength(4);
    expect(await ways(`/bot/${ids[0]}`)).toContainEqual(link);
  });

  test('shows what somebody searched for as text', async () => {
    const { html, text } = await visit(
      subject.service,
      `/bots?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(html).not.toContain('<script>alert');
    expect(text).toContain('<script>alert(1)</script>');
  });

  test('has no page for a tag that is none', async () => {
    expect((await visit(subject.service, '/tag/nothing')).status).toBe(404);
  });

  test('tells of each bot its numbers and whether it is silent, and has a place for its picture', async () => {
    const { sql } = subject.services.db;
    const at = new Date(Date.now() - 5.5 * 60_000).toISOString();
    await sql`update bot_stats set checked_in_at = ${at} where bot_id = ${ids[3] ?? ''}`;
    await sql`update bot_stats set checked_in_at = ${'2026-01-31T12:00:00Z'} where bot_id = ${ids[4] ?? ''}`;
    const rows = async (index: number) =>
      elementsOf((await visit(subject.service, `/bots?q=${WORD}+${index}`)).html);
    const recent = await rows(3);
    // The card of an active bot has no line about its reports.
    expect(recent.filter(({ attributes }) => attributes.class?.startsWith('life'))).toEqual([]);
    const silent = (await rows(4)).find(({ attributes }) => attributes.class === 'life');
    expect(silent?.text).toMatch(/^Inactive for \d+ (?:days|weeks|months|years)$/);
    const picture = recent.find(({ attributes }) => attributes.class === 'avatar');
    expect(picture?.attributes).toMatchObject({ src: `/bot/${ids[3]}/avatar`, width: '56', height: '56' });
  });
});

describe('The page of a user', () => {
  test('lists their approved bots and no others', async () => {
    const { bots, ownerId } = await subject.service.seed({ bots: 30, users: 0 });
    const [pending, ...approved] = bots.map(({ id }) => id);
    await subject.services.db.sql`update bots set state = 'pending' where id = ${pending ?? ''}`;
    const first = await visit(subject.service, `/user/${ownerId}`);
    expect(first.text).toContain('Bots by Sample Owner');
    const second = await visit(subject.service, linksOf(first.html)['Next page'] ?? '');
    expect([...botsOn(first.html), ...botsOn(second.html)].sort()).toEqual(approved.sort());
    const back = await visit(subject.service, linksOf(second.html)['Previous page'] ?? '');
    expect(botsOn(back.html)).toEqual(botsOn(first.html));
  });

  test('sums up their bots, and no servers that nobody has counted', async () => {
    const { bots, ownerId } = await subject.service.seed({ bots: 2, users: 0, votes: 0 });
    const { sql } = subject.services.db;
    const totals = async (servers: readonly (number | null)[]) => {
      for (const [index, { id }] of bots.entries())
        await sql`update bot_stats set server_count = ${servers[index] ?? null} where bot_id = ${id}`;
      const { html } = await visit(subject.service, `/user/${ownerId}`);
      return elementsOf(html).find(({ attributes }) => attributes.class === 'note')?.text;
    };
    expect(await totals([null, null])).toBe('2 bots · 0 votes');
    expect(await totals([3, null])).toBe('2 bots · 3 servers · 0 votes');
  });

  test('names nobody who is only invited to a bot, and lists no bot that they have not accepted', async () => {
    const { services } = subject;
    const [invited, bots] = [newUserId(), [subject.bot().id, subject.bot().id]];
    await subject.signIn(invited);
    const [accepted = ''] = bots;
    for (const id of bots) await addCoOwner(services, id, invited);
    expect((await visit(subject.service, `/user/${invited}`)).status).toBe(404);
    await answerInvitations(services, invited, [accepted], true);
    const page = await visit(subject.service, `/user/${invited}`);
    expect(page.status).toBe(200);
    expect(botsOn(page.html)).toEqual([accepted]);
  });

  test('does not exist for a user without a public bot, and refuses an invalid cursor', async () => {
    const stranger = newUserId();
    await subject.signIn(stranger);
    for (const id of [stranger, 'x', '%00', newUserId()]) {
      expect((await visit(subject.service, `/user/${id}`)).status).toBe(404);
    }
    const { status } = await visit(subject.service, `/user/${subject.ownerId}?after=%00`);
    expect(status).toBe(400);
  });
});
