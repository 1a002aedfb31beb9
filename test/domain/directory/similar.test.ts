import { describe, expect, test } from 'vitest';
import { listSimilar } from '../../../src/domain/directory/similar.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';
import { useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus();

describe('Similar listings', () => {
  const similarTo = async (name: string) => {
    const { id, tags, languages, short } = present(CORPUS.find((one) => one.name === name));
    const cards = await listSimilar(corpus, { id, tags, languages, shortDescription: short }, 6);
    return cards.map((card) => card.name);
  };

  test('share tags, the rarest first: music before fun, which many have', async () => {
    const tagsOf = (name: string) => present(CORPUS.find((one) => one.name === name)).tags;
    const similar = await similarTo('Tidepool');
    expect(similar).toHaveLength(6);
    expect(similar).not.toContain('Tidepool');
    const music = similar.map((name) => tagsOf(name).includes('music'));
    expect(music.slice(0, 3)).toEqual([true, true, true]);
    expect(similar.every((name) => tagsOf(name).some((tag) => tagsOf('Tidepool').includes(tag)))).toBe(true);
  });

  test('share words of their short descriptions: a log of every action before other moderation', async () => {
    expect((await similarTo('Inkwell Watch'))[0]).toBe('Fernwarden');
  });

  test('do not have the same owner', async () => {
    const [before = ''] = await similarTo('Vinylcat');
    const idOf = (name: string) => present(CORPUS.find((one) => one.name === name)).id;
    await corpus.db.sql`insert into users (id, name, created_at) values ('20000000000000001', 'Ada', now())`;
    await corpus.db.sql`
      insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at)
      select id, '20000000000000001', false, now() from unnest(${[idOf('Vinylcat'), idOf(before)]}::text[]) as bot(id)`;
    try {
      expect(await similarTo('Vinylcat')).not.toContain(before);
    } finally {
      await corpus.db.sql`delete from users where id = '20000000000000001'`;
    }
  });

  test('are none without tags', async () => {
    const asked = { id: '1', tags: [], languages: ['en'], shortDescription: 'Plays music.' };
    expect(await listSimilar(corpus, asked, 6)).toEqual([]);
  });
});
