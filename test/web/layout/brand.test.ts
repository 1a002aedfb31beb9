import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readShapes } from '../../../scripts/draw-icons.ts';
import { ACCENTS } from '../../../src/config/site.ts';
import { colorTokens } from '../../../src/web/frame/brand.ts';
import { ICONS } from '../../../src/web/kit/icons.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { elementsOf, visit } from '../page.ts';

extend([a11y]);

/** The light and the dark value of each token. */
function tokensOf(accent: (typeof ACCENTS)[number]): Record<string, readonly [string, string]> {
  const found = colorTokens(accent).matchAll(/--([a-z-]+):light-dark\((#[\da-f]{6}),(#[\da-f]{6})\)/g);
  return Object.fromEntries([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** Texts, and the backgrounds that they stand on. */
const READ = [
  ['text', 'background'],
  ['text', 'sunken'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['accent', 'background'],
  ['accent', 'surface'],
  ['accent', 'tint'],
  ['on-fill', 'fill'],
  ['good', 'surface'],
  ['good', 'good-tint'],
  ['bad', 'surface'],
  ['bad', 'bad-tint'],
  ['wait', 'surface'],
  ['wait', 'wait-tint'],
] as const;

describe.each(ACCENTS)('With the accent %s', (accent) => {
  const tokens = tokensOf(accent);
  const contrastsOf = (one: string, other: string) =>
    [0, 1].map((scheme) => colord(tokens[one]?.[scheme] ?? '').contrast(tokens[other]?.[scheme] ?? ''));

  test('every text is readable on its backgrounds, in light and dark', () => {
    for (const [text, ground] of READ) {
      for (const contrast of contrastsOf(text, ground))
        expect(contrast, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('the edge of a control can be seen, in light and dark', () => {
    for (const contrast of contrastsOf('border', 'surface')) expect(contrast).toBeGreaterThanOrEqual(3);
  });
});

test('The icons are those of the Lucide set, as `npm run icons` writes them', () => {
  expect(ICONS).toEqual(readShapes());
});

describe('A site with a brand of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  const logoPath = join(folder, 'logo.png');
  let service: TestService;
  beforeAll(async () => {
    writeFileSync(logoPath, Buffer.from('89504e470d0a1a0a', 'hex'));
    service = await startService({
      SITE_NAME: 'Botany & Co',
      SITE_ACCENT: 'jade',
      SITE_LOGO: logoPath,
      SITE_LINKS: 'Terms=https://terms.example/, Write to us=mailto:hello@botany.example',
    });
  });
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  test('shows its name, links and logo on every page, and its colour', async () => {
    for (const path of ['/', '/bots', '/docs', '/nothing']) {
      const { html } = await visit(service, path);
      const elements = elementsOf(html);
      expect(elements.find(({ name }) => name === 'title')?.text).toContain('Botany & Co');
      const links = elements
        .filter(({ name }) => name === 'a')
        .map(({ attributes, text }) => [text, attributes.href]);
      expect(links).toContainEqual(['Botany & Co', '/']);
      expect(links).toContainEqual(['Terms', 'https://terms.example/']);
      expect(links).toContainEqual(['Write to us', 'mailto:hello@botany.example']);
      const icon = elements.find(({ attributes }) => attributes.rel === 'icon')?.attributes.href ?? '';
      const logo = await fetch(service.url + icon);
      expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
      const style = elements.find(({ attributes }) => attributes.rel === 'stylesheet')?.attributes.href ?? '';
      expect(await (await fetch(service.url + style)).text()).toContain(colorTokens('jade'));
    }
  });

  test('preloads the font that its style names, which browsers may keep', async () => {
    const elements = elementsOf((await visit(service, '/')).html);
    const font = elements.find(({ attributes }) => attributes.as === 'font')?.attributes.href ?? '';
    const style = elements.find(({ attributes }) => attributes.rel === 'stylesheet')?.attributes.href ?? '';
    expect(await (await fetch(service.url + style)).text()).toContain(`url(${font})`);
    const { status, headers } = await fetch(service.url + font);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('font/woff2');
    expect(headers.get('cache-control')).toContain('immutable');
  });
});

test('A logo that cannot be read is refused at the start, with the name of its setting', async () => {
  await expect(startService({ SITE_LOGO: '/nowhere/logo.svg' })).rejects.toThrow(
    'SITE_LOGO: the file /nowhere/logo.svg cannot be read.',
  );
});

test('A logo of more than 256 KiB is refused at the start, with the name of its setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  const path = join(folder, 'large.png');
  writeFileSync(path, Buffer.alloc(262_145));
  await expect(startService({ SITE_LOGO: path })).rejects.toThrow(
    `SITE_LOGO: the file ${path} is larger than 256 KiB.`,
  );
  rmSync(folder, { recursive: true });
});
