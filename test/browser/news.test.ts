import { describe, expect, test } from 'vitest';
import { listNews, MAX_NEWS } from '../../src/domain/listing/news.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { LOOKS, useSite } from './visitor.ts';

const site = useSite();
const labels = messages.newsForm;

describe.each(LOOKS)('The news of a bot: $name', (look) => {
  test('are written while it is public only, refused, corrected, published and removed', async () => {
    const { id, ownerId } = await given(site.services).owner('Olivia Owner').listing().submitted();
    const titles = async () =>
      (await listNews(site.services, { botId: id, first: MAX_NEWS })).map(({ title }) => title);
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${id}/edit`);
    const section = owner.page.getByRole('region', { name: labels.title, exact: true });
    await section.getByText(labels.notPublic).waitFor();
    expect(await section.getByLabel(labels.heading).count()).toBe(0);
    await owner.inspect('news-not-public');

    await site.services.db.sql`update bots set state = 'approved' where id = ${id}`;
    await owner.open(`/bot/${id}/edit`);
    const title = section.getByLabel(labels.heading);
    const left = (count: number) => section.getByText(messages.allowance.left({ left: count, all: 10 }));
    await title.waitFor();
    expect(await left(10).count()).toBe(0);
    await title.fill('Songs \u202esgnos');
    await section.getByLabel(labels.text).fill('They sing.');
    await section.getByRole('button', { name: labels.publish }).click();
    await section.getByText('The title must not contain characters that change the direction').waitFor();
    await owner.inspect('news-refused');
    expect([await section.getByLabel(labels.text).inputValue(), await titles()]).toEqual(['They sing.', []]);
    await title.fill('New songs');
    await section.getByRole('button', { name: labels.publish }).click();
    await section.getByText(labels.published).waitFor();
    expect(await titles()).toEqual(['New songs']);
    // The note with the mistake cost nothing.
    await left(9).waitFor();

    await section.getByRole('button', { name: labels.removeNamed({ title: 'New songs' }) }).click();
    await section.getByText(labels.removed).waitFor();
    expect(await titles()).toEqual([]);
  });
});
