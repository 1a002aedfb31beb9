import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const german = { headers: { 'accept-language': 'de' } };
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with these files. */
function folderOf(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}

describe('Without a folder', () => {
  const subject = useService(1, { SITE_NAME: 'Botany & Co' });

  test.each([
    ['/about', 'About Botany & Co', 'Über Botany & Co'],
    ['/review', 'How we review', 'So prüfen wir'],
  ])('%s is there in both languages, and names the platform and the site', async (path, english, deutsch) => {
    for (const [title, asked, language] of [
      [english, {}, 'en'],
      [deutsch, german, 'de'],
    ] as const) {
      const { status, html, text } = await visit(subject.service, path, asked);
      expect(status).toBe(200);
      expect(text).toContain('Discord');
      expect(text).toContain('Botany & Co');
      expect(text).not.toContain('{');
      const elements = elementsOf(html);
      expect(elements.filter(({ name }) => name === 'h1').map((heading) => heading.text)).toEqual([title]);
      expect(elements.find(({ name }) => name === 'title')?.text).toBe(`${title} · Botany & Co`);
      expect(elements.find(({ name }) => name === 'html')?.attributes.lang).toBe(language);
    }
  });

  test('each page links to both, and to no page that is not there', async () => {
    const links = linksOf((await visit(subject.service, '/bots')).html);
    expect(links).toMatchObject({ About: '/about', 'How we review': '/review', 'How we rank': '/ranking' });
    for (const title of ['Privacy', 'Terms', 'Contact', 'Imprint']) expect(links).not.toHaveProperty(title);
    for (const path of ['/privacy', '/terms', '/contact', '/imprint'])
      expect((await visit(subject.service, path)).status).toBe(404);
  });

  test('all links in the texts lead to pages', async () => {
    for (const path of ['/about', '/review', '/ranking']) {
      for (const href of Object.values(linksOf((await visit(subject.service, path)).html)))
        expect((await visit(subject.service, href)).status, href).toBeLessThan(400);
    }
  });

  test('strangers share a page, and a member gets it with their name', async () => {
    const stranger = await visit(subject.service, '/about');
    expect(stranger.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
    const cookie = await subject.signIn(newUserId(), 'Mallory Member');
    const member = await visit(subject.service, '/about', { cookie });
    expect(member.html).toContain('Mallory Member');
    expect(member.headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('With the files of the operators', () => {
  let service: TestService;
  beforeAll(async () => {
    const path = folderOf('theirs', {
      'about.md': '\uFEFF# Who *we* are\r\n\r\nTwo gardeners.\n\n# More\n\nSee [the rules](/terms), {site}.',
      'terms.md': 'Be kind. <script>alert(1)</script> [No](javascript:alert(1))',
      'terms.de.md': '# Regeln\n\nSeid nett.',
      'imprint.de.md': '# Anbieter\n\nGärtnerei Beispiel',
      'notes.txt': 'This is no page.',
    });
    service = await startService({ PUBLIC_URL: 'http://127.0.0.1', SITE_PAGES: path });
  });
  afterAll(() => service?.close());

  test('a file replaces the text of the project, and its first heading is the title', async () => {
    for (const asked of [{}, german]) {
      const { html, text } = await visit(service, '/about', asked);
      const elements = elementsOf(html);
      expect(elements.filter(({ name }) => name === 'h1').map((heading) => heading.text)).toEqual([
        'Who *we* are',
      ]);
      expect(elements.filter(({ name }) => name === 'h2').map((heading) => heading.text)).toContain('More');
      expect(elements.find(({ attributes }) => attributes.name === 'description')?.attributes.content).toBe(
        'Two gardeners.',
      );
      expect(linksOf(html)['the rules']).toBe('/terms');
      expect(text).toContain('{site}');
    }
    expect((await visit(service, '/review')).text).toContain('A human reviews every bot');
  });

  test('HTML and dangerous links are text', async () => {
    const { html, text } = await visit(service, '/terms');
    expect(text).toContain('<script>alert(1)</script>');
    expect(html).not.toContain('href="javascript:');
    const elements = elementsOf(html);
    expect(elements.find(({ name }) => name === 'h1')?.text).toBe('Terms');
  });

  test('a reader gets the text in their language, or else the first, which names its own', async () => {
    expect((await visit(service, '/terms', german)).text).toContain('Seid nett.');
    const imprint = await visit(service, '/imprint');
    expect(imprint.text).toContain('Gärtnerei Beispiel');
    expect(elementsOf(imprint.html).find(({ name }) => name === 'article')?.attributes.lang).toBe('de');
    const inGerman = await visit(service, '/imprint', german);
    expect(elementsOf(inGerman.html).find(({ name }) => name === 'article')?.attributes.lang).toBeUndefined();
  });

  test('each page links to them in its language, and the sitemap lists them', async () => {
    const links = linksOf((await visit(service, '/docs', german)).html);
    expect(links).toMatchObject({
      'Über uns': '/about',
      Nutzungsbedingungen: '/terms',
      Impressum: '/imprint',
    });
    // Bots of other tests may have divided the sitemap.
    const whole = await visit(service, '/sitemap.xml');
    const { html } = whole.html.includes('<sitemapindex') ? await visit(service, '/sitemap/0.xml') : whole;
    for (const path of ['/about', '/review', '/ranking', '/terms', '/imprint'])
      expect(html).toContain(`<loc>http://127.0.0.1${path}</loc>`);
    expect(html).not.toContain('/privacy<');
  });
});

test.each([
  ['a folder that is not there', () => join(folder, 'gone'), /^SITE_PAGES: the folder .+ cannot be read\.$/],
  [
    'a file that cannot be read',
    () => {
      const path = folderOf('unread', {});
      mkdirSync(join(path, 'terms.md'));
      return path;
    },
    /^SITE_PAGES: the file .+terms\.md cannot be read\.$/,
  ],
  [
    'a file that is too large',
    () => folderOf('large', { 'terms.md': Buffer.alloc(65_537, 'a') }),
    /^SITE_PAGES: the file .+terms\.md is larger than 64 KiB\.$/,
  ],
  [
    'a file of another name',
    () => folderOf('misspelt', { 'imprnt.md': 'Here.' }),
    /^SITE_PAGES: .+imprnt\.md is no page of the site\. The files can be about\.md, about\.de\.md, .+\.$/,
  ],
])('%s is refused at the start, in one sentence', async (_, makeFolder, sentence) => {
  await expect(startService({ SITE_PAGES: makeFolder() })).rejects.toThrow(sentence);
});
