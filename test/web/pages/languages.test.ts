import { describe, expect, test } from 'vitest';
import { createLanguageNames } from '../../../src/web/words/bot-languages.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../src/web/words/language.ts';
import { makeMessages } from '../../../src/web/words/make-messages.ts';
import { CATALOGUES } from '../../../src/web/words/messages.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, type Shown, visit } from '../page.ts';

const subject = useService(24);

/** As a browser of that language asks, which always knows English, too. */
const visitIn = (language: Language, path: string, asked: Parameters<typeof visit>[2] = {}) =>
  visit(subject.service, path, {
    ...asked,
    headers: { 'accept-language': `${language}-XX,${language};q=0.9,en;q=0.8`, ...asked.headers },
  });
const german = (path: string, asked: Parameters<typeof visit>[2] = {}) => visitIn('de', path, asked);

const languageOf = ({ html }: Shown) => /<html lang="(\w+)"/.exec(html)?.[1];
const tagsOf = ({ html }: Shown, name: string, rel: string) =>
  elementsOf(html).filter((element) => element.name === name && element.attributes.rel === rel);
/** As `Shown.text` has it. */
const folded = (text: string) => text.replace(/\s+/g, ' ');

describe.each(LANGUAGES.filter((each) => each !== 'en'))(
  'A reader of "%s" gets that language',
  (language) => {
    const words = makeMessages(CATALOGUES[language], language);
    const show = (path: string, asked: Parameters<typeof visit>[2] = {}) => visitIn(language, path, asked);
    const { bot, docs, failures, filters, footer, home, navigation, signIn, tags, vote } = words;
    const { directory, report } = words;

    test.each([
      ['the first page', '/', home.title, navigation.skip],
      ['the directory', '/bots', directory.orders.VOTES, filters.title],
      ['a tag', '/tag/music', directory.tagged({ tag: tags.music }), tags['artificial-intelligence']],
      [
        'a search without results',
        '/bots?q=qqqqxxxxqqqq',
        directory.results({ search: 'qqqqxxxxqqqq' }),
        directory.noneFound,
      ],
      ['the sign-in', '/sign-in', signIn.developmentTitle, signIn.userId],
      ['what surrounds the docs', '/docs', docs.start, docs.groups.Libraries],
      ['the pages about the site', '/about', footer.site, words.sitePages.review],
    ])('on %s', async (_, path, ...sentences) => {
      const shown = await show(path);
      expect([shown.status, languageOf(shown)]).toEqual([200, language]);
      for (const sentence of sentences) expect(shown.text).toContain(folded(sentence));
    });

    test('on the page of a bot, with numbers and dates as the language writes them', async () => {
      const { id } = subject.bot();
      const { sql } = subject.services.db;
      await sql`update bot_stats set server_count = 12345 where bot_id = ${id}`;
      await sql`update bots set invite_permissions = '8', tags = '{music}', languages = '{en,de}' where id = ${id}`;
      for (const path of [`/bot/${id}`, `/bot/${id}?fresh`]) {
        const shown = await show(path);
        expect([shown.status, languageOf(shown)]).toEqual([200, language]);
        for (const sentence of [
          new Intl.NumberFormat(language).format(12_345),
          bot.invite,
          words.permissions.title,
          `${words.fields.languages} ${createLanguageNames(language).listed(['en', 'de'])}`,
          bot.by,
          words.permissionList.administrator.text,
          `${words.permissions.count({ count: 1 })} ${words.permissionList.administrator.name}`,
        ])
          expect(shown.text).toContain(folded(sentence));
        expect(Object.keys(linksOf(shown.html))).toContain(tags.music);
      }
    });

    test('on the page of a vote, before and after it, and in the calendar', async () => {
      const path = `/bot/${subject.bot().id}/vote`;
      const cookie = await subject.signIn();
      const form = await show(path, { cookie });
      expect([form.status, languageOf(form)]).toEqual([200, language]);
      expect(form.text).toContain(folded(vote.rule));
      const sent = await show(path, { cookie, form: {} });
      const voted = await show(sent.headers.get('location') ?? '', { cookie });
      expect(voted.text).toContain(vote.recorded);
      const left = folded(vote.left({ hours: 'H', minutes: 'M' }))
        .replace('H', '1[12]')
        .replace('M', '\\d+');
      expect(voted.text).toMatch(new RegExp(left));
      const again = await show(path, { cookie, form: {} });
      expect([again.status, languageOf(again)]).toEqual([409, language]);
      expect(again.text).toContain(CATALOGUES[language].refusals['vote.windowActive']);
      const [before = ''] = vote.title({ name: '*' }).split('*');
      expect((await show(`${path}/reminder.ics`, { cookie })).html).toContain(`SUMMARY:${before}`);
    });

    test('on a report that is refused', async () => {
      const path = `/bot/${subject.bot().id}/report`;
      const cookie = await subject.signIn();
      const short = await show(path, { cookie, form: { category: 'SPAM', text: 'kurz' } });
      const max = new Intl.NumberFormat(language).format(1000);
      expect([short.status, short.text]).toEqual([400, expect.stringContaining(folded(max))]);
      expect(short.text).toContain(CATALOGUES[language].terms.subject.reportText);
      const none = await show(path, { cookie, form: { category: 'NONE', text: 'long enough for all' } });
      const alert = elementsOf(none.html).find(({ attributes }) => attributes.role === 'alert');
      expect(alert?.text).toBe(folded(report.noCategory));
    });

    test.each([
      ['an unknown page', '/nowhere', 404, failures.missing.page.sentence],
      ['an unknown file', '/assets/nothing.js', 404, failures.missing.page.sentence],
      ['an unknown bot', '/bot/100000000000000000', 404, failures.missing.bot.sentence],
      ['an unknown user', '/user/100000000000000000', 404, failures.missing.user.sentence],
      [
        'an invalid cursor of a user',
        '/user/100000000000000001?after=nonsense',
        undefined,
        failures.missing.user.sentence,
      ],
    ])('on %s', async (_, path, status, sentence) => {
      const shown = await show(path);
      if (status !== undefined) expect(shown.status).toBe(status);
      expect(languageOf(shown)).toBe(language);
      expect(shown.text).toContain(folded(sentence));
    });

    test('on a form of another site, and on a wrong method', async () => {
      const path = `/bot/${subject.bot().id}/vote`;
      const foreign = await show(path, { form: {}, headers: { origin: 'https://evil.example' } });
      expect([foreign.status, foreign.text]).toEqual([
        403,
        expect.stringContaining(folded(failures.foreign)),
      ]);
      const method = await show('/', { method: 'DELETE' });
      expect([method.status, method.text]).toEqual([405, expect.stringContaining(failures.methodTitle)]);
    });

    test('in suggestions, which caches keep by language', async () => {
      const shown = await show('/bots/suggestions?q=music');
      expect(shown.text).toContain(tags.music);
      expect(shown.html).toContain(`aria-label="${words.fields.tags}"`);
      expect(shown.headers.get('vary')).toContain('accept-language');
      expect((await visit(subject.service, '/bots/suggestions?q=music')).text).toContain('Music');
    });

    test('but English prose in the docs, which is marked', async () => {
      const shown = await show('/docs/errors');
      const article = elementsOf(shown.html).find(({ name }) => name === 'article');
      expect([article?.attributes.lang, article?.text]).toEqual([
        'en',
        expect.stringContaining('What is safe to retry'),
      ]);
      expect(shown.text).toContain(docs.language);
      const english = await visit(subject.service, '/docs/errors');
      expect(english.text).not.toContain('This documentation is in English.');
      expect(
        elementsOf(english.html).find(({ name }) => name === 'article')?.attributes.lang,
      ).toBeUndefined();
    });
  },
);

