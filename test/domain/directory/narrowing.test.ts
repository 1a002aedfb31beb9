import { describe, expect, test } from 'vitest';
import {
  countFound,
  countListed,
  countListings,
  countMatches,
} from '../../../src/domain/directory/counts.ts';
import { NO_FACETS } from '../../../src/domain/directory/facets.ts';
import { searchOf } from '../../../src/domain/directory/parse.ts';
import { hasNear } from '../../../src/domain/directory/relevance.ts';
import { type DirectoryFilter, searchDirectory } from '../../../src/domain/directory/search.ts';
import { DIRECTORY_ORDERS } from '../../../src/terms/directory-orders.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';
import { namesOf, PAGE, useCorpus } from '../../kit/use-corpus.ts';

const ORDERS = DIRECTORY_ORDERS.map(({ name }) => name);
const ADMINISTRATOR = 8;
const BAN_MEMBERS = 4;
const SIX_HARMLESS = 0b1_1100_1110_0000_0000n.toString();

const idOf = (name: string) => present(CORPUS.find((bot) => bot.name === name)).id;
const corpus = useCorpus(async ({ sql }) => {
  const write = (
    name: string,
    permissions: string | number,
    scopes = ['bot', 'applications.commands'],
  ) => sql`
    update bots set invite_permissions = ${String(permissions)}, invite_scopes = ${scopes} where id = ${idOf(name)}`;
  await write('Tidepool', ADMINISTRATOR);
  await write('Guardian', ADMINISTRATOR + BAN_MEMBERS);
  await write('Vinylcat', SIX_HARMLESS);
  // With commands alone, permissions do not apply.
  await write('Klangbude', ADMINISTRATOR, ['applications.commands']);
  // No form accepts these. All bits of the number that the platform could send, and one that it could not.
  await write('Quietkeep', (2n ** 63n - 1n).toString());
  await write('Fernwarden', '99999999999999999999');
});

const range = { ...PAGE, limit: 100 };
const find = (filter: Partial<DirectoryFilter>) => corpus.find(filter, range.limit);
const names = async (filter: Partial<DirectoryFilter>) => namesOf((await find(filter)).entries);

describe('Filters by permissions', () => {
  const dangerous = ['Tidepool', 'Guardian', 'Quietkeep', 'Fernwarden'];

  test.each(ORDERS)(
    'leave out bots that ask for one that can harm a server, in the order %s',
    async (order) => {
      const found = await names({ order, isHarmless: true });
      expect(found).toHaveLength(CORPUS.length - dangerous.length);
      expect(found).toEqual(expect.not.arrayContaining(dangerous));
      expect(found).toContain('Klangbude');
      expect(await names({ order, search: 'music', isHarmless: true })).not.toContain('Tidepool');
      expect(await names({ order, search: 'music' })).toContain('Tidepool');
    },
  );

  test.each(ORDERS)(
    'leave out bots that ask for more than a number of them, in the order %s',
    async (order) => {
      const found = await names({ order, maxPermissions: 5 });
      expect(found).toEqual(expect.not.arrayContaining(['Vinylcat', 'Quietkeep', 'Fernwarden']));
      expect(found).toEqual(expect.arrayContaining(['Tidepool', 'Guardian', 'Klangbude']));
      expect(await names({ order, maxPermissions: 0 })).not.toContain('Tidepool');
    },
  );

  test('say the same of a listing that is found by its id', async () => {
    for (const bot of ['Tidepool', 'Vinylcat', 'Klangbude', 'Quietkeep']) {
      const search = idOf(bot);
      const isHarmless = await names({ isHarmless: true });
      const areFew = await names({ maxPermissions: 5 });
      expect(await names({ search, isHarmless: true })).toEqual(isHarmless.includes(bot) ? [bot] : []);
      expect(await names({ search, maxPermissions: 5 })).toEqual(areFew.includes(bot) ? [bot] : []);
    }
  });

  test.each([-1, 1.5, Number.NaN])('refuse %d as a number', async (maxPermissions) => {
    await expect(find({ maxPermissions })).rejects.toMatchObject({ reason: 'filter.permissions' });
  });

  test('cards count the permissions that can harm a server', async () => {
    const { entries } = await find({ order: 'votes' });
    const counts = Object.fromEntries(
      entries.map(({ listing }) => [listing.name, listing.dangerousPermissions]),
    );
    expect(counts).toMatchObject({ Tidepool: 1, Guardian: 2, Vinylcat: 0, Klangbude: 0 });
    expect(counts.Quietkeep).toBe(counts.Fernwarden);
    expect(counts.Quietkeep).toBeGreaterThan(10);
  });
});

