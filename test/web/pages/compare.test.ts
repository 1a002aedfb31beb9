import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../src/embedded/ports.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { startOwnService } from '../../kit/service.ts';
import { pageCosts } from '../../kit/statements.ts';
import type { Bot } from '../../kit/use-service.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const metricsPort = await freePort(0);
const subject = useService(14, { METRICS_PORT: `${metricsPort}` }, startOwnService);
let bots: Bot[] = [];

beforeAll(async () => {
  bots = Array.from({ length: 5 }, () => subject.bot());
  const { sql } = subject.services.db;
  const otherOwnerId = newUserId();
  await subject.signIn(otherOwnerId);
  for (const [index, { id }] of bots.entries()) {
    await sql`
      update bots set name = ${`Compared ${index}`}, prefix = ${index === 0 ? '!' : null}, tags = '{music}',
        languages = ${index === 0 ? ['de', 'en'] : ['en']}, invite_permissions = ${index === 1 ? '8' : '2048'}
      where id = ${id}`;
    // Bots of the same owner do not count as similar.
    if (index > 2) await sql`update bot_owners set user_id = ${otherOwnerId} where bot_id = ${id}`;
    await sql`update bot_stats set server_count = ${100 * (index + 1)}, vote_count = 5 where bot_id = ${id}`;
  }
});

const show = (query: string) => visit(subject.service, `/compare${query}`);
const idsOf = (...indexes: number[]) => indexes.map((index) => present(bots[index]).id);