test('A German reader gets German: its words, numbers and refusals', async () => {
  expect((await german('/')).text).toContain('Finde den richtigen Bot für deinen Discord-Server');
  const { id } = subject.bot();
  await subject.services.db.sql`update bot_stats set server_count = 12345 where bot_id = ${id}`;
  expect((await german(`/bot/${id}?numbers`)).text).toContain('12.345');
  const cookie = await subject.signIn();
  const short = await german(`/bot/${id}/report`, { cookie, form: { category: 'SPAM', text: 'kurz' } });
  expect(short.text).toContain('muss 10 bis 1.000 Zeichen lang sein.');
});

describe('A cached page', () => {
  test('is never given to readers of another language, before or after it was made for them', async () => {
    const bot = await subject.silentBot();
    const path = `/bot/${bot.id}`;
    const etags = new Set<string | null>();
    for (let round = 0; round < 3; round++) {
      const inGerman = await german(path);
      const inEnglish = await visit(subject.service, path);
      expect([languageOf(inGerman), languageOf(inEnglish)]).toEqual(['de', 'en']);
      // The time of the last report is written into the cached page for each reader.
      expect(inGerman.text).toContain('Noch keine Daten');
      expect(inGerman.text).not.toContain('No stats yet');
      expect(inEnglish.text).toContain('No stats yet');
      for (const { headers } of [inGerman, inEnglish]) {
        expect(headers.get('vary')).toBe('accept-language, cookie, accept-encoding');
        etags.add(headers.get('etag'));
      }
    }
    expect(etags.size).toBe(2);
  });

  test('is not known to a browser that has it in the other language', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    const inEnglish = await visit(subject.service, path);
    const known = { 'if-none-match': inEnglish.headers.get('etag') ?? '' };
    for (let round = 0; round < 2; round++) {
      expect((await german(path, { headers: known })).status).toBe(200);
      expect((await visit(subject.service, path, { headers: known })).status).toBe(304);
    }
  });

  test('is the same for the cookie and the header, and is kept once per language, whatever an address says', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    const { html } = await german(path);
    expect((await visit(subject.service, path, { cookie: 'language=de' })).html).toBe(html);
    expect((await german(`${path}?lang=xx`)).html).toBe(html);
    expect((await german(`${path}?lang=xx&other=1`)).html).toBe(html);
    expect((await visit(subject.service, `${path}?lang=de`)).html).toBe(html);
    expect(languageOf(await german(path, { cookie: 'language=en' }))).toBe('en');
  });
});