describe('A search that nothing matches', () => {
  const relaxed = (filter: Partial<DirectoryFilter>) => find({ ...filter, isRelaxed: true });

  const left = async (filter: Partial<DirectoryFilter>) => {
    const { entries, matched, isRelaxed } = await relaxed(filter);
    expect(isRelaxed).toBe(true);
    const { text, facets } = present(matched);
    return { text, facets, names: entries.map(({ listing }) => listing.name) };
  };

  test('is done without the filter that empties it, the least specific one first', async () => {
    const few = await left({ search: 'music', minServers: 1_000_000, maxPermissions: 60 });
    expect(few.facets).toMatchObject({ minServers: undefined, maxPermissions: 60 });
    expect(few.names).toContain('Tidepool');
    const safe = await left({ languages: ['vi'], isHarmless: true });
    expect(safe.facets).toMatchObject({ languages: [], isHarmless: true });
    const ofCategory = await left({ tags: ['music'], languages: ['vi'], minServers: 1_000_000 });
    expect(ofCategory.facets).toEqual({ ...NO_FACETS, tags: ['music'] });
    const ofTags = await left({ languages: ['sv'], tags: ['moderation', 'music'] });
    expect(ofTags.facets).toMatchObject({ languages: ['sv'], tags: ['moderation'] });
  });

  test('is done without the words that no listing has, or else without the last one', async () => {
    expect(await left({ search: 'guardian xylophonist' })).toMatchObject({ text: 'guardian' });
    expect(await left({ search: 'xylophonist guardian' })).toMatchObject({ text: 'guardian' });
    expect(await left({ search: 'chess guardian' })).toMatchObject({ text: 'chess' });
  });

  test('is done without words that say nothing, within the same filters', async () => {
    const { text, facets, names: found } = await left({ search: 'je une bots', tags: ['music'] });
    expect({ text, facets }).toMatchObject({ text: '', facets: { tags: ['music'] } });
    expect(found).toContain('Tidepool');
  });

  test('is done without all filters, or with one word, when a single part is not enough', async () => {
    const narrow = { languages: ['vi'], minServers: 1_000_000 };
    const open = NO_FACETS;
    expect(await left({ search: 'guardian', ...narrow })).toMatchObject({ text: 'guardian', facets: open });
    const search = 'guardian xylophonist';
    expect(await left({ search, ...narrow })).toMatchObject({ text: 'guardian', facets: open });
    // Both words are in use, but in no listing together. The one with a meaning stays.
    expect(await left({ search: 'guardian chess', ...narrow })).toMatchObject({
      text: 'chess',
      facets: open,
    });
  });

  test.each<[string, Partial<DirectoryFilter>]>([
    ['it has one word', { search: 'xylophonist', isRelaxed: true }],
    ['no listing has any of its words', { search: 'xylophonist zitherist', isRelaxed: true }],
    ['its word is unknown', { search: 'xylophonist', languages: ['de'], minServers: 1, isRelaxed: true }],
    ['nobody asked for it', { languages: ['vi'] }],
  ])('stays empty when %s', async (_, filter) => {
    const found = await find(filter);
    expect(found.entries).toEqual([]);
    expect(found).not.toHaveProperty('isRelaxed');
  });

  test('and a later page of it stay empty', async () => {
    const { entries } = await find({ order: 'votes' });
    const after = present(entries[0]).cursor;
    const filter = { order: 'votes', languages: ['vi'], isRelaxed: true } as const;
    const found = await searchDirectory(corpus, filter, { ...range, after });
    expect(found.entries).toEqual([]);
    expect(found).not.toHaveProperty('isRelaxed');
  });
});

