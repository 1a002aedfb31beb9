import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const subject = useService(32, {}, startOwnService);
const WORD = `filter${Date.now().toString(36)}`;
let ids: string[] = [];

/**
 * All of 30 have the tag Anime, every second one Art, every third one News. All speak English, every fourth
 * one also German, every fifth one Japanese. The last one has not reported for long. Every seventh one asks to ban
 * members, and every eleventh one for six permissions that are not sensitive.
 */
beforeAll(async () => {
  const { sql } = subject.services.db;
  ids = Array.from({ length: 30 }, () => subject.bot().id);
  for (const [index, id] of ids.entries()) {
    const tags = ['anime', ...(index % 2 === 0 ? ['art'] : []), ...(index % 3 === 0 ? ['news'] : [])];
    const languages = ['en', ...(index % 4 === 0 ? ['de'] : []), ...(index % 5 === 0 ? ['ja'] : [])];
    const at = index === 29 ? '2026-01-01T00:00:00Z' : new Date().toISOString();
    const permissions = (index % 7 === 0 ? 4 : 0) + (index % 11 === 0 ? 0b1_1100_1110_0000_0000 : 0);
    await sql`
      update bots set name = ${`${WORD} ${index}`}, tags = ${tags}, languages = ${languages},
        invite_permissions = ${String(permissions)}
      where id = ${id}`;
    await sql`
      update bot_stats set vote_count = ${1000 + index}, server_count = ${index * 100}, checked_in_at = ${at}
      where bot_id = ${id}`;
  }
});

const botsOn = (html: string) =>
  elementsOf(html).flatMap(({ name, attributes: { href = '' } }) =>
    name === 'a' && /^\/bot\/\d+$/.test(href) ? [ids.indexOf(href.slice(5))] : [],
  );
const numbers = (fits: (index: number) => boolean) =>
  ids
    .map((_, index) => index)
    .filter(fits)
    .reverse();
const show = (query: string) => visit(subject.service, `/bots?q=${WORD}&order=votes&${query}`);

