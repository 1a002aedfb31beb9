import { expect, test } from 'vitest';
import { rankTrends } from '../../../src/domain/directory/trends.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const subject = useService(10);

test('The first page has a search that works without scripts, new bots, and the categories that have bots', async () => {
  const { service } = subject;
  const newest = subject.bot();
  await service.services.db.sql`
    update bots set created_at = now(), tags = '{anime}', name = 'Newcomer' where id = ${newest.id}`;
  const { status, html, text } = await visit(service, '/');
  expect(status).toBe(200);
  expect(html).toMatch(/<form class="search" action="\/bots">/);
  expect(linksOf(html).Newcomer).toBe(`/bot/${newest.id}`);
  const counted = await service.graphql('{ tags { slug label botCount } }');
  const tags = (counted.data?.tags ?? []) as { slug: string; label: string; botCount: number }[];
  const links = Object.values(linksOf(html));
  for (const { slug, botCount } of tags) expect(links.includes(`/tag/${slug}`), slug).toBe(botCount > 0);
  expect(text).toContain('Do you have a bot?');
  // Those with the most bots come first, also under the search field.
  const used = tags.filter(({ botCount }) => botCount > 0);
  const counts = new Map(used.map(({ slug, botCount }) => [`/tag/${slug}`, botCount]));
  const shown = elementsOf(html).flatMap(({ attributes }) => counts.get(attributes.href ?? '') ?? []);
  const falling = used.map(({ botCount }) => botCount).toSorted((one, other) => other - one);
  expect(shown).toEqual([...falling.slice(0, 7), ...falling]);
});

test('The address of the first page was the directory: a search of an old link moves there', async () => {
  const { status, headers } = await visit(subject.service, '/?q=music&order=newest');
  expect([status, headers.get('location')]).toEqual([303, '/bots?q=music&order=newest']);
});

test('A bot trends when it gets more votes than in the week before', async () => {
  const { service } = subject;
  const [rising, steady, quiet] = [subject.bot().id, subject.bot().id, subject.bot().id];
  const { sql } = service.services.db;
  await sql`delete from daily_votes where bot_id = any(${[rising, steady, quiet]})`;
  await sql`
    insert into daily_votes (bot_id, day, votes)
    select bot_id, current_date - age, votes from (values
      (${rising}, 1, 90000), (${rising}, 9, 1000), (${steady}, 2, 90000), (${steady}, 8, 90000), (${quiet}, 3, 2)
    ) as counted(bot_id, age, votes)`;
  await rankTrends(service.services);
  const ranked = await sql`
    select bot_id as id, weekly_votes as votes, trend::int > 0 as trends from bot_stats
    where bot_id = any(${[rising, steady, quiet]}) order by trend desc`;
  expect([...ranked]).toEqual([
    { id: rising, votes: 90_000, trends: true },
    { id: steady, votes: 90_000, trends: true },
    { id: quiet, votes: 2, trends: false },
  ]);
  const { data } = await service.graphql(
    '{ bots(order: TRENDING, first: 2) { edges { node { botId weeklyVotes } } } }',
  );
  expect(data?.bots.edges.map((edge: { node: object }) => edge.node)).toEqual([
    { botId: rising, weeklyVotes: 90_000 },
    { botId: steady, weeklyVotes: 90_000 },
  ]);
  // Strangers share the page for a second.
  await expect.poll(async () => (await visit(service, '/')).text).toContain('+90K this week');
  expect((await visit(service, '/')).text).toContain('Trending this week');
  expect((await visit(service, '/bots?order=trending')).text).toContain('+90K this week');
  expect((await visit(service, '/bots?order=votes')).text).not.toContain('this week');
});