describe('Counts', () => {
  const ofSearch = async (filter: Partial<DirectoryFilter>) => {
    const found = await find(filter);
    return { found, counts: await countMatches(corpus, present(found.matched)) };
  };

  test('of all listings, their tags and languages are exact', async () => {
    const counts = await countListings(corpus);
    expect(counts).toMatchObject({ total: CORPUS.length, isExact: true });
    const withTag = (tag: string) => CORPUS.filter(({ tags }) => tags.includes(tag)).length;
    const speaking = (code: string) => CORPUS.filter(({ languages }) => languages.includes(code)).length;
    expect(counts.byTag.get('music')).toBe(withTag('music'));
    expect(counts.byLanguage.get('de')).toBe(speaking('de'));
    expect(counts.byLanguage.get('vi')).toBeUndefined();
  });

  test.each<Partial<DirectoryFilter>>([
    { tags: ['music'] },
    { languages: ['de', 'sv'], without: ['games'] },
    { search: 'guardian', isHarmless: true, maxPermissions: 12 },
    { minServers: 10, activeSince: new Date(0) },
    { search: 'xylophonist' },
  ])('of %o are those of the list', async (filter) => {
    const { found, counts } = await ofSearch(filter);
    const tags =
      found.entries.length === 0 ? [] : await tagsOf(found.entries.map(({ listing }) => listing.id));
    expect(counts).toMatchObject({ total: found.entries.length, isExact: true });
    for (const [tag, listings] of counts.byTag)
      expect(listings).toBe(tags.filter((other) => other === tag).length);
    expect([...counts.byTag.keys()].sort()).toEqual([...new Set(tags)].sort());
  });

  test('of a list that is known as a whole are those of its listings, wherever they have the words', async () => {
    const found = await find({ search: 'music' });
    const ids = found.entries.map(({ listing }) => listing.id);
    const counts = await countListed(corpus, ids);
    expect(counts).toMatchObject({ total: ids.length, isExact: true });
    expect(counts.total).toBeGreaterThan((await countMatches(corpus, present(found.matched))).total);
    expect(counts.byTag.get('music')).toBe((await tagsOf(ids)).filter((tag) => tag === 'music').length);
    expect(await countListed(corpus, [])).toMatchObject({ total: 0, isExact: true });
  });

  test('reach everybody who waits, however many others ask for something else meanwhile', async () => {
    const asked = Array.from({ length: 600 }, (_, minServers) =>
      countMatches(corpus, searchOf({}, { ...NO_FACETS, minServers })),
    );
    for (const { isExact } of await Promise.all(asked)) expect(isExact).toBe(true);
  });

  test('of a language are as many bots as choosing it finds, also of those with the words in other texts', async () => {
    const { byLanguage } = await countFound(corpus, await find({ search: 'music' }), true);
    expect(byLanguage.get('pt')).toBeGreaterThan(0);
    for (const [code, listings] of byLanguage) {
      const chosen = await find({ search: 'music', languages: [code] });
      expect(chosen.entries).toHaveLength(listings);
      expect((await countFound(corpus, chosen, true)).byLanguage).toEqual(byLanguage);
    }
  });

  test('know whether a bot has the words in its name, short description or tags', async () => {
    const isClose = async (filter: Partial<DirectoryFilter>) =>
      hasNear(corpus, present((await find(filter)).matched));
    expect(await isClose({ search: 'music', languages: ['de'] })).toBe(true);
    expect(await isClose({ search: 'music', languages: ['pt'] })).toBe(false);
  });

  async function tagsOf(ids: readonly string[]): Promise<string[]> {
    const rows = await corpus.db.sql<{ tags: string[] }[]>`select tags from bots where id = any(${[...ids]})`;
    return rows.flatMap(({ tags }) => tags);
  }
});
