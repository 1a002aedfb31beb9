import { expect, test } from 'vitest';
import { listedSince, listLinksOf, listPublicOf } from '../../../src/domain/directory/profile.ts';
import { byName, LINKS } from '../../../src/terms/listing-fields.ts';
import { given } from '../../kit/given.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);

test('the bots of a user come by servers, also from page to page and back, and say since when', async () => {
  const { services } = subject;
  const { sql } = services.db;
  const ids: string[] = [];
  let ownerId = '';
  for (const count of [5, 500, null, 50, 50]) {
    const made = await given(services).listing().approved();
    ids.push(made.id);
    ownerId ||= made.ownerId;
    await sql`update bot_stats set server_count = ${count} where bot_id = ${made.id}`;
    await sql`update bot_owners set user_id = ${ownerId} where bot_id = ${made.id}`;
  }
  const page = async (range: { after?: string; before?: string; inverted?: boolean }) =>
    (await listPublicOf(services, ownerId, { limit: 2, inverted: false, ...range })).map(({ id }) => id);
  const equal = [ids[3], ids[4]].sort().reverse();
  const one = await page({});
  expect(one).toEqual([ids[1], equal[0]]);
  const two = await page({ after: one[1] ?? '' });
  expect(two).toEqual([equal[1], ids[0]]);
  expect(await page({ after: two[1] ?? '' })).toEqual([ids[2]]);
  expect((await page({ before: two[0] ?? '', inverted: true })).toReversed()).toEqual(one);
  await sql`update bots set created_at = '2024-05-01Z' where id = ${ids[2] ?? ''}`;
  expect(await listedSince(services, ownerId)).toEqual(new Date('2024-05-01Z'));
});

test('the links of a user are those that all of their public bots with such a link have', async () => {
  const { services } = subject;
  const link = (name: string) => `https://${name}.example/`;
  const add = async (ownerId: string | undefined, websiteUrl: string, supportUrl: string | null) => {
    const links = { ...byName(LINKS, () => null), websiteUrl: link(websiteUrl), supportUrl };
    const made = await given(services).listing(links).approved();
    const userId = ownerId ?? made.ownerId;
    await services.db.sql`update bot_owners set user_id = ${userId} where bot_id = ${made.id}`;
    return { ...made, ownerId: userId };
  };
  const { ownerId } = await add(undefined, 'one', link('help'));
  const names = async () => (await listLinksOf(services, ownerId)).map(({ name, url }) => [name, url]);
  const help = ['supportUrl', link('help')];
  expect(await names()).toEqual([['websiteUrl', link('one')], help]);
  await add(ownerId, 'two', null);
  expect(await names()).toEqual([help]);
  const third = await add(ownerId, 'two', link('other'));
  expect(await names()).toEqual([]);
  await services.db.sql`update bots set state = 'suspended' where id = ${third.id}`;
  expect(await names()).toEqual([help]);
});
