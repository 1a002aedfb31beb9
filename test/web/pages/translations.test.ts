import { beforeEach, describe, expect, test } from 'vitest';
import { listTranslations, setTranslation } from '../../../src/domain/listing/texts.ts';
import type { Language } from '../../../src/web/words/language.ts';
import { unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { startOwnService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

// Its own database: bots of other files would push this one out of the lists that it looks at.
const subject = useService(14, {}, startOwnService);
const OWN = { name: 'Songbird', shortDescription: 'Plays music for everybody in your voice channels.' };
const GERMAN = { name: 'Liedervogel', shortDescription: 'Spielt Musik für alle in deinen Sprachkanälen.' };
const FRENCH = { longDescription: '## Un rossignol\n\nIl chante pour votre serveur, jour et nuit.' };

/** As a browser of that language asks. */
const show = (language: Language, path: string, headers = {}) =>
  visit(subject.service, path, { headers: { 'accept-language': language, ...headers } });

const by = (botId: string) => ({ botId, userId: newUserId() });

let id: string;
beforeEach(async () => {
  ({ id } = subject.bot());
  const { services } = subject;
  await services.db.sql`
    update bots set name = ${OWN.name}, short_description = ${OWN.shortDescription}, tags = '{music}', languages = '{en}',
      long_description = '## A nightingale', text_language = 'en', created_at = now() where id = ${id}`;
  await unreviewed(services, id, async () => {
    await setTranslation(services, by(id), 'de', GERMAN);
    await setTranslation(services, by(id), 'fr', FRENCH);
  });
});

describe('A reader gets the texts of a bot in their language', () => {
  test('on its page, text by text, with the language of each text', async () => {
    const [de, fr, en] = [
      await show('de', `/bot/${id}`),
      await show('fr', `/bot/${id}`),
      await show('en', `/bot/${id}`),
    ];
    expect(de.html).toContain('<title>Liedervogel · Orbit</title>');
    expect(de.html).toContain(`<p class="lead" dir="auto">${GERMAN.shortDescription}</p>`);
    expect(de.html).toMatch(/<div[^>]* dir="auto" lang="en"><h3>A nightingale/);
    expect(fr.html).toContain('<title>Songbird · Orbit</title>');
    expect(fr.html).toContain(`<p class="lead" dir="auto" lang="en">${OWN.shortDescription}</p>`);
    expect(fr.html).toMatch(/<div[^>]* dir="auto"><h3>Un rossignol/);
    expect(en.html).toContain('<title>Songbird · Orbit</title>');
    expect(en.text).not.toContain('Liedervogel');
  });

  test('and so do sites that link to it: Open Graph and structured data', async () => {
    for (const [language, text, inLanguage] of [
      ['de', GERMAN.shortDescription, 'de'],
      ['fr', OWN.shortDescription, 'en'],
      ['en', OWN.shortDescription, 'en'],
    ] as const) {
      const { html } = await show(language, `/bot/${id}`);
      const elements = elementsOf(html);
      const graph = elements.find(({ attributes }) => attributes.property === 'og:description');
      expect(graph?.attributes.content).toBe(text);
      const data = elements.find(({ attributes }) => attributes.type === 'application/ld+json');
      const [subject] = JSON.parse(data?.text ?? '')['@graph'];
      expect(subject).toMatchObject({ description: text, inLanguage });
    }
  });

  test.each([
    ['the first page', () => '/'],
    ['the directory', () => '/bots?order=newest'],
    ['a search for the translated text', () => '/bots?q=liedervogel'],
    ['a comparison', () => `/compare?bots=${id}`],
    ['the page for votes', () => `/bot/${id}/vote`],
  ])('on %s', async (_, pathOf) => {
    const german = await show('de', pathOf());
    expect(german.text).toContain(GERMAN.name);
    expect(german.text).toContain(GERMAN.shortDescription);
    const french = await show('fr', pathOf());
    expect(french.text).toContain(OWN.shortDescription);
    expect(french.text).not.toContain(GERMAN.name);
  });

  test('in Markdown', async () => {
    const get = async (language: Language) => {
      const url = `${subject.service.url}/bot/${id}.md`;
      return (await fetch(url, { headers: { 'accept-language': language } })).text();
    };
    expect(await get('de')).toContain(`# ${GERMAN.name}\n\n> ${GERMAN.shortDescription}`);
    expect(await get('fr')).toContain('Un rossignol');
    expect(await get('en')).toContain(`# ${OWN.name}\n\n> ${OWN.shortDescription}`);
  });

  test('as soon as they change, although pages are kept', async () => {
    expect((await show('de', `/bot/${id}`)).text).toContain(GERMAN.name);
    const { services } = subject;
    const [german] = await listTranslations(services, id);
    await unreviewed(services, id, () =>
      setTranslation(services, by(id), 'de', { ...GERMAN, name: 'Nachtigall' }, german?.updatedAt),
    );
    await expect.poll(async () => (await show('de', `/bot/${id}`)).text).toContain('Nachtigall');
  });
});

test('REST and its widget have the own texts, whatever language a client asks for', async () => {
  const widget = await fetch(`${subject.service.url}/widget/${id}`, { headers: { 'accept-language': 'de' } });
  expect(await widget.json()).toMatchObject({ name: OWN.name });
});
