import { beforeAll, describe, expect, test } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { LOOKS, useSite } from './visitor.ts';

let seeded: Seeded;
const site = useSite();
beforeAll(async () => {
  seeded = await site.service.seed({ bots: 5, users: 0, votes: 0 });
});

const botAt = (index: number): string => seeded.bots[index]?.id ?? '';

/** Evaluated in the page: the colours of the parts that a selector finds, each once. */
const coloursOf = (selector: string) =>
  `[...new Set([...document.querySelectorAll('${selector}')].map((part) => getComputedStyle(part).color))]`;

/** The names of the permissions with the sign of those that can do harm. */
const SENSITIVE = 'section:has(> #permissions) dt:has([href="#i-shield-alert"])';

describe.each(LOOKS)('$name', (look) => {
  test('A sensitive permission has one colour, icon and name', async () => {
    await site.services.db.sql`update bots set invite_permissions = '6' where id = ${botAt(0)}`;
    const { page, open } = await site.arrive(look);
    await open(`/bot/${botAt(0)}`);
    const names = await page.evaluate<string[]>(coloursOf(SENSITIVE));
    expect(names).toHaveLength(1);
    expect(await page.evaluate(coloursOf(`${SENSITIVE} .icon`))).toEqual(names);
  });

  test('In a comparison of four, a name that reads from right to left begins where its picture does', async () => {
    await site.services.db.sql`update bots set name = 'مرساة' where id = ${botAt(1)}`;
    const { page, open } = await site.arrive(look);
    await open(`/compare?bots=${[0, 1, 2, 3].map(botAt)}`);
    const distance = await page.evaluate<number>(`(() => {
      const name = [...document.querySelectorAll('thead bdi')].find(({ textContent }) => textContent === 'مرساة');
      const text = document.createRange();
      text.selectNodeContents(name);
      const picture = name.previousElementSibling.getBoundingClientRect();
      const { left } = text.getBoundingClientRect();
      return Math.min(Math.abs(left - picture.left), Math.abs(left - picture.right - 9.6));
    })()`);
    expect(distance).toBeLessThan(2);
  });
});
