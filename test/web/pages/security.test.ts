import { describe, expect, test } from 'vitest';
import { startOwnService, startService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const OWNERS_LINK = /^<a [^>]*rel="nofollow (?:ugc )?noopener"/;
const CANONICAL = /^<link rel="(?:canonical|alternate)"/;
const DATA = /<script type="application\/ld\+json">[^<]*<\/script>/g;

describe('No page', () => {
  // The directory of a shared database leads to bots that other tests suspend and remove meanwhile.
  const subject = useService(4, {}, startOwnService);
  const paths = () => {
    const bot = `/bot/${subject.bot().id}`;
    return [
      '/',
      bot,
      `${bot}/vote`,
      `${bot}/report`,
      '/tag/music',
      '/robots.txt',
      '/sign-in',
      '/nowhere',
      '/bots?after=x',
      '/assets/style.css',
      '/favicon.ico',
    ];
  };

  test('may load or run anything that is not of this site', async () => {
    const cookie = await subject.signIn();
    for (const path of paths()) {
      const { headers } = await visit(subject.service, path, { cookie });
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    }
  });

  test('for writing documents runs other scripts than its own, loads anything or is shown in a frame', async () => {
    const open = () => visit(subject.service, '/graphql', { headers: { accept: 'text/html' } });
    // Its megabytes are packed for the first reader, who gets a 503 if that takes too long on a busy machine.
    await expect.poll(async () => (await open()).status, { timeout: 20_000 }).toBe(200);
    const { headers, html } = await open();
    const scripts = [...html.matchAll(/<script\b[^>]*>[\s\S]*?<\/script>/g)].map(([script]) => script);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts)
      expect(script).toMatch(/^<script[^>]* src="\/(?!\/)[^"]+"[^>]*><\/script>$/);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toContain("script-src 'self'");
    for (const kind of ['default-src', 'form-action', 'base-uri', 'frame-ancestors']) {
      expect(policy).toContain(`${kind} 'none'`);
    }
    expect(policy).toContain("connect-src 'self'");
    // Its editor writes styles as it goes.
    expect(policy.filter((rule) => rule !== "style-src 'self' 'unsafe-inline'").join()).not.toMatch(
      /unsafe|\*|https?:/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  test("names an address of another site, but for links marked as an owner's, or styles and scripts in place", async () => {
    for (const path of paths()) {
      const { html: whole } = await visit(subject.service, path);
      // Data is run by nobody.
      const html = whole.replace(DATA, '');
      // Names and descriptions may show such text, escaped: what counts on a page are the tags.
      const isPage = html.startsWith('<!doctype');
      const tags = (html.match(/<[^>]+>/g) ?? []).filter(
        (tag) => !OWNERS_LINK.test(tag) && !CANONICAL.test(tag),
      );
      const markup = isPage ? tags.join('') : html;
      const urls = [...markup.matchAll(/(?:src|href|action|url)\s*[=(]\s*["']?([^"')\s>]+)/g)].map(
        ([, url]) => url ?? '',
      );
      if (isPage) expect(urls.length).toBeGreaterThan(3);
      expect(urls.filter((url) => !/^[/#?](?!\/)/.test(url))).toEqual([]);
      expect(html).not.toMatch(/<style|\sstyle=|<script(?!(?: type="module")? src="\/assets\/)|@import/i);
    }
  });

  test('with the name of a visitor is kept by a shared cache', async () => {
    const cookie = await subject.signIn();
    const { headers, text } = await visit(subject.service, '/', { cookie });
    expect(text).toContain('Tester');
    expect(headers.get('cache-control')).toContain('private');
  });

  test('links to something of this site that is not there', async () => {
    const found = new Set<string>();
    for (const path of paths()) {
      const { html } = await visit(subject.service, path);
      for (const [, link] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g))
        found.add(link?.replaceAll('&amp;', '&') ?? '');
    }
    expect(found.size).toBeGreaterThan(5);
    // A stranger is sent to the sign-in by some.
    const cookie = await subject.signIn();
    for (const link of found) {
      const { status } = await visit(subject.service, link, { cookie, headers: { accept: 'text/html' } });
      expect([link, status]).toEqual([link, 200]);
    }
  });
});

test.each([
  ['https://bots.example.org', 'max-age=31536000'],
  ['http://bots.example.org', null],
])('every response of a site at %s tells browsers whether they must use https', async (site, told) => {
  await using service = await startService({ PUBLIC_URL: site });
  for (const path of ['/', '/nowhere', '/api/health', '/api/v1/bots/1', '/assets/style.css', '/readyz']) {
    const { headers } = await fetch(service.url + path);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, told]);
  }
});
