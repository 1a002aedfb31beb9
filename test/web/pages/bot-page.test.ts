import { describe, expect, test } from 'vitest';
import { startSession } from '../../../src/domain/identity/sessions.ts';
import { LINK_NAMES } from '../../../src/terms/listing-fields.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { INPUT } from '../../kit/listing-input.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const subject = useService(26);
const sql = () => subject.services.db.sql;
const NASTY = '</script><!--<script>alert(1)</script>"\\';

const dataOf = (html: string) =>
  elementsOf(html)
    .filter(({ attributes }) => attributes.type === 'application/ld+json')
    .map(({ text }) => JSON.parse(text));

describe('The page of a bot', () => {
  test('shows its facts and commands', async () => {
    const { id } = subject.bot();
    const commands = [{ name: 'weather', description: 'Tells the weather.' }];
    await sql()`
      update bots set name = 'Cloud Reader', short_description = 'Reads clouds.',
        long_description = '# First\n\n**Second** [here](https://cloud.example).', tags = '{weather,fun,utility}',
        languages = '{ja,en,de}', prefix = '%', support_url = 'https://cloud.example/support', invite_permissions = '8',
        commands = ${JSON.stringify(commands)}::text::jsonb where id = ${id}`;
    await sql()`
      update bot_stats set server_count = 1234567, vote_count = 4321, checked_in_at = '2026-01-31T12:00:00Z'
      where bot_id = ${id}`;
    const { status, headers, html, text } = await visit(subject.service, `/bot/${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain('<title>Cloud Reader · Orbit</title>');
    expect(html).toContain('<time datetime="2026-01-31T12:00:00.000Z"');
    expect(html).toContain(
      '<h2>First</h2>\n<p><strong>Second</strong> <a href="https://cloud.example" rel="nofollow ugc noopener">here</a>.</p>',
    );
    expect(linksOf(html).Support).toBe('https://cloud.example/support');
    expect(html).toContain('<a href="https://cloud.example/support" rel="nofollow ugc noopener">');
    expect(html).toContain(`client_id=${id}&amp;scope=bot+applications.commands&amp;permissions=8"`);
    for (const fact of [
      'Reads clouds.',
      'Fun',
      'Utility',
      'Languages English, German, Japanese',
      'Prefix %',
      'Made by S Sample Owner',
      '1,234,567',
      '4,321',
      '/weather',
      'Tells the weather.',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('of a bot that never reported says so beside an icon, and what that means', async () => {
    const { id } = subject.bot();
    await sql()`update bot_stats set server_count = null, checked_in_at = null where bot_id = ${id}`;
    await sql()`update bots set commands = '[]', languages = '{}' where id = ${id}`;
    const { text, html } = await visit(subject.service, `/bot/${id}`);
    expect(text).not.toContain('Languages');
    expect(text).toMatch(/Servers – /);
    expect(text).toContain(messages.bot.neverReportedMeaning);
    expect(html).toMatch(/<svg class="icon" [^>]+><path [^>]+>.*?<\/svg> No stats yet/);
    expect(text).toContain('has not published its commands');
  });

  test('tells machines what it is: address, picture, and a description that nothing breaks out of', async () => {
    const { id } = subject.bot();
    await sql()`update bots set name = ${NASTY}, short_description = ${NASTY} where id = ${id}`;
    const { html } = await visit(subject.service, `/bot/${id}`);
    const [data, ...others] = dataOf(html);
    expect(others).toEqual([]);
    const [bot, way] = data['@graph'];
    expect(bot).toMatchObject({ '@type': 'SoftwareApplication', name: NASTY, description: NASTY });
    expect(way.itemListElement.at(-1)).toMatchObject({ name: NASTY });
    const elements = elementsOf(html);
    const canonical = elements.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href;
    expect(canonical).toMatch(new RegExp(`^https?://[^/]+/bot/${id}$`));
    const meta = (property: string) =>
      elements.find(({ attributes }) => attributes.property === property)?.attributes.content;
    expect(meta('og:title')).toBe(NASTY);
    expect(meta('og:description')).toBe(NASTY);
    expect(meta('og:url')).toBe(canonical);
    expect(meta('og:image')).toBe(`${canonical}/card.png?v=1`);
    expect(elements.filter(({ name }) => name === 'script')).toHaveLength(3);
  });

  test('shows votes and server counts of the last 30 days as drawings and as tables', async () => {
    const bot = subject.bot();
    const today = new Date().toISOString().slice(0, 10);
    await sql()`insert into daily_votes (bot_id, day, votes) values (${bot.id}, ${today}, 12), (${bot.id}, ${today}::date - 3, 30)`;
    await subject.ask('POST', bot, 'stats', { server_count: 98_765 });
    const { html, text } = await visit(subject.service, `/bot/${bot.id}`);
    expect(text).toContain('42 votes in 30 days · best day: 30');
    expect(text).toMatch(/From [\d,]+ to 98,765 servers\./);
    const elements = elementsOf(html);
    const figures = elements.filter(({ name }) => name === 'figure');
    expect(figures).toHaveLength(2);
    // The lines of the scale come first.
    const drawn = (kind: string) => {
      const chart = new RegExp(`data-kind="${kind}"[\\s\\S]*?</svg>`).exec(html)?.[0] ?? '';
      return elementsOf(chart).findLast(({ name }) => name === 'path')?.attributes.d ?? '';
    };
    expect(drawn('bars').match(/Z/g)).toHaveLength(2);
    expect(drawn('line')).toMatch(/L300,1\.2$/);
    expect(elements.filter(({ name }) => name === 'tr')).toHaveLength(62);
    expect(elements.find(({ name }) => name === 'tbody')?.text).toMatch(/^\w+ \d+12/);
    const days = elements.filter(({ name, attributes }) => name === 'time' && 'data-day' in attributes);
    expect(days.at(-1)?.attributes.datetime).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(days).toHaveLength(66);
  });

  test('leads to every link that its owner has given', async () => {
    const { id } = await given(subject.services).listing().approved();
    const links = Object.values(linksOf((await visit(subject.service, `/bot/${id}`)).html));
    const urls = LINK_NAMES.map((name) => INPUT[name]);
    expect(links).toEqual(expect.arrayContaining(urls));
  });

  test('of a bot without votes and reports has no charts', async () => {
    const { id } = subject.bot();
    await sql()`delete from daily_server_counts where bot_id = ${id}`;
    const { text, html } = await visit(subject.service, `/bot/${id}`);
    expect(text).not.toContain('Last 30 days');
    expect(html).not.toContain('data-kind=');
    expect(html).not.toMatch(/NaN|undefined|null/);
  });

  test('leads to votes, invite, report, tags and owners, and for owners to the form for edits', async () => {
    const { id } = subject.bot();
    await sql()`update bots set name = 'Wegweiser', tags = '{music}' where id = ${id}`;
    const links = linksOf((await visit(subject.service, `/bot/${id}`)).html);
    expect(links).toMatchObject({
      'Vote – Wegweiser': `/sign-in?return=%2Fbot%2F${id}%2Fvote`,
      'Report – Wegweiser': `/bot/${id}/report`,
      Music: '/tag/music',
      'Sign in': `/sign-in?return=%2Fbot%2F${id}`,
    });
    expect(Object.values(links)).toContain(`/user/${subject.ownerId}`);
    expect(links['Edit this listing']).toBeUndefined();
    const cookies = [await subject.signIn(subject.ownerId), await subject.signIn()];
    const [own, strange] = await Promise.all(
      cookies.map(async (cookie) => linksOf((await visit(subject.service, `/bot/${id}`, { cookie })).html)),
    );
    expect(own?.['Edit this listing']).toBe(`/bot/${id}/edit`);
    expect(strange?.['Edit this listing']).toBeUndefined();
    await sql()`update users set name = 'Sample Owner' where id = ${subject.ownerId}`;
  });

  test('leads moderators to their queue, and nobody else', async () => {
    const { id } = subject.bot();
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    // A count of what waits may stand in the link.
    const queue = async () =>
      Object.values(linksOf((await visit(subject.service, `/bot/${id}`, { cookie })).html)).find(
        (path) => path === '/moderation',
      );
    expect(await queue()).toBeUndefined();
    await sql()`update users set role = 'moderator' where id = ${userId}`;
    expect(await queue()).toBe('/moderation');
  });

  test('shows all commands, and a search of many for browsers that run scripts, which moves nothing when it works', async () => {
    const { id } = subject.bot();
    const commands = Array.from({ length: 30 }, (_, index) => ({
      name: `do${index}`,
      description: 'It does.',
    }));
    await sql()`update bots set commands = ${JSON.stringify(commands)}::text::jsonb where id = ${id}`;
    const { html } = await visit(subject.service, `/bot/${id}`);
    const elements = elementsOf(html);
    const list = elements.find(({ attributes }) => attributes.id === 'command-list');
    for (const { name } of commands) expect(list?.text).toContain(`/${name}`);
    const ofScripts = elements.filter(({ attributes }) => attributes.class === 'filter');
    expect(ofScripts).toHaveLength(1);
    for (const { attributes } of ofScripts) expect(attributes).not.toHaveProperty('hidden');
    const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    const sheets = await Promise.all(styles.map((href) => visit(subject.service, href)));
    expect(sheets.map((sheet) => sheet.html).join('')).toMatch(
      /@media ?\(scripting: ?none\) ?\{[^{]*\.filter[^{]*\{display: ?none/,
    );
  });

  test('has landmarks, one first heading, no level of headings left out, and a name for every field', async () => {
    const { id } = subject.bot();
    for (const path of [
      '/',
      `/bot/${id}`,
      `/bot/${id}/vote`,
      `/bot/${id}/report`,
      `/user/${subject.ownerId}`,
      '/x',
    ]) {
      const { html } = await visit(subject.service, path, {
        cookie: await subject.signIn(),
      });
      const elements = elementsOf(html);
      const names = elements.map(({ name }) => name);
      for (const landmark of ['header', 'nav', 'main', 'footer']) expect(names).toContain(landmark);
      const levels = names.filter((name) => /^h[1-6]$/.test(name)).map((name) => Number(name[1]));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels[0]).toBe(1);
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThan(2);
      const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { name, attributes } of elements) {
        if (name === 'img') expect(attributes).toHaveProperty('alt');
        if (name === 'img') expect(Number(attributes.width) * Number(attributes.height)).toBeGreaterThan(0);
        if (name === 'textarea' && attributes.id)
          expect(elements.some((label) => label.attributes.for === attributes.id)).toBe(true);
      }
    }
  });
});

test('A name that is written from right to left stands apart from the text around it', async () => {
  const { id } = subject.bot();
  const [userId, name] = [newUserId(), 'עברית (1)'];
  const cookie = `session=${await startSession(subject.services, { id: userId, name })}`;
  await sql()`update bots set name = ${name} where id = ${id}`;
  await sql()`
    insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at) values (${id}, ${userId}, true, now())`;
  const isolated = async (path: string) => {
    const { status, html } = await visit(subject.service, path, { cookie });
    expect(status).toBe(200);
    return elementsOf(html).filter((element) => element.name === 'bdi' && element.text === name).length;
  };
  // Everywhere in the header and its menu. Then the heading, the five buttons and among the owners; the heading and the
  // way back; the heading and the card.
  expect(await isolated(`/bot/${id}`)).toBe(10);
  expect(await isolated(`/bot/${id}/vote`)).toBe(4);
  expect(await isolated(`/bot/${id}/report`)).toBe(4);
  expect(await isolated(`/user/${userId}`)).toBe(4);
  expect(await isolated(`/bot/${id}/edit`)).toBe(3);
});

describe('The form for reports', () => {
  const reportsOf = (id: string) =>
    sql()<{ category: string; text: string }[]>`select category, text from reports where bot_id = ${id}`;

  test('tells strangers to sign in, and takes nothing from them', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/report`;
    expect(linksOf((await visit(subject.service, path)).html)['Sign in to report']).toBe(
      `/sign-in?return=${path}`,
    );
    await visit(subject.service, path, { form: { category: 'SPAM', text: 'It sends spam.' } });
    expect(await reportsOf(id)).toHaveLength(0);
  });

  test('takes one report of a user, and says so of a second', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/report`;
    const cookie = await subject.signIn();
    const form = { category: 'SPAM', text: 'It sends <b>spam</b>.' };
    const done = await visit(subject.service, path, { cookie, form });
    // Loading the page of thanks again sends nothing.
    expect([done.status, done.headers.get('location')]).toEqual([303, `${path}?sent`]);
    const thanks = await visit(subject.service, `${path}?sent`, { cookie });
    expect([thanks.status, thanks.text.includes('A moderator will review your report.')]).toEqual([
      200,
      true,
    ]);
    expect([...(await reportsOf(id))]).toEqual([{ category: 'spam', text: form.text }]);
    const again = await visit(subject.service, path, { cookie, form });
    expect([again.status, again.text.includes('You have already reported this bot')]).toEqual([409, true]);
    expect(await reportsOf(id)).toHaveLength(1);
  });

  test.each([
    [{ category: 'SPAM', text: 'short' }, 400],
    [{ category: 'NONSENSE', text: 'It sends spam.' }, 400],
    [{ category: 'toString', text: 'It sends spam.' }, 400],
    [{ text: 'It sends spam.' } as Record<string, string>, 400],
  ])('keeps what was written when it is refused: %o', async (form, status) => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    const refused = await visit(subject.service, `/bot/${id}/report`, { cookie, form });
    expect(refused.status).toBe(status);
    const elements = elementsOf(refused.html);
    expect(elements.some(({ attributes }) => attributes.role === 'alert')).toBe(true);
    expect(elements.find(({ name }) => name === 'textarea')?.text).toBe(form.text);
    expect(await reportsOf(id)).toHaveLength(0);
  });

  test('keeps what was written when the session has ended, to be sent after signing in elsewhere', async () => {
    const { id } = subject.bot();
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    const path = `/bot/${id}/report`;
    const form = { category: 'SPAM', text: 'It writes to "everybody" <daily>.' };
    await visit(subject.service, '/sign-out', { cookie, form: {} });

    const { status, text, html } = await visit(subject.service, path, { cookie, form });
    expect(status).toBe(401);
    expect(text).toContain('nothing was sent');
    const elements = elementsOf(html);
    const link = elements.find(({ attributes }) => attributes.target === '_blank');
    expect(link?.attributes.href).toMatch(/^\/sign-in/);
    expect(elements.find(({ name }) => name === 'textarea')?.text).toBe(form.text);
    expect(elements.find(({ attributes }) => 'checked' in attributes)?.attributes.value).toBe('SPAM');
    expect(await reportsOf(id)).toHaveLength(0);

    const again = { cookie: await subject.signIn(userId), form };
    expect((await visit(subject.service, path, again)).status).toBe(303);
    expect(await reportsOf(id)).toHaveLength(1);
  });

  test('calls what is wrong with it by no name of a field', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    const form = { category: 'SPAM', text: 'short' };
    const { text } = await visit(subject.service, `/bot/${id}/report`, { cookie, form });
    expect(text).toContain('The description of what happened must be 10 to 1,000 characters long.');
  });

  test('is refused to owners, and from other sites', async () => {
    const { id } = subject.bot();
    const form = { category: 'SPAM', text: 'It sends spam.' };
    const cookie = await subject.signIn(subject.ownerId);
    expect((await visit(subject.service, `/bot/${id}/report`, { cookie, form })).status).toBe(403);
    const headers = { origin: 'https://evil.example' };
    const other = await subject.signIn();
    expect((await visit(subject.service, `/bot/${id}/report`, { cookie: other, form, headers })).status).toBe(
      403,
    );
    expect(await reportsOf(id)).toHaveLength(0);
  });
});

describe('What one decides by', () => {
  test('stands before the long text: permissions, owners, languages', async () => {
    const [asking, humble] = [subject.bot(), subject.bot()];
    await sql()`update bots set invite_permissions = '2056', languages = '{de}' where id = ${asking.id}`;
    await sql()`update bots set invite_permissions = '0', languages = '{}' where id = ${humble.id}`;
    const { html, text } = await visit(subject.service, `/bot/${asking.id}`);
    expect(text).toMatch(/2 permissions, 1 sensitive Made by [\w ]+ Languages German .*About/);
    expect(linksOf(html)['2 permissions, 1 sensitive']).toBe('#permissions');
    const other = await visit(subject.service, `/bot/${humble.id}`);
    expect(other.text).toMatch(/The bot asks for no permissions\. Made by [\w ]+ .*About/);
  });

  test('is not far above the commands: a phone folds a long text, all of which is in the page', async () => {
    const [long, short] = [subject.bot(), subject.bot()];
    const text = `${'Many words. '.repeat(100)} The end.`;
    await sql()`update bots set long_description = ${text} where id = ${long.id}`;
    await sql()`update bots set long_description = 'Few words.' where id = ${short.id}`;
    expect((await visit(subject.service, `/bot/${long.id}`)).text).toMatch(/The end\. Read more Show less/);
    expect((await visit(subject.service, `/bot/${short.id}`)).text).not.toContain('Read more');
  });

  test('is whether a website names the owner: the pages of bot and owner say which, and nothing where none does', async () => {
    const [named, unnamed] = [subject.bot(), subject.bot()];
    expect((await visit(subject.service, `/user/${subject.ownerId}`)).text).not.toContain('erified by');
    expect((await visit(subject.service, `/bot/${unnamed.id}`)).text).not.toMatch(/verified/i);
    await sql()`update bots set website_url = 'https://clouds.example/' where id = ${named.id}`;
    await sql()`
      update bot_owners set site_url = 'https://clouds.example/', site_method = 'dns', site_confirmed_at = now()
      where bot_id = ${named.id}`;
    for (const path of [`/bot/${named.id}`, `/user/${subject.ownerId}`]) {
      const { text } = await visit(subject.service, path);
      expect(text).toContain('Verified by clouds.example (an entry in its DNS)');
    }
  });
});
