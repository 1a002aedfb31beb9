import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { findListings } from '../../../src/domain/moderation/find-listings.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';

const { services } = await forFile(startOwnService());

const list = (name: string, owner?: string) => given(services).owner(owner).listing({ name });
const all = { limit: 100, inverted: false };
const find = async (search: string, range: Partial<typeof all & { after: string; before: string }> = {}) => {
  const found = await findListings(services, search, { ...all, ...range });
  return found.map(({ listing, cursor }) => ({ id: listing.id, name: listing.name, cursor }));
};
const namesOf = async (search: string) => (await find(search)).map(({ name }) => name);

describe('A moderator finds', () => {
  test('listings in every state by the start of their name, in any case', async () => {
    for (const state of ['pending', 'approved', 'rejected', 'suspended', 'removed'] as const)
      await list(`Zephyr ${state}`).in(state);
    await list('A zephyr').approved();
    expect(await namesOf('zephYR')).toEqual([
      'Zephyr approved',
      'Zephyr pending',
      'Zephyr rejected',
      'Zephyr removed',
      'Zephyr suspended',
    ]);
  });

  test('a listing by its id, and all listings of a user by theirs, also as a co-owner who has accepted', async () => {
    const bot = await list('Quartz').submitted();
    expect(await namesOf(bot.id)).toEqual(['Quartz']);
    const other = await list('Quarry').approved();
    const coOwner = await given(services).coOwnerOf(other.id);
    const invited = await given(services).invitedTo(other.id);
    expect(await namesOf(other.ownerId)).toEqual(['Quarry']);
    expect(await namesOf(coOwner)).toEqual(['Quarry']);
    expect(await namesOf(invited)).toEqual([]);
    expect(await namesOf(newUserId())).toEqual([]);
  });

  test("listings by the start of their owner's name, beside those whose names begin so", async () => {
    await list('Harmony', 'Olga Owner').approved();
    await list('Olga Owner Bot').approved();
    expect(await namesOf('olga owner')).toEqual(['Harmony', 'Olga Owner Bot']);
    expect(await namesOf('olga own')).toEqual(['Harmony', 'Olga Owner Bot']);
    expect(await namesOf('lga owner')).toEqual([]);
  });

  test('no more for characters that patterns use', async () => {
    await list('Percent').approved();
    for (const search of ['Perc%', 'Perc_nt', '%', '\\', "'"]) expect(await namesOf(search)).toEqual([]);
  });

  test('pages in both directions, without gaps, also among equal names', async () => {
    for (const name of ['Twin', 'twin', 'TWIN', 'Twin 2', 'twin 3']) await list(name).approved();
    const whole = await find('twin');
    expect(whole).toHaveLength(5);
    for (const [index, { cursor }] of whole.entries()) {
      expect(await find('twin', { after: cursor })).toEqual(whole.slice(index + 1));
      expect(await find('twin', { before: cursor })).toEqual(whole.slice(0, index));
    }
    expect(await find('twin', { limit: 2 })).toEqual(whole.slice(0, 2));
    expect(await find('twin', { limit: 2, inverted: true })).toEqual(whole.slice(-2).reverse());
  });
});

test.each(['', '   ', 'x'.repeat(101), 'a\0b', '\ud800'])('the search %j is refused', async (search) => {
  await expect(find(search)).rejects.toThrow(InvalidInputError);
});

test.each(['', 'no cursor', Buffer.from('1.x').toString('base64url')])(
  'the cursor %j is refused',
  async (after) => {
    await expect(find('a', { after })).rejects.toThrow(InvalidInputError);
  },
);

test('a search reads indexes, however many listings and users there are', async () => {
  const { sql } = services.db;
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction<{ 'QUERY PLAN': string }[]>`
      explain select id from bots where lower(name) ~>=~ 'a' and lower(name) ~<~ 'b' and
        id in (select id from users where lower(name) = 'ada' limit 500)
      order by lower(name) using ~<~ limit 10`;
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('users_by_name');
});
