import { describe, expect, test } from 'vitest';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import {
  ConflictError,
  InvalidInputError,
  InvalidListingError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { findListing, type Listing } from '../../../src/domain/listing/read.ts';
import {
  listTranslations,
  longTextIn,
  removeTranslation,
  setTranslation,
  textIn,
} from '../../../src/domain/listing/texts.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { MAX_TRANSLATIONS } from '../../../src/terms/listing-fields.ts';
import { given, unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const now = at(services, NOON);
const GERMAN = {
  name: 'Liedervogel',
  shortDescription: 'Spielt Musik in Sprachkanälen, mit Warteschlange.',
  longDescription: '# Zwitschern\n\nEine Nachtigall für deinen Server.',
};
const approved = (fields = {}) =>
  given(at(services, after(NOON, -1000)))
    .listing(fields)
    .approved();
/** A listing that nobody has reviewed: no translation waits. */
const submitted = (fields = {}) =>
  given(at(services, after(NOON, -1000)))
    .listing(fields)
    .submitted();
const by = (botId: string) => ({ botId, userId: newUserId() });
const read = async (botId: string) => (await findListing(now, botId)) as Listing;
const languagesOf = async (botId: string) =>
  (await listTranslations(now, botId)).map(({ language }) => language);
const found = async (search: string) => {
  const range = { limit: 10, inverted: false };
  const { entries } = await searchDirectory(now, { search, order: 'relevance' }, range);
  return entries.map(({ listing }) => listing.id);
};

describe('A translation', () => {
  test('is shown in its language, and every text that it lacks in the language of the listing', async () => {
    const { id } = await submitted({ textLanguage: 'en' });
    await setTranslation(now, by(id), 'de', { ...GERMAN, longDescription: '', name: '  Lieder  vogel ' });
    const bot = await read(id);
    expect(textIn(bot, 'name', 'de')).toEqual({ text: 'Lieder vogel', language: 'de' });
    expect(textIn(bot, 'shortDescription', 'de')).toEqual({ text: GERMAN.shortDescription, language: 'de' });
    expect(await longTextIn(now, bot, 'de')).toEqual({ text: bot.longDescription, language: 'en' });
    expect(textIn(bot, 'name', 'fr')).toEqual({ text: bot.name, language: 'en' });
    expect(textIn(bot, 'name', undefined)).toEqual({ text: bot.name, language: 'en' });
    expect(textIn(bot, 'name', 'constructor').text).toBe(bot.name);
  });

  test('takes the place of the one before, and is gone when it is removed', async () => {
    const { id } = await submitted();
    await setTranslation(now, by(id), 'de', GERMAN);
    await setTranslation(now, by(id), 'fr', { name: 'Oiseau' });
    await setTranslation(now, by(id), 'de', { longDescription: 'Neu' }, NOON);
    expect(await listTranslations(now, id)).toEqual([
      {
        botId: id,
        language: 'de',
        name: null,
        shortDescription: null,
        longDescription: 'Neu',
        updatedAt: NOON,
      },
      {
        botId: id,
        language: 'fr',
        name: 'Oiseau',
        shortDescription: null,
        longDescription: null,
        updatedAt: NOON,
      },
    ]);
    await removeTranslation(now, { botId: id }, 'de');
    expect(await languagesOf(id)).toEqual(['fr']);
    await expect(removeTranslation(now, { botId: id }, 'de')).rejects.toThrow(InvalidInputError);
  });

  test('does not count in the language that the owner has given for the own texts', async () => {
    const { id } = await submitted({ textLanguage: null });
    await setTranslation(now, by(id), 'de', GERMAN);
    const { revision, name } = await read(id);
    await editListing(services, {
      botId: id,
      userId: newUserId(),
      revision,
      fields: { textLanguage: 'de' },
    });
    expect(textIn(await read(id), 'name', 'de')).toEqual({ text: name, language: 'de' });
    await expect(setTranslation(now, by(id), 'de', GERMAN)).rejects.toMatchObject({
      problems: [{ field: 'language', reason: 'translation.ownLanguage' }],
    });
  });

  test.each([
    ['an unknown language', 'xx', GERMAN, 'language', 'languages.unknown'],
    ['no text', 'de', { name: ' ', shortDescription: null }, 'name', 'text.length'],
    ['only empty texts', 'de', { name: '', shortDescription: null }, 'language', 'translation.empty'],
    ['a long name', 'de', { name: 'x'.repeat(101) }, 'name', 'text.length'],
    ['an invisible name', 'de', { name: '\u200b\u2800' }, 'name', 'field.invisible'],
    ['a name that turns the direction', 'de', { name: 'a\u202eb' }, 'name', 'field.direction'],
    [
      'a short description that is too short',
      'de',
      { shortDescription: 'Musik' },
      'shortDescription',
      'text.length',
    ],
    ['a control character', 'de', { longDescription: 'a\0' }, 'longDescription', 'field.control'],
    [
      'a long description that is too long',
      'de',
      { longDescription: 'x'.repeat(20_001) },
      'longDescription',
      'field.tooLong',
    ],
  ])('is refused with %s', async (_, language, texts, field, reason) => {
    const { id } = await submitted();
    const refused = setTranslation(now, by(id), language, texts);
    await expect(refused).rejects.toThrow(InvalidListingError);
    await expect(refused).rejects.toMatchObject({ problems: [{ field, reason }] });
    expect(await languagesOf(id)).toEqual([]);
  });

  test('is refused as the eleventh, also when they arrive together', async () => {
    const { id } = await submitted({ textLanguage: null });
    const results = await Promise.allSettled(
      BOT_LANGUAGES.slice(0, MAX_TRANSLATIONS + 2).map((language) =>
        setTranslation(now, by(id), language, GERMAN),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const [first = ''] = await languagesOf(id);
    await setTranslation(now, by(id), first, { name: 'Neu' }, NOON);
    expect(await languagesOf(id)).toHaveLength(MAX_TRANSLATIONS);
  });

  test('increases the revision, so that a moderator who has not read it cannot approve the listing', async () => {
    const { id } = await given(services).listing({ textLanguage: null }).submitted();
    const moderatorId = await given(services).moderator();
    const { revision } = await read(id);
    const approve = (seen: number) =>
      moderateListing(now, moderatorId, id, { decision: 'approve', revision: seen, closesReports: false });
    await setTranslation(services, by(id), 'de', GERMAN);
    await expect(approve(revision)).rejects.toThrow(ConflictError);
    await approve(revision + 1);
  });

  test('is refused when somebody else has edited, added or removed it since it was read', async () => {
    const { id } = await submitted();
    const later = after(NOON, 5);
    const refused = async (seen: Date | null) => {
      const { revision } = await read(id);
      await expect(setTranslation(now, by(id), 'de', GERMAN, seen)).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'listing.editedElsewhere',
      });
      expect((await read(id)).revision).toBe(revision);
    };
    await setTranslation(now, by(id), 'de', GERMAN);
    await refused(null);
    await setTranslation(at(services, later), by(id), 'de', { name: 'Neu' }, NOON);
    await refused(NOON);
    expect(await listTranslations(now, id)).toMatchObject([{ name: 'Neu', updatedAt: later }]);
    await removeTranslation(now, { botId: id }, 'de');
    await refused(later);
    await setTranslation(now, by(id), 'de', GERMAN);
  });

  test('is saved once when two owners save it at the same time', async () => {
    const { id } = await submitted({ textLanguage: null });
    const results = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((name) => setTranslation(now, by(id), 'de', { name })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused for a removed listing', async () => {
    const { id, ownerId } = await submitted();
    await removeListing(services, id, ownerId);
    await expect(setTranslation(now, by(id), 'de', GERMAN)).rejects.toThrow(NotFoundError);
  });
});

describe('A search', () => {
  test('finds the words of a translation: in the name, the short description and the long one', async () => {
    const { id } = await approved();
    await unreviewed(services, id, () =>
      setTranslation(now, by(id), 'de', { ...GERMAN, name: 'Abendvogel' }),
    );
    for (const words of ['Abendvogel', 'sprachkanäle warteschlange', 'Nachtigall', 'nachtigallen server']) {
      expect(await found(words), words).toContain(id);
    }
    await removeTranslation(now, { botId: id }, 'de');
    for (const words of ['Abendvogel', 'Nachtigall']) expect(await found(words), words).not.toContain(id);
  });

  test('shows a bot with exactly this name in a language before bots with more votes and the word in their name', async () => {
    const [translated, ...others] = await Promise.all([
      approved({ textLanguage: 'en' }),
      approved({ name: 'Kirschbaum Garten' }),
      approved({ name: 'Kirsch Baum Radio' }),
    ]);
    for (const { id } of others) await services.db.sql`update bots set ranked_votes = 50000 where id = ${id}`;
    await unreviewed(services, translated.id, () =>
      setTranslation(now, by(translated.id), 'de', { name: 'Kirschbaum' }),
    );
    for (const search of ['kirschbaum', 'Kirsch Baum']) expect((await found(search))[0]).toBe(translated.id);
    await unreviewed(services, translated.id, () =>
      setTranslation(now, by(translated.id), 'de', { name: 'Kirschbaum Wiese' }, NOON),
    );
    expect((await found('kirschbaum'))[0]).not.toBe(translated.id);
  });

  test('does not put a bot first for a translation that is not shown', async () => {
    const [hidden, popular] = [
      await approved({ textLanguage: null }),
      await approved({ name: 'Apfelbaum Tee' }),
    ];
    await services.db.sql`update bots set ranked_votes = 50000 where id = ${popular.id}`;
    await unreviewed(services, hidden.id, () =>
      setTranslation(now, by(hidden.id), 'de', { name: 'Apfelbaum' }),
    );
    expect((await found('apfelbaum'))[0]).toBe(hidden.id);
    const { revision } = await read(hidden.id);
    await editListing(services, {
      botId: hidden.id,
      userId: newUserId(),
      revision,
      fields: { textLanguage: 'de' },
    });
    expect((await found('apfelbaum'))[0]).toBe(popular.id);
  });

  test('still finds the own words after an edit of a translated listing', async () => {
    const { id } = await approved({ name: 'Trumpeter' });
    await unreviewed(services, id, () => setTranslation(now, by(id), 'de', { name: 'Posaunist' }));
    const { revision } = await read(id);
    await unreviewed(services, id, () =>
      editListing(services, {
        botId: id,
        userId: newUserId(),
        revision,
        fields: { name: 'Clarinettist' },
      }),
    );
    expect(await found('clarinettist')).toContain(id);
    expect(await found('posaunist')).toContain(id);
    expect(await found('trumpeter')).not.toContain(id);
  });
});