describe('The filters of the directory', () => {
  test.each<[string, (index: number) => boolean]>([
    ['tag=anime&tag=art&tag=news', (index) => index % 6 === 0],
    ['tag=Anime&not=News', (index) => index % 3 !== 0],
    ['speaks=de', (index) => index % 4 === 0],
    ['speaks=DE&speaks=ja&speaks=ja&not=art', (index) => index % 2 === 1 && index % 5 === 0],
    ['servers=2500', (index) => index >= 25],
    ['servers=2500&active=1', (index) => index >= 25 && index < 29],
    ['sensitive=none', (index) => index % 7 !== 0],
    ['permissions=5', (index) => index % 11 !== 0],
    [
      'permissions=5&sensitive=none&tag=art',
      (index) => index % 7 !== 0 && index % 11 !== 0 && index % 2 === 0,
    ],
    ['permissions=few&sensitive=some', () => true],
    ['servers=many&active=yes&not=', () => true],
  ])('show the bots that fit %s', async (query, fits) => {
    const { status, html } = await show(query);
    expect(status).toBe(200);
    expect(botsOn(html)).toEqual(numbers(fits).slice(0, 24));
  });

  test('are links that remove them, and stay on other pages, in other orders and in the form', async () => {
    const { html } = await show('tag=anime&not=economy&speaks=en&speaks=vi&servers=100&active=1');
    const links = linksOf(html);
    const queryOf = (label: string) => new URLSearchParams(links[label]?.split('?')[1]);
    const query = (label: string) => Object.fromEntries(queryOf(label));
    const all = { q: WORD, not: 'economy', speaks: 'vi', servers: '100', active: '1', order: 'votes' };
    expect(links['Remove filter: Anime']).toMatch(/^\/bots\?/);
    expect(query('Remove filter: Anime')).toEqual(all);
    expect(links['Remove filter: Without Economy']).toMatch(/^\/tag\/anime\?/);
    expect(query('Remove filter: Without Economy')).toEqual({
      q: WORD,
      speaks: 'vi',
      servers: '100',
      active: '1',
      order: 'votes',
    });
    expect(queryOf('Remove filter: Speaks English').getAll('speaks')).toEqual(['vi']);
    expect(queryOf('Next page').getAll('speaks')).toEqual(['en', 'vi']);
    expect(query('Remove filter: 100+ servers')).not.toHaveProperty('servers');
    expect(query('Next page')).toMatchObject({ ...all, after: expect.any(String), from: '25' });
    expect(query('Newest')).toEqual({ ...all, order: 'newest' });
    const second = await visit(subject.service, links['Next page'] ?? '');
    expect(botsOn(second.html)).toEqual(numbers((index) => index >= 1 && index < 29).slice(24));

    const inputs = elementsOf(html).filter(({ name }) => name === 'input' || name === 'option');
    const chosen = inputs.filter(({ attributes }) => 'checked' in attributes || 'selected' in attributes);
    const namesAndValues = chosen.map(({ attributes: { name, value } }) => [name, value]);
    expect(namesAndValues).toEqual([
      ['speaks', 'en'],
      ['speaks', 'vi'],
      ['active', '1'],
      [undefined, '100'],
      ['tag', 'anime'],
      ['not', 'economy'],
    ]);
    const hidden = inputs.filter(({ attributes }) => attributes.type === 'hidden');
    expect(hidden.map(({ attributes: { name, value } }) => `${name}=${value}`)).toEqual([
      'not=economy',
      'speaks=en',
      'speaks=vi',
      'servers=100',
      'active=1',
      // The form of the filters.
      `q=${WORD}`,
      'order=votes',
    ]);
  });

  test.each([
    ['german', '/bots?speaks=de'],
    ['Anime auf Deutsch', '/tag/anime?speaks=de'],
    ['japonais', '/bots?speaks=ja'],
    ['anime bot with few permissions', '/tag/anime?permissions=5'],
    [`${WORD} ohne Adminrechte`, `/bots?q=${WORD}&sensitive=none`],
    ['deutsch&lang=de', '/bots?speaks=de'],
  ])('are offered where a search names them: %s', async (query, path) => {
    const { html } = await visit(subject.service, `/bots?q=${query}`);
    const offered = elementsOf(html).filter(({ text }) => / [Bb]ots$/.test(text));
    expect(offered.map(({ attributes }) => attributes.href?.replaceAll('&amp;', '&'))).toContain(path);
  });

  test.each([
    ['hungarian', '“hungarian” is used as a filter here: Speaks Hungarian.'],
    [
      'hungarian&speaks=ja',
      '“hungarian” is used as a filter here: Speaks Hungarian. ' +
        'No bot matches all filters. These match without: Speaks Japanese.',
    ],
    ['ungarisch&lang=de', '„ungarisch“ gilt hier als Filter: Spricht Ungarisch.'],
  ])(
    'are applied where the search names nothing else and few texts have its words: %s',
    async (query, note) => {
      const { sql } = subject.services.db;
      const [id = ''] = ids;
      await sql`update bots set languages = languages || '{hu}' where id = ${id}`;
      try {
        const { html } = await visit(subject.service, `/bots?q=${query}`);
        expect(botsOn(html)).toEqual([0]);
        expect(elementsOf(html).find(({ attributes }) => attributes.class === 'notice')?.text).toBe(note);
      } finally {
        await sql`update bots set languages = array_remove(languages, 'hu') where id = ${id}`;
      }
    },
  );

  test('the next page of a list without the words is in the order of votes, as its first page', async () => {
    const { html } = await visit(subject.service, '/bots?q=top+bots');
    const next = elementsOf(html).find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
    expect(next).toMatch(/^\/bots\?after=/);
  });

  test('are not offered for a language that is asked for, for a part of its name, or where no bot fits', async () => {
    for (const query of ['german&speaks=de', 'germ', 'music', 'vietnamese']) {
      const { html } = await visit(subject.service, `/bots?q=${query}`);
      expect(html).not.toContain('id="offered"');
    }
  });

  test.each([
    ['tag=anime&tag=art&tag=fun&tag=games&tag=music&tag=news', 'Choose at most 5 categories.'],
    ['speaks=tlh', 'There is no such language to filter by.'],
    ['speaks=%00', 'There is no such language to filter by.'],
    [
      'speaks=ar&speaks=cs&speaks=de&speaks=en&speaks=es&speaks=fr&speaks=hi&speaks=hu&speaks=id&speaks=it&speaks=ja',
      'Filter by at most 10 languages.',
    ],
    ['tag=nothing', 'A filter names a category that does not exist.'],
    ['tag=art&not=art', 'The category Art cannot be both required and excluded.'],
    ['tag=art&not=art&lang=de', 'Die Kategorie Kunst kann nicht zugleich verlangt und ausgeschlossen sein.'],
    [Array.from({ length: 999 }, (_, index) => `not=${index}`).join('&'), 'Exclude at most 10 categories.'],
  ])('that are invalid are refused with a sentence: %s', async (query, problem) => {
    const { status, html } = await show(query);
    expect(status).toBe(400);
    expect(elementsOf(html).find(({ attributes }) => attributes.role === 'alert')?.text).toBe(problem);
  });

  test('count in the panel, whose languages have names in the language of the page', async () => {
    const panel = async (query: string, headers: Record<string, string> = {}) => {
      const { html } = await visit(subject.service, `/bots?${query}`, { headers });
      const elements = elementsOf(html);
      const labels = elements.filter(({ name }) => name === 'label').map(({ text }) => text.trim());
      const button = elements.find(({ attributes }) => attributes.class?.includes('open-filters'));
      return { count: button?.text.trim(), labels, links: Object.keys(linksOf(html)) };
    };
    expect((await panel('')).count).toBe('Filters');
    const english = await panel('speaks=ja&speaks=de&active=1');
    expect(english.count).toMatch(/^Filters\s*3$/);
    expect(english.labels).toEqual(expect.arrayContaining([expect.stringMatching(/^German/)]));
    const german = await panel('speaks=ja&speaks=de', { 'accept-language': 'de' });
    expect(german.count).toMatch(/^Filter\s*2$/);
    expect(german.labels).toEqual(expect.arrayContaining([expect.stringMatching(/^Japanisch/)]));
    expect(german.links).toEqual(
      expect.arrayContaining(['Filter entfernen: Spricht Japanisch', 'Filter entfernen: Spricht Deutsch']),
    );
  });

  test('have the counts of the list, and tell which part of the list is on the page', async () => {
    const counts = (html: string) =>
      Object.fromEntries(
        elementsOf(html)
          .filter(({ attributes }) => attributes['data-count'] !== undefined)
          .map(({ attributes, text }) => [attributes['data-count'], text]),
      );
    const found = await show('tag=anime&not=news');
    const fitting = ids.map((_, index) => index).filter((index) => index % 3 !== 0);
    const some = (fits: (index: number) => boolean) => String(fitting.filter(fits).length);
    expect(counts(found.html)).toMatchObject({
      'tag=anime': some(() => true),
      'tag=art': some((index) => index % 2 === 0),
      'tag=news': '',
      'speaks=de': some((index) => index % 4 === 0),
    });
    expect(found.text).toContain(`${fitting.length} bots`);
    // Another language adds bots, so the others are counted as if none was chosen.
    expect(counts((await show('tag=anime&not=news&speaks=de')).html)).toMatchObject({
      'speaks=ja': some((index) => index % 5 === 0),
    });
    const first = await show('tag=anime');
    expect(first.text).toContain('1–24 of 30');
    const second = await visit(subject.service, linksOf(first.html)['Next page'] ?? '');
    expect(second.text).toContain('25–30 of 30');
    const back = await visit(subject.service, linksOf(second.html)['Previous page'] ?? '');
    expect(back.text).toContain('1–24 of 30');
  });

  test('are offered when no bot is found, without a row of orders', async () => {
    const htmlOf = async (query: string) => (await visit(subject.service, `/bots?q=${query}`)).html;
    expect(await htmlOf(WORD)).toContain('id="orders"');
    const none = await htmlOf('zqzxqvz');
    expect(none).not.toContain('id="orders"');
    expect(none).toContain('open-filters');
  });

  test.each(['from=-1', 'from=1e9', 'from=99999999', 'from=<b>'])(
    'show no number of a bot that an address makes up: %s',
    async (from) => {
      const { html } = await show('tag=anime');
      const next = (linksOf(html)['Next page'] ?? '').replace('from=25', from);
      const { status, text } = await visit(subject.service, next);
      expect(status).toBe(200);
      expect(text).not.toContain('of 30');
    },
  );

  test('are counted on the button that opens them, without the category that the page is about', async () => {
    const button = async (path: string) =>
      elementsOf((await visit(subject.service, path)).html).find(({ attributes }) =>
        attributes.class?.includes('open-filters'),
      )?.text;
    expect(await button('/tag/anime')).toBe('Filters');
    expect(await button('/bots?tag=anime&active=1')).toBe('Filters2');
    expect(await button('/bots?tag=anime&tag=art')).toBe('Filters2');
    expect(await button('/bots?active=1')).toBe('Filters1');
  });

  test('that contradict each other are explained, with the ways out', async () => {
    const { html, text } = await show('tag=art&not=art&speaks=de');
    expect(text).toContain('These filters contradict each other');
    const links = linksOf(html);
    expect(links['Only with Art']).toMatch(/^\/tag\/art\?.*speaks=de/);
    expect(links['Only without Art']).toMatch(/^\/bots\?.*not=art&speaks=de/);
  });

  test('are left out with a sentence when no bot fits all of them, and stay chosen in the panel', async () => {
    const { html, text } = await show('servers=999999999&speaks=de');
    expect(text).toContain('No bot matches all filters. These match without: 999,999,999+ servers.');
    expect(botsOn(html)).toEqual(numbers((index) => index % 4 === 0));
    const elements = elementsOf(html);
    const chosen = elements.filter(({ attributes }) => 'checked' in attributes || 'selected' in attributes);
    expect(chosen.map(({ attributes }) => attributes.value)).toEqual(['de', '999999999']);
    expect(linksOf(html).Newest).not.toContain('servers');
    const robots = elements.find(({ attributes }) => attributes.name === 'robots');
    expect(robots?.attributes.content).toBe('noindex');
  });

  test('are offered without some of them when no bot fits without a single one', async () => {
    const { text, html } = await visit(
      subject.service,
      '/bots?servers=999999999&speaks=de&tag=anime&tag=polls',
    );
    expect(text).toContain('No bots match these filters.');
    expect(text).toContain('With fewer filters:');
    const offered = elementsOf(html).filter(({ text }) => text.startsWith('Without '));
    expect(offered.map(({ attributes }) => attributes.href)).toContain('/tag/anime?speaks=de');
    expect(offered.map(({ text }) => text.replace(/ \d+ bots?$/, ''))).toContain(
      'Without Polls and 999,999,999+ servers',
    );
  });
});

