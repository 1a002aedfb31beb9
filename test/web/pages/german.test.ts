import { describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, type Shown, visit } from '../page.ts';

const subject = useService(12);
const GERMAN = { headers: { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' } };

const german = (path: string, asked: Parameters<typeof visit>[2] = {}) =>
  visit(subject.service, path, { ...asked, headers: { ...GERMAN.headers, ...asked.headers } });

const languageOf = ({ html }: Shown) => /<html lang="(\w+)"/.exec(html)?.[1];
const tagsOf = ({ html }: Shown, name: string, rel: string) =>
  elementsOf(html).filter((element) => element.name === name && element.attributes.rel === rel);

describe('A German reader gets German', () => {
  test.each([
    ['the first page', '/', 'Finde den richtigen Bot für deinen Discord-Server', 'Zum Inhalt springen'],
    ['the directory', '/bots', 'Meiste Stimmen', 'Ein Verzeichnis von Bots'],
    ['a tag', '/tag/music', 'Bots: Musik', 'Künstliche Intelligenz'],
    ['a search without results', '/bots?q=qqqqxxxxqqqq', 'Bots für „qqqqxxxxqqqq“', 'Keine Bots gefunden.'],
    ['the sign-in', '/sign-in', 'Anmeldung für die Entwicklung', 'Nutzer-ID'],
    ['what surrounds the docs', '/docs', 'Für Entwickler', 'Bibliotheken'],
  ])('on %s', async (_, path, ...sentences) => {
    const shown = await german(path);
    expect([shown.status, languageOf(shown)]).toEqual([200, 'de']);
    for (const sentence of sentences) expect(shown.html).toContain(sentence);
  });

  test('on the page of a bot, with numbers and dates as Germans write them', async () => {
    const { id } = subject.bot();
    const { sql } = subject.service.services.db;
    await sql`update bot_stats set server_count = 12345 where bot_id = ${id}`;
    await sql`update bots set invite_permissions = '8', tags = '{music}', languages = '{en,de}' where id = ${id}`;
    for (const path of [`/bot/${id}`, `/bot/${id}?fresh`]) {
      const shown = await german(path);
      expect([shown.status, languageOf(shown)]).toEqual([200, 'de']);
      expect(shown.text).toContain('12.345');
      expect(shown.text).toContain('Zum Server hinzufügen');
      expect(shown.text).toContain('Berechtigungen');
      expect(shown.text).toContain('Sprachen Deutsch, Englisch');
      expect(shown.text).toContain('Erstellt von');
      expect(shown.text).toContain('Alles tun, in jedem Kanal');
      expect(shown.text).toMatch(/\d Berechtigung(en)? Administrator/);
      expect(Object.keys(linksOf(shown.html))).toContain('Musik');
    }
  });

  test('on the page of a vote, before and after it, and in the calendar', async () => {
    const path = `/bot/${subject.bot().id}/vote`;
    const cookie = await subject.service.signIn(newUserId());
    const form = await german(path, { cookie });
    expect([form.status, languageOf(form)]).toEqual([200, 'de']);
    expect(form.text).toContain('eine Stimme alle 12 Stunden.');
    const sent = await german(path, { cookie, form: {} });
    const voted = await german(sent.headers.get('location') ?? '', { cookie });
    expect(voted.text).toContain('Danke, deine Stimme wurde gezählt.');
    expect(voted.text).toMatch(/noch 1[12].h.\d+.min/);
    const again = await german(path, { cookie, form: {} });
    expect([again.status, languageOf(again)]).toEqual([409, 'de']);
    expect(again.text).toContain('Du hast in den letzten 12 Stunden schon für diesen Bot abgestimmt.');
    expect((await german(`${path}/reminder.ics`, { cookie })).html).toMatch(/SUMMARY:Für .* abstimmen/);
  });

  test('on a report that is refused', async () => {
    const path = `/bot/${subject.bot().id}/report`;
    const cookie = await subject.service.signIn(newUserId());
    const short = await german(path, { cookie, form: { category: 'SPAM', text: 'kurz' } });
    expect([short.status, short.text]).toEqual([
      400,
      expect.stringContaining('muss 10 bis 1.000 Zeichen lang sein.'),
    ]);
    const none = await german(path, { cookie, form: { category: 'NONE', text: 'lang genug für alle' } });
    expect(none.html).toMatch(/role="alert"[^>]*>Was stimmt nicht\?</);
  });

  test.each([
    ['an unknown page', '/nowhere', 404, 'Diese Seite gibt es nicht.'],
    ['an unknown file', '/assets/nothing.js', 404, 'Diese Seite gibt es nicht.'],
    ['an unknown bot', '/bot/100000000000000000', 404, 'Dieser Bot ist hier nicht eingetragen.'],
    ['an unknown user', '/user/100000000000000000', 404, 'keine öffentlichen Bots'],
    [
      'an invalid cursor',
      '/bots?after=nonsense',
      400,
      'Diese Adresse gehört zu einer anderen Liste. Öffne die Liste neu.',
    ],
    [
      'an invalid cursor of a user',
      '/user/100000000000000001?after=nonsense',
      undefined,
      'keine öffentlichen Bots',
    ],
  ])('on %s', async (_, path, status, sentence) => {
    const shown = await german(path);
    if (status !== undefined) expect(shown.status).toBe(status);
    expect(languageOf(shown)).toBe('de');
    expect(shown.text).toContain(sentence);
  });

  test('on a form of another site, and on a wrong method', async () => {
    const path = `/bot/${subject.bot().id}/vote`;
    const foreign = await german(path, { form: {}, headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.text]).toEqual([
      403,
      expect.stringContaining('von einer anderen Website'),
    ]);
    const method = await german('/', { method: 'DELETE' });
    expect([method.status, method.text]).toEqual([405, expect.stringContaining('Methode nicht erlaubt')]);
  });

  test('in suggestions, which caches keep by language', async () => {
    const shown = await german('/bots/suggestions?q=music');
    expect(shown.text).toContain('Musik');
    expect(shown.html).toContain('aria-label="Kategorien"');
    expect(shown.headers.get('vary')).toContain('accept-language');
    expect((await visit(subject.service, '/bots/suggestions?q=music')).text).toContain('Music');
  });

  test('but English prose in the docs, which is marked', async () => {
    const shown = await german('/docs/errors');
    const article = elementsOf(shown.html).find(({ name }) => name === 'article');
    expect([article?.attributes.lang, article?.text]).toEqual([
      'en',
      expect.stringContaining('What is safe to retry'),
    ]);
    expect(shown.text).toContain('Diese Dokumentation gibt es nur auf Englisch.');
    const english = await visit(subject.service, '/docs/errors');
    expect(english.text).not.toContain('This documentation is in English.');
    expect(elementsOf(english.html).find(({ name }) => name === 'article')?.attributes.lang).toBeUndefined();
  });
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
      expect(inGerman.text).toContain('Noch keine Meldung');
      expect(inGerman.text).not.toContain('No report yet');
      expect(inEnglish.text).toContain('No report yet');
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
    expect([links.English, links.Deutsch]).toEqual([
      '/bots?q=a+b&order=newest&lang=en',
      '/bots?q=a+b&order=newest&lang=de',
    ]);
    const missing = await german('/nowhere');
    const offered = elementsOf(missing.html).filter(({ attributes }) => attributes.hreflang);
    expect(offered.map(({ attributes }) => attributes)).toMatchObject([
      { hreflang: 'en', lang: 'en', href: '?lang=en', rel: 'nofollow' },
      { hreflang: 'de', lang: 'de', href: '?lang=de', rel: 'nofollow', 'aria-current': 'true' },
    ]);
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
      const alternates = tagsOf(shown, 'link', 'alternate').map(({ attributes: { hreflang, href } }) => [
        hreflang,
        pathOf(href),
      ]);
      expect(alternates).toEqual([
        ['en', path],
        ['de', `${path}?lang=de`],
        ['x-default', path],
      ]);
      expect(tagsOf(shown, 'link', 'canonical').map(({ attributes }) => pathOf(attributes.href))).toEqual([
        own,
      ]);
    }
  });

  test('are not told about languages of a page that is not in their index', async () => {
    const shown = await visit(subject.service, '/bots?q=music');
    expect(tagsOf(shown, 'link', 'alternate')).toEqual([]);
  });
});
