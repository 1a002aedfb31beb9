import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_PLAIN_BYTES } from '../../../src/http/message/compression.ts';
import { routes } from '../../../src/rest/routes.ts';
import { SAMPLE_BOT } from '../../../src/web/docs/docs-page.tsx';
import { codeOf } from '../../docs/shown-code.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const PUBLIC_URL = 'https://bots.example.org';
// Somewhere to sign in: nobody is asked there.
const subject = useService(25, {
  PUBLIC_URL,
  OAUTH_CLIENT_ID: '1000',
  OAUTH_CLIENT_SECRET: 'secret',
});
const LIBRARIES = ['/docs/discord-js', '/docs/discord-py', '/docs/jda', '/docs/serenity'];
const PAGES = [
  '/docs',
  '/docs/api',
  '/docs/listing',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/changes',
  ...LIBRARIES,
];
const shown = (path: string) => visit(subject.service, path);

interface Wrong {
  readonly body?: object;
  readonly token?: string;
  readonly id?: string;
}

describe.each(PAGES)('The page %s', (path) => {
  test('may load and run only what is of this site, and has neither styles nor scripts in place', async () => {
    const { status, headers, html } = await shown(path);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|blob:|(?<!img-src 'self' )data:/);
    expect(html).not.toMatch(
      /<style|\sstyle=|\son\w+=|<script(?! type="application\/ld\+json"|[^>]* src="\/(docs\/)?assets\/)/i,
    );
    const tags = (html.match(/<[^>]+>/g) ?? []).join('');
    const urls = [...tags.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, url]) => url ?? '');
    const own = urls.map((url) => url.replace(PUBLIC_URL, ''));
    expect(own.filter((url) => !/^[/#](?!\/)/.test(url))).toEqual([]);
  });

  test('has the same header as all others: for strangers a sign-in, for moderators name and queue, in no shared cache', async () => {
    expect((await shown(path)).html).toContain(`href="/sign-in?${new URLSearchParams({ return: path })}"`);
    const moderator = await given(subject.services).moderator();
    const cookie = `__Host-${await subject.signIn(moderator)}`;
    const { headers, html, text } = await visit(subject.service, path, { cookie });
    expect(text).toContain('Tester');
    expect(headers.get('cache-control')).toContain('private');
    expect(html).toContain('href="/moderation"');
    expect(html).not.toContain('href="/sign-in');
  });

  test('links to nothing that is not there', async () => {
    const { html } = await shown(path);
    const links = new Set([...html.matchAll(/(?:src|href)="([/#][^"]*)"/g)].map(([, link]) => link ?? ''));
    for (const link of links) {
      const [address = '', fragment] = link.split('#');
      const target =
        address === ''
          ? { status: 200, html }
          : await visit(subject.service, address, { headers: { accept: 'text/html' } });
      // Whoever is not signed in is sent to sign in there.
      expect([link, target.status]).toEqual([link, link === '/submit' ? 303 : 200]);
      if (fragment !== undefined) expect(target.html).toContain(`id="${fragment}"`);
    }
  });

  test('has an id for one element only', async () => {
    const { html } = await shown(path);
    const ids = [...html.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('is only read', async () => {
    const { origin } = new URL(subject.service.url);
    const answer = await visit(subject.service, path, { form: {}, headers: { origin } });
    expect(answer.status).not.toBe(200);
  });
});

test.each([
  ['stats', 'POST', { server_count: 1 }],
  ['commands', 'PUT', { commands: [] }],
  ['check', 'GET', undefined],
  ['votes', 'GET', undefined],
])('The limit that is told of %s is the one that holds', async (endpoint, method, body) => {
  const { headers } = await subject.ask(method, subject.bot(), `${endpoint}?userId=${newUserId()}`, body);
  const { html } = await shown('/docs');
  const row = new RegExp(`<td><code>${method} /api/v1/bots/{id}/${endpoint}</code></td><td>(\\d+)</td>`);
  const [, perMinute] = present(row.exec(html));
  expect(headers.get('ratelimit-policy')).toBe(`"${endpoint}";q=${perMinute};w=60`);
});

test.each(['HTML', 'Markdown'])(
  'The code in %s for embedding a widget leads to a picture and to the page of the bot',
  async (kind) => {
    const code = present(codeOf((await shown('/docs')).html, `widget-${kind.toLowerCase()}`));
    const bot = subject.bot();
    const urls = code.replaceAll(SAMPLE_BOT, bot.id).match(/https:[^\s")]+/g) ?? [];
    const types = [];
    for (const url of urls) {
      const { status, headers } = await shown(url.replace(PUBLIC_URL, ''));
      expect([url, status]).toEqual([url, 200]);
      types.push(headers.get('content-type')?.split(';')[0]);
    }
    expect([...new Set(types)].sort()).toEqual(['image/svg+xml', 'text/html']);
  },
);

test('The reference lists every operation for readers without scripts, and says what they miss', async () => {
  const { html, text } = await shown('/docs/api');
  expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>/s);
  for (const { method, path, docs } of routes) {
    expect(text).toContain(`${method} ${path}`);
    expect(text).toContain(docs.summary);
  }
  expect(text).not.toContain('undefined');
});

test('The reference as Markdown has each operation with its parameters, members, responses and an example', async () => {
  const { status, html: text } = await shown('/docs/api.md');
  expect(status).toBe(200);
  const sections = text.split('\n## ').slice(1);
  expect(sections).toHaveLength(routes.length);
  for (const [index, { method, path, docs }] of routes.entries()) {
    const section = present(sections[index]);
    expect(section).toContain(`\`${method} ${path}\``);
    for (const { name } of docs.parameters ?? []) expect(section).toContain(`| \`${name}\` `);
    for (const name of Object.keys(docs.request?.properties ?? {}))
      expect(section).toContain(`| \`${name}\` `);
    for (const code of [200, ...docs.failures]) expect(section).toContain(`- **${code}**\n  `);
    expect(section).toMatch(/```bash\n(?:# .*\n)?curl /);
    expect(section.includes('```json\n')).toBe(docs.contentType === undefined);
  }
  expect(text).not.toContain('undefined');
});

test.each(PAGES)(
  'As Markdown %s has the examples of the page, each with the name of its language',
  async (path) => {
    const { html } = await shown(path);
    const { headers, html: text } = await shown(`${path}.md`);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const fences = text.match(/^ *```\w*$/gm) ?? [];
    const begun = fences.filter((_, index) => index % 2 === 0).map((fence) => fence.trim());
    const article = html.replaceAll(/<details class="try-form".*?<\/details>/gs, '');
    expect(begun).toHaveLength(article.match(/<pre /g)?.length ?? 0);
    expect(begun.filter((fence) => !/^```\w/.test(fence))).toEqual([]);
    for (const control of ['LanguagecurlJava', 'LanguageTypeScript', 'Copy\n', 'Try it'])
      expect(text).not.toContain(control);
  },
);

test.each([
  ['TypeScript', 'typescript/receiver.ts'],
  ['Python', 'python/receiver.py'],
  ['Go', 'go/receiver.go'],
])('The receiver that is shown in %s is the one that is tested', async (language, file) => {
  const code = codeOf((await shown('/docs/webhooks')).html, `receiver-${language.toLowerCase()}`);
  const path = join(import.meta.dirname, '../../../examples/receivers', file);
  expect(code).toBe((await readFile(path, 'utf8')).trimEnd());
});

test.each([
  ['discord-js', 'BOT_ID, BOT_TOKEN, WEBHOOK_SECRET, PORT, DISCORD_TOKEN'],
  ['discord-py', 'WEBHOOK_SECRET, BOT_ID, BOT_TOKEN, PORT, DISCORD_TOKEN'],
  ['jda', 'BOT_ID, BOT_TOKEN, DISCORD_TOKEN'],
  ['serenity', 'BOT_ID, BOT_TOKEN, DISCORD_TOKEN'],
])('The page about %s names each variable that its programs read', async (slug, names) => {
  expect((await shown(`/docs/${slug}`)).text).toContain(
    `Set ${names.replaceAll(', ', ' , ')} in the environment.`,
  );
});

test('Every page links to all others and to its own sections, and marks itself', async () => {
  for (const path of PAGES) {
    const { html } = await shown(path);
    const [, navigation = ''] = present(/<nav class="contents[^"]*"[^>]*>(.*?)<\/nav>/s.exec(html));
    const links = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    const [pages, sections] = [
      links.filter((link) => !link.startsWith('#')),
      links.filter((link) => link.startsWith('#')),
    ];
    expect(pages.toSorted()).toEqual(PAGES.toSorted());
    const [, article = ''] = present(/<article(.*)<\/article>/s.exec(html));
    const headings = [...article.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => `#${id}`);
    expect(sections).toEqual(headings);
    expect(headings.length).toBeGreaterThan(0);
    expect(/href="([^"]+)" aria-current="page"/.exec(navigation)?.[1]).toBe(path);
  }
});

describe('The bot in the examples', () => {
  const exampleBots = (html: string) =>
    [codeOf(html, 'settings'), codeOf(html, 'widget-markdown')].join('\n');

  test('is a made-up one for strangers', async () => {
    const { html } = await shown('/docs');
    expect(exampleBots(html)).toContain(`BOT_ID=${SAMPLE_BOT}`);
    expect(html).not.toContain('class="own-bot');
  });

  test('is the owner’s, and the one of several that they choose; one of somebody else is not taken', async () => {
    const { service } = subject;
    const [one, other] = [subject.bot(), subject.bot()];
    const foreign = await given(service.services).listing().approved();
    const cookie = `__Host-${await service.signIn(subject.ownerId)}`;
    const exampleOf = async (query: string) =>
      exampleBots((await visit(service, `/docs${query}`, { cookie })).html);
    const unchosen = await exampleOf('');
    expect(unchosen).not.toContain(SAMPLE_BOT);
    expect(await exampleOf(`?bot=${one.id}`)).toContain(`BOT_ID=${one.id}`);
    expect(await exampleOf(`?bot=${other.id}`)).toContain(`/bot/${other.id})`);
    for (const not of [foreign.id, '%3Cscript%3E', '']) expect(await exampleOf(`?bot=${not}`)).toBe(unchosen);
  });

  test('is one that is listed where strangers can try the operations out', async () => {
    const { html } = await shown('/docs/api');
    const [, id] = present(/name="id"[^>]* value="(\d+)"/.exec(html));
    expect((await subject.service.call('GET', `/widget/${id}`)).status).toBe(200);
  });
});

test.each([
  ['400', { body: { server_count: '1234' } }],
  ['401', { token: 'unknown' }],
  ['404', { id: SAMPLE_BOT }],
])('The answer with the status %s is the one that a bot gets', async (status, { body, token, id }: Wrong) => {
  const { html } = await shown('/docs/errors');
  const bot = subject.bot();
  const answer = await subject.ask(
    'POST',
    { ...bot, token: token ?? bot.token, id: id ?? bot.id },
    'stats',
    body ?? { server_count: 1 },
  );
  expect(answer.status).toBe(Number(status));
  expect(JSON.parse(present(codeOf(html, `status-${status}-example`)))).toEqual(answer.body);
});

test('The answer of a request too many is the one that a bot gets', async () => {
  const { html } = await shown('/docs/errors');
  const bot = subject.bot();
  let answer = await subject.ask('PUT', bot, 'commands', { commands: [] });
  while (answer.status === 200) answer = await subject.ask('PUT', bot, 'commands', { commands: [] });
  const example = JSON.parse(present(codeOf(html, 'status-429-example'))) as object;
  expect({ ...example, retryAfter: 0 }).toEqual({ ...answer.body, retryAfter: 0 });
});

test.each([
  ['stats', 'POST', { server_count: 1234 }],
  ['commands', 'PUT', { commands: [{ name: 'ping', description: 'Answers with pong.' }] }],
  ['check', 'GET', undefined],
  ['votes', 'GET', undefined],
])('The answer that is shown beside %s has the members of a real one', async (endpoint, method, body) => {
  const bot = subject.bot();
  const userId = newUserId();
  await subject.addVote(bot, userId, new Date(Date.now() - 60_000));
  const { body: real } = await subject.ask(method, bot, `${endpoint}?userId=${userId}`, body);
  const example = JSON.parse(present(codeOf((await shown('/docs')).html, `${endpoint}-answer`))) as object;
  const shapeOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shapeOf)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
        : typeof value;
  expect(shapeOf(example)).toEqual(shapeOf(real));
});

describe('The files of the reference', () => {
  test.each([
    ['reference.js', 'text/javascript; charset=utf-8'],
    ['docs.css', 'text/css; charset=utf-8'],
    ['docs.js', 'text/javascript; charset=utf-8'],
  ])('come as what they are, in each coding that is taken and in no other: %s', async (name, type) => {
    const ask = (encoding: string) =>
      fetch(`${subject.service.url}/docs/assets/${name}`, { headers: { 'accept-encoding': encoding } });
    const text = await (await ask('br')).text();
    expect(text.length).toBeGreaterThan(100);
    const isLarge = text.length > MAX_PLAIN_BYTES;
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0', null],
      ['identity', null],
    ] as const) {
      const answer = await ask(accepted);
      const { headers, status } = answer;
      expect([status, headers.get('vary')]).toEqual([isLarge && !coding ? 406 : 200, 'accept-encoding']);
      if (status === 406) continue;
      expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([type, coding]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.text()).toBe(text);
    }
  });

  test.each(['', 'routes.ts', '..%2froutes.ts', '__proto__', 'constructor', 'package.json'])(
    'are no others: %o',
    async (name) => {
      expect((await shown(`/docs/assets/${name}`)).status).toBe(404);
    },
  );
});