describe('A search', () => {
  test('with a misspelled name tells which search is shown, and its links are about that one', async () => {
    const typo = WORD.replace('filter', 'fitler');
    const { text, html } = await visit(subject.service, `/bots?q=${typo}`);
    expect(text).toContain(`Showing results for “${WORD}” instead of “${typo}”.`);
    expect(botsOn(html)).toHaveLength(24);
    expect(linksOf(html)['Next page']).toContain(`q=${WORD}&`);
  });

  test('without its category has a heading without it, and the field keeps the words of the reader', async () => {
    const { html } = await visit(subject.service, `/bots?q=${WORD}+xylophonist&tag=polls`);
    const elements = elementsOf(html);
    expect(elements.find(({ name }) => name === 'h1')?.text).toBe(`Bots for “${WORD}”`);
    const fields = elements.filter(({ attributes }) => attributes.name === 'q');
    expect(fields.map(({ attributes }) => attributes.value)).toContain(`${WORD} xylophonist`);
    expect(elements.filter(({ attributes }) => attributes.role === 'status')).toHaveLength(1);
  });

  test('that only another text has is no weak match', async () => {
    const { sql } = subject.services.db;
    const isClose = async (search: string) =>
      (
        await subject.service.graphql(
          `{ bots(search: "${search}") { hasCloseMatch edges { node { botId } } } }`,
        )
      ).data?.bots;
    await sql`update bots set tags = '{events}' where id = ${ids[28] ?? ''}`;
    expect(await isClose('geburtstage')).toMatchObject({ hasCloseMatch: false });
    await sql`update bots set long_description = 'Remembers Geburtstage' where id = ${ids[27] ?? ''}`;
    expect(await isClose('geburtstage')).toMatchObject({ hasCloseMatch: true });
  });

  test('that names a category links to it', async () => {
    const { html, text } = await visit(subject.service, '/bots?q=Zeichnungen');
    expect(text).toContain('Categories for this search: Art');
    expect(Object.values(linksOf(html))).toContain('/tag/art');
  });

  test('keeps its filters and its order in the links to categories and to all bots', async () => {
    const kept = 'speaks=en&sensitive=none&order=servers';
    const { html } = await visit(subject.service, `/bots?q=Zeichnungen&${kept}`);
    expect(linksOf(html)).toMatchObject({ Art: `/tag/art?${kept}`, 'Show all': `/bots?${kept}` });
  });
});

