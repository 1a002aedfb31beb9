import { expect, test } from 'vitest';
import { suggest } from '../../../src/domain/directory/suggest.ts';
import { useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus();

const find = async (search: string) => {
  const { entries } = await corpus.find({ search, isRelaxed: true });
  return entries.map(({ listing }) => listing);
};

test('lofi, lo-fi and lo fi find the same', async () => {
  const [one = [], ...others] = await Promise.all(
    ['lo-fi', 'lo fi', 'lofi'].map(async (search) => (await find(search)).map(({ name }) => name)),
  );
  expect(one[0]).toBe('Vinylcat');
  for (const other of others) expect(other[0]).toBe('Vinylcat');
});

test.each([
  ['alternative to mee6', ['moderation', 'leveling', 'welcome']],
  ['bot like dyno', ['moderation']],
  ['similar to carl bot', ['moderation']],
  ['dank memer alternative', ['economy', 'fun']],
  ['alternative à mee6', ['moderation', 'leveling', 'welcome']],
  ['alternative zu dyno', ['moderation']],
  ['bot like rythm', ['music']],
])('%s finds bots of the categories that this bot is known for', async (search, categories) => {
  const found = await find(search);
  expect(found.length).toBeGreaterThan(2);
  for (const { id, name } of found.slice(0, 5)) {
    const [row] = await corpus.db.sql<{ tags: string[] }[]>`select tags from bots where id = ${id}`;
    expect([name, row?.tags.some((tag) => categories.includes(tag))]).toEqual([name, true]);
  }
});

test('mod suggests Moderation first', async () => {
  const { tags } = await suggest(corpus, 'mod');
  expect(tags[0]?.slug).toBe('moderation');
});