describe('A language in the address', () => {
  test('wins, is kept in a cookie, and reaches no shared cache with it', async () => {
    for (const path of ['/', '/bots', `/bot/${subject.bot().id}`]) {
      const shown = await visit(subject.service, `${path}?lang=de`);
      expect([shown.status, languageOf(shown)]).toEqual([200, 'de']);
      const [cookie = ''] = shown.headers.getSetCookie();
      expect(cookie).toBe('language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
      expect(shown.headers.get('cache-control')).toBe('private, no-cache');
      const next = await visit(subject.service, path, { cookie: cookie.split(';')[0] ?? '' });
      expect([languageOf(next), next.headers.getSetCookie()]).toEqual(['de', []]);
    }
  });

  test('that nobody knows is ignored', async () => {
    const shown = await visit(subject.service, '/bots?lang=xx');
    expect([shown.status, languageOf(shown), shown.headers.getSetCookie()]).toEqual([200, 'en', []]);
  });

  test('is offered at the end of every page, for the same page', async () => {
    const links = linksOf((await visit(subject.service, '/bots?q=a%20b&order=newest&lang=de')).html);
    for (const language of LANGUAGES)
      expect(links[LANGUAGE_NAMES[language]]).toBe(`/bots?q=a+b&order=newest&lang=${language}`);
    const missing = await german('/nowhere');
    const offered = elementsOf(missing.html).filter(({ attributes }) => attributes.hreflang);
    expect(offered.map(({ attributes }) => attributes)).toMatchObject(
      LANGUAGES.map((language) => ({
        ...{ hreflang: language, lang: language, href: `?lang=${language}`, rel: 'nofollow' },
        ...(language === 'de' && { 'aria-current': 'true' }),
      })),
    );
  });
});

describe('Search engines', () => {
  test.each(['/', '/bots', '/tag/music', 'bot'])('find the languages of %s', async (named) => {
    const path = named === 'bot' ? `/bot/${subject.bot().id}` : named;
    for (const [shown, own] of [
      [await visit(subject.service, path), path],
      [await visit(subject.service, `${path}?lang=en`), path],
      [await german(path), `${path}?lang=de`],
      [await visit(subject.service, `${path}?lang=de`), `${path}?lang=de`],
    ] as const) {
      const pathOf = (href = '') => new URL(href).pathname + new URL(href).search;
      // Feeds and other formats have no language.
      const alternates = tagsOf(shown, 'link', 'alternate').flatMap(({ attributes: { hreflang, href } }) =>
        hreflang === undefined ? [] : [[hreflang, pathOf(href)]],
      );
      expect(alternates).toEqual([
        ...LANGUAGES.map((language) => [language, language === 'en' ? path : `${path}?lang=${language}`]),
        ['x-default', path],
      ]);
      expect(tagsOf(shown, 'link', 'canonical').map(({ attributes }) => pathOf(attributes.href))).toEqual([
        own,
      ]);
    }
  });

  test('are not told about languages of a page that is not in their index', async () => {
    const shown = await visit(subject.service, '/bots?q=music');
    const alternates = tagsOf(shown, 'link', 'alternate');
    expect(alternates.filter(({ attributes }) => 'hreflang' in attributes)).toEqual([]);
  });
});
