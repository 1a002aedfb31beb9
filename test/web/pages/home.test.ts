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
  expect(html).toMatch(/<form class="search[^"]*" action="\/bots">/);
  expect(linksOf(html).Newcomer).toBe(`/bot/${newest.id}`);
  const counted = await service.graphql('{ tags { slug label botCount } }');
  const tags = (counted.data?.tags ?? []) as { slug: string; label: string; botCount: number }[];
  const links = Object.values(linksOf(html));
  for (const { slug, botCount } of tags) expect(links.includes(`/tag/${slug}`), slug).toBe(botCount > 0);
  expect(text).toContain('Do you have a bot?');
  // Under the search field is what is sought; in the whole list, those with the most bots come first.
  const used = tags.filter(({ botCount }) => botCount > 0);
  const counts = new Map(used.map(({ slug, botCount }) => [`/tag/${slug}`, botCount]));
  const shown = elementsOf(html).flatMap(({ attributes: { href = '' } }) => (counts.has(href) ? [href] : []));
  const falling = used.map(({ botCount }) => botCount).toSorted((one, other) => other - one);
  const sought = ['moderation', 'music', 'welcome', 'leveling', 'tickets', 'roles', 'games']
    .map((slug) => `/tag/${slug}`)
    .filter((href) => counts.has(href));
  expect(shown.slice(0, sought.length)).toEqual(sought);
  expect(shown.slice(7).map((href) => counts.get(href))).toEqual(falling);
});

test('The first page tells how much there is to find', async () => {
  const { data } = await subject.service.graphql('{ directoryTotals { bots servers votes } }');
  const { bots, servers } = data?.directoryTotals ?? {};
  const rows = await subject.services.db.sql`
    select count(*)::int as bots, sum(server_count)::float8 as servers
    from bots left join bot_stats on bot_id = id where state = 'approved'`;
  // Other tests add many listings meanwhile and remove some, and the sums are a minute old at most.
  expect(bots).toBeGreaterThan(0);
  expect(bots).toBeLessThan(rows[0]?.bots + 100);
  expect(servers).toBeGreaterThan(0);
  const { text } = await visit(subject.service, '/');
  expect(text).toMatch(/[\d,]+ bots in [\d.,]+[KMBT]? servers/);
});

test('No bot is on two shelves of the first page, and one more shelf has bots that speak the language of a German reader', async () => {
  const { services } = subject;
  const { id } = subject.bot();
  await services.db.sql`update bots set languages = '{de}' where id = ${id}`;
  await services.db.sql`update bot_stats set vote_count = 900000 where bot_id = ${id}`;
  await expect.poll(async () => (await visit(subject.service, '/?lang=de')).html).toContain(`/bot/${id}`);
  const german = await visit(subject.service, '/', { headers: { 'accept-language': 'de' } });
  expect(german.text).toContain('Bots, die Deutsch sprechen');
  expect(Object.values(linksOf(german.html))).toContain('/bots?speaks=de');
  const english = await visit(subject.service, '/');
  expect(english.text).not.toContain('Bots that speak English');
  for (const { html } of [german, english]) {
    const bots = [...html.matchAll(/<h3[^>]*><a href="(\/bot\/\d+)"/g)].map(([, path]) => path);
    expect(bots.length).toBeGreaterThan(0);
    expect(new Set(bots).size).toBe(bots.length);
  }
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
    select bot_id as id, weekly_votes as votes, trend::int from bot_stats
    where bot_id = any(${[rising, steady, quiet]}) order by trend desc, weekly_votes desc`;
  expect([...ranked]).toEqual([
    { id: rising, votes: 90_000, trend: 89_000 },
    { id: steady, votes: 90_000, trend: 0 },
    { id: quiet, votes: 2, trend: 0 },
  ]);
  const { data } = await service.graphql(
    '{ bots(order: TRENDING, first: 1) { edges { node { botId weeklyVotes trend } } } }',
  );
  expect(data?.bots.edges.map((edge: { node: object }) => edge.node)).toEqual([
    { botId: rising, weeklyVotes: 90_000, trend: 89_000 },
  ]);
  // Strangers share the page for a second.
  await expect.poll(async () => (await visit(service, '/')).text).toContain('+89K');
  expect((await visit(service, '/')).text).toContain('Trending this week');
  expect((await visit(service, '/bots?order=trending')).text).toContain('+89K');
  expect((await visit(service, '/bots?order=trending')).text).toContain(
    '89K more votes than in the week before',
  );
  expect((await visit(service, '/bots?order=votes')).text).not.toContain('+89K');
  // Dead bots do not trend.
  await sql`update bot_stats set checked_in_at = now() - interval '8 days' where bot_id = ${rising}`;
  await rankTrends(service.services);
  const [dead] = await sql`select trend::int from bot_stats where bot_id = ${rising}`;
  expect(dead).toEqual({ trend: 0 });
});