describe('Suggestions', () => {
  const suggest = (text: string) =>
    visit(subject.service, `/bots/suggestions?${new URLSearchParams({ q: text })}`);

  test('are options that lead to categories and bots, which browsers may keep', async () => {
    for (const text of ['zeichn', WORD]) await suggest(text);
    const { html, headers } = await suggest(`${WORD} 2`);
    expect(headers.get('cache-control')).toBe('private, max-age=30');
    const options = elementsOf(html).filter(({ attributes }) => attributes.role === 'option');
    // The bot with this name first, then those that the search lists; each with its short description.
    expect(options.map(({ text }) => /^\S+ \d+(?=[A-Z])/.exec(text)?.[0])).toEqual(
      [2, 29, 28, 27, 26].map((index) => `${WORD} ${index}`),
    );
    expect((await suggest('zeichn')).html).toContain('href="/tag/art"');
    // Bots come before categories.
    const firstOf = async (text: string) =>
      elementsOf((await suggest(text)).html).find(({ attributes }) => attributes.role === 'option')?.text;
    const { sql } = subject.services.db;
    await sql`update bots set name = 'Economist' where id = ${ids[0] ?? ''}`;
    expect(await firstOf('econom')).toMatch(/^Economist[A-Z]/);
  });

  test('of a category keep the filters and the order of the form, without a filter against the category', async () => {
    const hrefFor = async (query: string) =>
      elementsOf((await visit(subject.service, `/bots/suggestions?q=zeichn&${query}`)).html).find(
        ({ attributes }) => attributes.id === 'tag-art',
      )?.attributes.href;
    expect(await hrefFor('speaks=de&not=fun&order=servers')).toBe('/tag/art?not=fun&speaks=de&order=servers');
    expect(await hrefFor('not=art&sensitive=none')).toBe('/tag/art?sensitive=none');
    expect(await hrefFor('tag=fun')).toBe('/tag/art');
    expect(await hrefFor('tag=fun&tag=games')).toBe('/bots?tag=fun&tag=games&tag=art');
    expect(await hrefFor('speaks=%3Cb%3E')).toBe('/tag/art?speaks=%3Cb%3E');
  });

  test('with filters in the place of words keep those of the form', async () => {
    const { html } = await visit(
      subject.service,
      '/bots/suggestions?q=anime+bot+that+speaks+german&sensitive=none&order=newest',
    );
    const offer = elementsOf(html).find(({ attributes }) => attributes.id === 'offer-0');
    expect(offer?.attributes.href).toBe('/tag/anime?speaks=de&sensitive=none&order=newest');
    // The count is without them.
    expect(offer?.text).not.toMatch(/\d/);
  });

  test.each(['', '  ', '&|!', '\0', 'x'.repeat(5000), '<script>'])(
    'for %j are none, without an error',
    async (text) => {
      const { status, html } = await suggest(text);
      expect([status, html]).toEqual([200, '']);
    },
  );

  test('are in the schema with a bounded cost', async () => {
    const { service } = subject;
    const found = await service.graphql('{ searchSuggestions(text: "mus") { tags { slug } bots { name } } }');
    expect(found.data?.searchSuggestions.tags).toEqual([{ slug: 'music' }]);
    expect(found.data?.searchSuggestions.bots.length).toBeLessThanOrEqual(5);
    const many = Array.from(
      { length: 25 },
      (_, index) => `s${index}: searchSuggestions(text: "a") { tags { slug } }`,
    );
    expect((await service.graphql(`{ ${many.join(' ')} }`)).errors?.[0]?.message).toContain('complexity');
    const nested = await service.graphql('{ bots { edges { node { similarBots { name } } } } }');
    expect(nested.errors?.[0]?.message).toContain('complexity');
    const { errors } = await service.graphql(
      `{ bot(botId: "${ids[0]}") { similarBots(first: 13) { name } } }`,
    );
    expect(errors?.[0]?.message).toBe('first must be between 1 and 12.');
  });
});

test("A bot's page shows bots of other owners with the same tags, and none for a bot without tags", async () => {
  const { sql } = subject.services.db;
  const other = '31000000000000001';
  await sql`insert into users (id, name, created_at) values (${other}, 'Other', now())`;
  await sql`update bot_owners set user_id = ${other} where bot_id = any(${ids.slice(1)})`;
  const { html, text } = await visit(subject.service, `/bot/${ids[0]}`);
  expect(text).toContain('Similar bots');
  // All that have its three tags, and two that have other things in common.
  expect(
    botsOn(html)
      .slice(-6)
      .filter((index) => index % 6 === 0),
  ).toHaveLength(4);
  await subject.services.db.sql`update bots set tags = '{}' where id = ${ids[1] ?? ''}`;
  expect((await visit(subject.service, `/bot/${ids[1]}`)).text).not.toContain('Similar bots');
});
