import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };
import { afterAll, expect, test } from 'vitest';
import { listLookAlikes } from '../../../src/domain/moderation/review.ts';
import { given } from '../../kit/given.ts';
import { startOwnService } from '../../kit/own-service.ts';

const service = await startOwnService();
afterAll(() => service.close());

const skeletonsOf = async (names: readonly string[]) => {
  const rows = await service.services.db.sql<{ skeleton: string }[]>`
    select name_skeleton(name) as skeleton from unnest((select ${[...names]}::text[])) with ordinality as one(name, place)
    order by place`;
  return rows.map(({ skeleton }) => skeleton);
};

test.each([
  ['Melody', 'MELODY'],
  ['Melody', 'Mel0dy'],
  ['Melody', 'Мelоdу'],
  ['Melody', 'Melödy'],
  ['Melody', 'M e-l.o_d y!'],
  ['Melody', 'Me\u200blody'],
  ['Melody', '𝓜𝓮𝓵𝓸𝓭𝔂'],
  ['Melody', 'Ｍｅｌｏｄｙ'],
  ['Modmail', 'Modrnail'],
  ['Lily', 'Iily'],
  ['Lily', '|i1y'],
  ['Wave', 'vvave'],
  ['音楽', '音 楽'],
])('%s looks like %s', async (name, other) => {
  const [one, two] = await skeletonsOf([name, other]);
  expect(two).toBe(one);
});

test.each([
  ['Melody', 'Melodie'],
  ['Bot 2', 'Bot 3'],
  ['音楽', '音色'],
  ['🎵', '🎶'],
])('%s does not look like %s', async (name, other) => {
  const [one, two] = await skeletonsOf([name, other]);
  expect(two).not.toBe(one);
  expect(one).not.toBe('');
});

test("every character that Unicode's table confuses with one Latin letter or digit has its skeleton", async () => {
  const pairs = Object.entries(CONFUSABLES).filter(
    ([character, letter]) =>
      /^[a-z0-9]$/i.test(letter) &&
      [...character.normalize('NFKD')].length === 1 &&
      // The table takes it for an f. Unicode's normalization makes it the s that it is.
      character !== 'ſ',
  );
  expect(pairs.length).toBeGreaterThan(1000);
  const characters = await skeletonsOf(pairs.map(([character]) => `${character}x`));
  expect(characters).toEqual(await skeletonsOf(pairs.map(([, letter]) => `${letter}x`)));
});

test('look-alikes in every state but removed are listed, the most popular first, and never more than ten', async () => {
  const { services } = service;
  const list = (name: string) => given(services).owner().listing({ name });
  const subject = await list('Harmony').submitted();
  const popular = await list('Hаrmony').approved();
  const rejected = await list('H4rmony').in('rejected');
  const suspended = await list('HARMONY').in('suspended');
  await list('Harm0ny').in('removed');
  await list('Harmonica').approved();
  await services.db.sql`update bots set popularity = 0 where id = ${popular.id}`;
  const ids = async () => (await listLookAlikes(services, subject.id)).map(({ id }) => id);
  expect(await ids()).toEqual([popular.id, suspended.id]);
  expect(await ids()).not.toContain(rejected.id);
  await services.db.sql`update bots set name = 'H a r m o n y' where id = ${rejected.id}`;
  expect((await ids()).toSorted()).toEqual([popular.id, suspended.id, rejected.id].toSorted());
  for (let index = 0; index < 11; index += 1) await list('harmony').submitted();
  expect(await ids()).toHaveLength(10);
  expect((await ids())[0]).toBe(popular.id);
});

test('looking for them reads an index, however many listings there are', async () => {
  const { sql } = service.services.db;
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction<{ 'QUERY PLAN': string }[]>`
      explain select id from bots where state <> 'removed' and name_skeleton(name) = name_skeleton('Melody')
      order by name_skeleton(name), popularity, id limit 10`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('bots_look_alikes');
});
