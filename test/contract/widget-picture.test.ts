import { describe, expect, test } from 'vitest';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const subject = useService(60);

async function picture(bot: Bot, query = ''): Promise<string> {
  const answer = await subject.service.call('GET', `/widget/${bot.id}.svg${query}`);
  expect(answer.status).toBe(200);
  return String(answer.body.text);
}

async function pictureNamed(name: string): Promise<string> {
  const bot = subject.bot();
  await subject.services.db.sql`update bots set name = ${name} where id = ${bot.id}`;
  return picture(bot);
}

const readXml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const titleOf = (svg: string) => present(/<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1]);
const nameOf = (svg: string) => present(/<text [^>]*isolate[^>]*>([^<]*)<\/text>/.exec(svg)?.[1]);

/** Tags that nest, and nothing between them that would begin another tag or an unknown entity. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const text = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_, closes: string, name: string, _attributes: string, isEmpty: string) => {
      if (closes) expect(open.pop()).toBe(name);
      else if (!isEmpty) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(text).not.toMatch(/[<>]/);
  expect(text).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
}

describe('The picture of a bot', () => {
  test.each([
    ['of 1 character', 'x'],
    ['of 24 characters', 'n'.repeat(24)],
    ['with every character that XML reads', `<>&"'`],
    ['like a closing tag', '</text></svg><script>'],
    ['like an entity', '&amp;&#60;&nbsp;'],
    ['like a comment', '<!-- x --> ]]>'],
    ['from right to left', 'בוט مرحبا'],
    ['of emoji', '🦊👨‍👩‍👧‍👦🏳️‍🌈'],
    ['of combined characters', 'e\u0301n\u0303'],
  ])('is well-formed and shows a name %s in full', async (_, name) => {
    const svg = await pictureNamed(name);
    expectWellFormed(svg);
    expect(readXml(nameOf(svg))).toBe(name);
    expect(readXml(titleOf(svg)).startsWith(`${name}: `)).toBe(true);
  });

  test('has none of the five characters that XML reads as it is in a name', async () => {
    const svg = await pictureNamed(`<>&"'`);
    expect(nameOf(svg)).toMatch(/^&lt;&gt;&amp;&quot;&(#39|apos);$/);
    expect(titleOf(svg)).toMatch(/^&lt;&gt;&amp;&quot;&(#39|apos);: /);
  });

  test.each([
    ['100 letters', 'n'.repeat(100)],
    ['100 emoji', '🦊'.repeat(100)],
    // Each has two code points.
    ['50 flags', '🇩🇪'.repeat(50)],
    ['100 right-to-left letters', 'ש'.repeat(100)],
    ['100 characters that XML reads', '&'.repeat(100)],
  ])('is well-formed with a name of %s, cut between characters and whole in the title', async (_, name) => {
    const svg = await pictureNamed(name);
    expectWellFormed(svg);
    const shown = readXml(nameOf(svg));
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThan(name.length);
    const first = present([...new Intl.Segmenter('en').segment(name)][0]).segment;
    expect(shown.slice(0, -1).replaceAll(first, '')).toBe('');
    expect(readXml(titleOf(svg)).startsWith(`${name}: `)).toBe(true);
  });

  test('is well-formed with control characters, which XML cannot hold', async () => {
    const svg = await pictureNamed('a\u0001b\u001b\u000bc\ufffe');
    expectWellFormed(svg);
    expect(nameOf(svg)).toBe('abc');
  });

  const sizeOf = (svg: string) => Number(/<text [^>]*font-size="([\d.]+)"[^>]*isolate/.exec(svg)?.[1]);
  test('writes a short name large and a long one smaller, before it cuts any', async () => {
    const [short, long, cut] = [
      await pictureNamed('Fox'),
      await pictureNamed('n'.repeat(24)),
      await pictureNamed('n'.repeat(100)),
    ];
    expect(sizeOf(short)).toBeGreaterThan(sizeOf(long));
    expect(sizeOf(long)).toBeGreaterThanOrEqual(sizeOf(cut));
  });

  test('shows less of a name of wide characters than of one of narrow ones', async () => {
    const lengths = [];
    for (const character of ['i', 'n', 'W', 'Щ']) {
      lengths.push([...nameOf(await pictureNamed(character.repeat(100)))].length);
    }
    expect(lengths).toEqual([...lengths].sort((left, right) => right - left));
    expect(new Set(lengths).size).toBe(4);
    expect([...nameOf(await pictureNamed('機'.repeat(100)))].length).toBeLessThan(lengths[1] ?? 0);
  });

  test('counts marks on a character as no width', async () => {
    const bare = nameOf(await pictureNamed('n'.repeat(50)));
    const marked = nameOf(await pictureNamed('n\u0303'.repeat(50)));
    expect(marked.replaceAll('\u0303', '')).toBe(bare);
  });

  test.each([
    ['from right to left, of a Hebrew name', 'בוט Music', 'rtl'],
    ['from right to left, of an Arabic name after signs', '🎵 (1) بوت', 'rtl'],
    ['from left to right, of a Latin name', 'Music בוט', 'ltr'],
    ['from left to right, of a name without letters', '🦊 1', 'ltr'],
  ])('sets the direction %s', async (_, name, direction) => {
    expect(await pictureNamed(name)).toMatch(new RegExp(`<text [^>]*isolate[^>]* direction="${direction}"`));
  });

  test.each([
    [null, 0, 'servers not reported, 0 votes'],
    [1, 1, '1 server, 1 vote'],
    [2_147_483_647, 1234, '2,147,483,647 servers, 1,234 votes'],
  ])('tells exact numbers in its title: %s servers, %d votes', async (servers, votes, told) => {
    const bot = subject.bot();
    await subject.services.db.sql`
      update bot_stats set server_count = ${servers}, vote_count = ${votes} where bot_id = ${bot.id}`;
    expect(titleOf(await picture(bot)).endsWith(`: ${told}`)).toBe(true);
  });

  test('fetches nothing and runs nothing', async () => {
    const svg = await picture(subject.bot());
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href|url\((?!#)|<script|\son\w+=/i,
    );
  });

  test('has a light and a dark form, light where nothing known is asked for', async () => {
    const bot = subject.bot();
    const light = await picture(bot, '?theme=light');
    const dark = await picture(bot, '?theme=dark');
    expectWellFormed(dark);
    expect(dark).not.toBe(light);
    expect(titleOf(dark)).toBe(titleOf(light));
    for (const query of ['', '?theme=', '?theme=blue', '?theme=DARK', '?other=dark', '?theme=%22%3E']) {
      expect(await picture(bot, query)).toBe(light);
    }
  });

  test('shows the number that the bot reported', async () => {
    const bot = subject.bot();
    await subject.ask('POST', bot, 'stats', { server_count: 417 });
    expect(await picture(bot)).toContain('>417<');
  });

  test.each([0, 999, 1000, 2_147_483_647])('is well-formed with %d servers', async (count) => {
    const bot = subject.bot();
    await subject.ask('POST', bot, 'stats', { server_count: count });
    expectWellFormed(await picture(bot));
  });
});