describe('The comparison', () => {
  test('has a column for each bot, and a row for each fact, with the highest number marked', async () => {
    const { status, html, text } = await show(`?bots=${idsOf(0, 1)}`);
    expect(status).toBe(200);
    expect(text).toMatch(/Servers 100 200 highest/);
    expect(text).toContain('Permissions Requested Requested – sensitive – Not requested');
    // Equal numbers have no winner.
    expect(text).toMatch(/Votes 5 5 Activity/);
    expect(text).toMatch(/Languages English, German English/);
    expect(text).toMatch(/Prefix ! –/);
    expect(text).toMatch(
      /Total permissions 1 1 Sensitive permissions 0 lowest 1 Administrator – Requested – sensitive/,
    );
    expect(text).toMatch(/Send Messages Requested –/);
    const heads = elementsOf(html).filter(({ attributes }) => attributes.scope === 'col');
    expect(heads).toHaveLength(2);
    expect(html).toContain('<title>Compare Compared 0, Compared 1');
  });

  test('draws the bars of a row on one scale, and says in words how the numbers changed', async () => {
    const [small = '', large = ''] = idsOf(0, 1);
    const { sql } = subject.services.db;
    for (const [id, count] of [
      [small, 100],
      [large, 400],
    ] as const) {
      await sql`delete from daily_server_counts where bot_id = ${id}`;
      await sql`
        insert into daily_server_counts (bot_id, day, server_count)
        values (${id}, current_date - 40, ${count}), (${id}, current_date - 5, ${count / 2})`;
    }
    const { html, text } = await show(`?bots=${small},${large}`);
    const heights = [...html.matchAll(/<path d="M0\.1,20V([\d.]+)h/g)].map(([, top]) => 20 - Number(top));
    expect(heights).toEqual([5, 20]);
    expect(text).toContain('From 100 to 50 servers.');
    expect(text).toContain('From 400 to 200 servers.');
  });

  test('tells which website names the owner of a bot, and says nothing where none does', async () => {
    const [verified = '', other = ''] = idsOf(0, 1);
    const { sql } = subject.services.db;
    await sql`update bots set website_url = 'https://bots.example/' where id = ${verified}`;
    await sql`
      update bot_owners set site_url = 'https://bots.example/', site_method = 'file', site_confirmed_at = now()
      where bot_id = ${verified}`;
    const { text } = await show(`?bots=${verified},${other}`);
    expect(text.match(/erified by [\w.]+/g)).toEqual(['erified by bots.example']);
  });

  test('makes rows quieter whose cells are equal, and leaves out those that are empty', async () => {
    const { html, text } = await show(`?bots=${idsOf(2, 3)}`);
    const quiet = [...html.matchAll(/<tr class="same"><th scope="row"><span>([^<]+)/g)].map(
      ([, label]) => label,
    );
    expect(quiet).toEqual(expect.arrayContaining(['Votes', 'Languages', 'Categories']));
    expect(quiet).not.toContain('Servers');
    expect(text).not.toContain('Prefix');
  });

  test('shows only differences on demand, without scripts, and everything again', async () => {
    const ids = idsOf(2, 3);
    expect(linksOf((await show(`?bots=${ids}`)).html)['Differences only']).toBe(
      `/compare?bots=${ids}&only=differences`,
    );
    const { html, text } = await show(`?bots=${ids}&only=differences`);
    expect(text).toMatch(/Servers 300 400 highest/);
    expect(html).not.toContain('<tr class="same">');
    expect(linksOf(html)['All rows']).toBe(`/compare?bots=${ids}`);
  });

  test('has the permissions that all bots ask for in one row', async () => {
    expect((await show(`?bots=${idsOf(2, 3)}`)).text).toMatch(/Shared by all Send Messages Commands/);
  });

  test('takes bots away and adds others by links and a form, and has one canonical address that is not indexed', async () => {
    const [one = '', two = '', three = ''] = idsOf(0, 1, 2);
    const { html } = await show(`?bots=${two},${one}&q=Compared`);
    const links = linksOf(html);
    expect(links['Remove – Compared 0']).toBe(`/compare?bots=${two}`);
    expect(links['Compared 2']).toBe(`/compare?bots=${two},${one},${three}`);
    const fields = elementsOf(html).filter(
      ({ name, attributes }) => name === 'input' && attributes.name === 'bots',
    );
    expect(fields.map(({ attributes }) => attributes.value)).toEqual([`${two},${one}`]);
    const canonical = elementsOf(html).find(({ attributes }) => attributes.rel === 'canonical');
    expect(canonical?.attributes.href).toMatch(new RegExp(`/compare\\?bots=${[one, two].sort().join()}$`));
    const robots = elementsOf(html).find(({ attributes }) => attributes.name === 'robots');
    expect(robots?.attributes.content).toBe('noindex');
  });

  test('adds the bot whose name somebody typed at once, if nothing else is found', async () => {
    const [one = '', two = ''] = idsOf(0, 1);
    const { sql } = subject.services.db;
    await sql`update bots set name = 'Zwergfalke' where id = ${two}`;
    const added = await show(`?bots=${one}&q=zwergf&only=differences`);
    expect([added.status, added.headers.get('location')]).toEqual([
      303,
      `/compare?bots=${one},${two}&only=differences#main`,
    ]);
    expect((await show(`?bots=${one}&q=nobodyhasthis`)).status).toBe(200);
    await sql`update bots set name = 'Compared 1' where id = ${two}`;
  });

  test('is the same for the checkboxes of a list', async () => {
    const [one, two] = idsOf(0, 1);
    const { text } = await show(`?bots=${one}&bots=${two}`);
    expect(text).toMatch(/Servers 100 200 highest/);
    const { html } = await visit(subject.service, '/bots?q=Compared');
    const boxes = elementsOf(html).filter(({ attributes }) => attributes.name === 'bots');
    expect(boxes.map(({ attributes }) => attributes.value)).toEqual(
      expect.arrayContaining(idsOf(0, 1, 2, 3, 4)),
    );
    expect(html).toContain('<form class="comparing" action="/compare">');
    const hint = 'Select 2 to 4 bots to compare them.';
    expect(html).toContain(hint);
    expect((await visit(subject.service, '/bots?q=zxzxzx')).html).not.toContain(hint);
  });

  test('begins with a bot, from its page, or with those that are similar to it', async () => {
    const [one = ''] = idsOf(0);
    const links = linksOf((await visit(subject.service, `/bot/${one}`)).html);
    expect(links['Compare – Compared 0']).toBe(`/compare?bots=${one}`);
    const similar = links['Compare with these'] ?? '';
    expect(similar).toMatch(new RegExp(`^/compare\\?bots=${one}(,\\d+){1,3}$`));
    const { text, html } = await show(`?bots=${one}`);
    expect(text).toContain('Add another bot to compare it with this one.');
    expect(html).not.toContain('Remove');
    expect((await show('')).text).toContain('Choose bots');
  });

  test('says how to choose bots while there are none, and leads to the list in which they are ticked', async () => {
    const { text, html } = await show('');
    expect(text).toContain('Compare 2 to 4 bots. Search for the first one below');
    expect(linksOf(html.slice(html.indexOf('<h1>')))['All bots']).toBe('/bots');
    expect((await show(`?bots=${idsOf(0)}`)).text).not.toContain('Search for the first');
  });

  test('offers bots that are similar to those of the comparison first, and names with the typed text', async () => {
    const { sql } = subject.services.db;
    const popular = subject.bot();
    const described = subject.bot();
    const [one = '', two = '', , alike = ''] = idsOf(0, 1, 2, 3);
    await sql`
      update bots set short_description = 'Jabberwocks, frabjous and mimsyish'
      where id in ${sql(idsOf(0, 1, 3, 4))}`;
    await sql`update bots set tags = '{economy}', name = 'Popular' where id = ${popular.id}`;
    await sql`update bots set tags = '{economy}', short_description = 'compared compared 3' where id = ${described.id}`;
    await sql`
      update bot_stats set vote_count = 1000000 where bot_id in (${popular.id}, ${described.id})`;
    const offeredBy = async (query: string) =>
      elementsOf((await show(query)).html)
        .map(({ attributes }) => attributes.href ?? '')
        .filter((path) => path.startsWith(`/compare?bots=${one},${two},`))
        .map((path) => path.split(',').at(-1));
    const offered = await offeredBy(`?bots=${one},${two}`);
    // Those that share rare words come before what is only popular.
    expect(offered).toEqual(expect.arrayContaining(idsOf(3, 4)));
    expect(offered).not.toContain(one);
    expect(new Set(offered).size).toBe(offered.length);
    const last = Math.max(...idsOf(3, 4).map((id) => offered.indexOf(id)));
    expect(offered.slice(0, last)).not.toContain(popular.id);
    const found = await offeredBy(`?bots=${one},${two}&q=Compared+3`);
    expect(found[0]).toBe(alike);
    expect(found.indexOf(described.id)).toBeGreaterThan(0);
  });

  test('suggests while somebody types, and each suggestion adds a bot that is not compared yet', async () => {
    const [one = '', two = '', other = ''] = idsOf(0, 1, 2);
    const typed = new URLSearchParams({ q: 'Compared', bots: `${one},${two}`, only: 'differences' });
    const { html } = await visit(subject.service, `/compare/suggestions?${typed}`);
    const paths = elementsOf(html).flatMap(({ attributes }) => attributes.href ?? []);
    // As from the checkboxes of a list; and what nobody compares is cut off.
    const many = Array.from({ length: 500 }, () => '"<b>').map((text, index) => `${text}${index}`);
    const boxes = new URLSearchParams([
      ['q', 'Compared'],
      ['bots', one],
      ['bots', two],
      ...many.map((id) => ['bots', id]),
    ]);
    const cut = await visit(subject.service, `/compare/suggestions?${boxes}`);
    expect(cut.html).toContain(`/compare?bots=${one},${two},`);
    expect(cut.html).not.toContain('<b>');
    expect(cut.html).not.toContain('b>99');
    expect(paths).toContain(`/compare?bots=${one},${two},${other}&only=differences`);
    for (const path of paths)
      expect(path).toMatch(new RegExp(`^/compare\\?bots=${one},${two},\\d+&only=differences$`));
    expect(paths.some((path) => path.includes(`,${one}&`) || path.endsWith(`,${two},${two}`))).toBe(false);
  });

  test.each<[string, () => string, number, string]>([
    ['an unknown bot', () => `${idsOf(0)},${newBotId()}`, 200, '1 bot was not found, or is not public.'],
    ['no number', () => `${idsOf(0)},nonsense,%00,<b>`, 200, '3 bots were not found, or are not public.'],
    ['only unknown bots', () => `${newBotId()},${newBotId()}`, 404, '2 bots were not found'],
    ['five bots', () => `${idsOf(0, 1, 2, 3, 4)}`, 200, 'You can compare at most 4 bots.'],
    ['a bot twice', () => `${idsOf(0, 0)}`, 200, 'Add another bot to compare it with this one.'],
    ['very many', () => Array.from({ length: 500 }, newBotId).join(), 404, 'at most 4 bots'],
  ])('with %s says what is missing, and shows the rest', async (_, query, status, problem) => {
    const page = await show(`?bots=${query()}`);
    expect(page.status).toBe(status);
    expect(elementsOf(page.html).find(({ attributes }) => attributes.role === 'status')?.text).toContain(
      problem,
    );
    expect(page.html.includes('<table')).toBe(status === 200);
  });

  test('shows no bot that is not public, not even to its owner', async () => {
    const hidden = subject.bot();
    await subject.services.db.sql`update bots set state = 'suspended' where id = ${hidden.id}`;
    const cookie = await subject.signIn(subject.ownerId);
    const page = await visit(subject.service, `/compare?bots=${hidden.id},${idsOf(0)}`, { cookie });
    expect(page.text).toContain('1 bot was not found, or is not public.');
    expect(page.html.match(/scope="col"/g)).toHaveLength(1);
  });

  test('costs hardly more statements for four bots than for one', async () => {
    const costOf = pageCosts(metricsPort);
    const cost = (...indexes: number[]) => costOf(() => show(`?bots=${idsOf(...indexes)}`));
    await cost(0);
    const one = await cost(0);
    expect(one).toBeGreaterThan(0);
    expect(await cost(0, 1, 2, 3)).toBeLessThanOrEqual(one + 6);
  });
});
