import { beforeAll, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/service.ts';
import { useSite } from './visitor.ts';

const LONG = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft${'w'.repeat(37)}`;

const site = useSite(startOwnService);
beforeAll(async () => {
  const { bots } = await site.service.seed({ bots: 3, users: 0, votes: 0 });
  for (const [index, { id }] of bots.entries())
    await site.services.db.sql`
      insert into features (id, bot_id, user_id, created_at, featured_until, place, reasons)
      values (gen_random_uuid(), ${id}, ${newUserId()}, now(), now() + interval '1 day', ${index + 1}, ${JSON.stringify(index === 0 ? {} : { en: LONG })}::text::jsonb)`;
});

test.each([
  [1024, 3],
  [768, 2],
  [360, 1],
])('at a width of %i, %i featured bots are in a row, and no text leaves its card', async (width, count) => {
  const visitor = await site.arrive({
    name: width === 360 ? 'phone' : 'desktop',
    width,
    height: 800,
    schemes: ['light'],
  });
  await visitor.open('/');
  const cards = await visitor.page.locator('.featured li').all();
  expect(cards).toHaveLength(3);
  const tops = await Promise.all(cards.map(async (card) => (await card.boundingBox())?.y));
  expect(tops.filter((top) => top === tops[0])).toHaveLength(count);
  for (const card of cards)
    expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await visitor.inspect(`featured-${width}`);
});
