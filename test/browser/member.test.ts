import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, LOOKS, type Look, useSite } from './visitor.ts';

let seeded: Seeded;
const site = useSite();
beforeAll(async () => {
  seeded = await site.service.seed({ bots: 8, users: 20, votes: 400 });
});

/** Other looks with and without scripts take the same way. */
const WAYS: readonly (readonly [string, Look, boolean])[] = [
  ...FLOW_LOOKS.map((look) => [look.name, look, true] as const),
  ['phone without scripts', first(LOOKS), false],
];

test.each(WAYS)(
  'somebody votes, sees what it did, votes for the next bot, and keeps a favourite: %s',
  async (_, look, javaScript) => {
    const visitor = await site.arrive(look, { javaScript });
    const { page } = visitor;
    const { id } = first(seeded.bots);
    const plain = javaScript ? '' : 'plain-';

    await visitor.signIn(newUserId(), 'Vera Voter', `/bot/${id}`);
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    const heart = page.locator('.tools .heart');
    expect(await heart.getAttribute('title')).toBe(messages.favourite.add);
    await heart.click();
    await page.getByTitle(messages.favourite.remove).waitFor();
    await visitor.inspect(`${plain}bot-favourite`);

    await page.getByRole('button', { name: `${messages.vote.button} – ${name}` }).click();
    await page.getByText(messages.vote.recorded).waitFor();
    const again = page.locator('p', { hasText: messages.vote.again }).locator('time');
    expect(await again.innerText()).toMatch(
      javaScript ? /^(today|tomorrow) at \d+:\d\d/ : /^in 1[12] hours$/,
    );
    await page.getByText(messages.afterVote.rank).waitFor();
    await visitor.inspect(`${plain}after-vote`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: messages.afterVote.remind }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`vote-${id}.ics`);

    await page.locator('.next .own li').first().getByRole('button').click();
    await page.getByText(messages.vote.recorded).waitFor();
    await page.getByRole('link', { name: messages.myVotes.title }).first().click();
    await page.getByRole('heading', { name: messages.myVotes.waiting }).waitFor();
    expect(await page.locator('.own li').count()).toBe(2);
    await visitor.inspect(`${plain}my-votes`);

    await page.getByRole('link', { name: messages.favourite.title }).click();
    await page.getByRole('heading', { level: 1, name: messages.favourite.title }).waitFor();
    expect(await page.locator('.own li').count()).toBe(1);
    await visitor.inspect(`${plain}favourites`);
    await page.locator('.own .heart').click();
    await page.getByText(messages.favourite.none).waitFor();
    // The page of the bot has its two actions in reach, and says when the next vote is possible.
    await visitor.open(`/bot/${id}`);
    await page.getByRole('link', { name: /^Vote in \d/ }).waitFor();
    await visitor.inspect(`${plain}bot-voted`);
  },
);

test.each(WAYS)(
  'somebody ends a session, downloads their data and deletes the account: %s',
  async (_, look, javaScript) => {
    const visitor = await site.arrive(look, { javaScript });
    const { page } = visitor;
    const { services } = site;
    const plain = javaScript ? '' : 'plain-';
    const words = messages.deletion;
    const { ownerId, id } = await given(services).owner('Ada Owner').listing({ name: 'Lonely' }).approved();
    const shared = await given(services).listing({ name: 'Shared' }).approved();
    await given(services).coOwnerOf(shared.id);
    await services.db.sql`
      update bot_owners set user_id = ${ownerId} where bot_id = ${shared.id} and not is_co_owner`;
    await castVote(services, id, ownerId);

    // Two more, on other devices.
    await site.service.signIn(ownerId, 'Ada Owner');
    await visitor.signIn(ownerId, 'Ada Owner', '/account');
    await visitor.inspect(`${plain}account`);
    const ends = page.getByRole('button', { name: messages.account.sessionEnd, exact: true });
    expect(await ends.count()).toBe(2);
    await ends.first().click();
    await page.getByText(messages.account.sessionsEnded).waitFor();
    expect(await ends.count()).toBe(1);
    await visitor.inspect(`${plain}account-session-ended`);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: messages.account.downloadButton }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ userId: ownerId });

    await page.getByRole('link', { name: messages.account.deleteButton }).click();
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    await visitor.inspect(`${plain}delete-account`);
    // One click does nothing: the browser asks for the box and the name first.
    await page.getByRole('button', { name: words.button }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: words.button }).click();
    expect(await services.db.sql`select from users where id = ${ownerId}`).toHaveLength(1);
    await page.getByRole('textbox', { name: 'to confirm' }).fill('Ada Owner');
    await page.getByRole('button', { name: words.button }).click();
    await page.getByRole('heading', { level: 1, name: words.doneTitle }).waitFor();
    await visitor.inspect(`${plain}account-deleted`);
    await visitor.open('/account');
    await page.getByRole('heading', { level: 1, name: messages.signIn.developmentTitle }).waitFor();
  },
);

test('a chart tells its values to the pointer and to the keyboard, and the address is copied', async () => {
  const look = LOOKS.find(({ name }) => name === 'desktop') ?? first(LOOKS);
  const visitor = await site.arrive(look);
  const { page } = visitor;
  const { id } = first(seeded.bots);
  await visitor.open(`/bot/${id}`);
  const [chart, value] = [page.getByRole('slider').first(), page.locator('.field .value').first()];
  expect(await value.isVisible()).toBe(false);
  const rows = await page
    .locator('.chart')
    .first()
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent).join(' · ')),
    );
  await chart.focus();
  expect(await value.innerText()).toBe(rows[0]);
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).toBe(rows[1]);
  await page.keyboard.press('Home');
  expect(await value.innerText()).toBe(rows.at(-1));
  await chart.blur();
  expect(await value.isVisible()).toBe(false);
  await chart.hover();
  expect(rows).toContain(await value.innerText());
  await visitor.inspect('chart-value');

  await page.getByText(messages.share.button, { exact: true }).click();
  await page.getByText(messages.share.copied).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(new RegExp(`/bot/${id}$`));
});
