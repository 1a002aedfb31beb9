import type { Brand } from '../../config/site.ts';
import type { Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { fillOf } from '../frame/brand.ts';
import type { Site } from '../frame/site.ts';
import type { SitePages } from '../frame/site-pages.tsx';
import { feedPath } from '../kit/formats.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { APP_ICONS } from './app-icons.ts';

const KEPT = { ...SECURITY_HEADERS, 'cache-control': 'public, max-age=3600' };

/** A page that exists as Markdown. */
export interface TextPage {
  readonly path: string;
  readonly title: () => string;
  /** A sentence in English. */
  readonly description: string;
}

/**
 * Files that describe the site for programs: `llms.txt` (llmstxt.org) for those that read, and the manifest for browsers
 * that install it.
 *
 * @param docs the pages for developers that exist as Markdown, with their titles
 */
export function createSiteFileRoutes(
  site: Site,
  iconUrl: string,
  sitePages: SitePages,
  docs: readonly TextPage[],
): readonly Route[] {
  return [
    [
      'GET',
      '/llms.txt',
      () => ({
        status: 200,
        headers: { ...KEPT, 'content-type': 'text/plain; charset=utf-8' },
        body: writeLlms(site, sitePages, docs),
      }),
    ],
    [
      'GET',
      '/manifest.webmanifest',
      () => ({
        status: 200,
        headers: { ...KEPT, 'content-type': 'application/manifest+json' },
        body: JSON.stringify(manifestOf(site.brand, iconUrl)),
      }),
    ],
  ];
}

/** The names of pages with a sentence about each, in the format of llmstxt.org. */
function writeLlms({ brand, publicUrl }: Site, sitePages: SitePages, docs: readonly TextPage[]): string {
  const line = (title: string, path: string, about: string) =>
    `- [${title}](${publicUrl}${path}): ${about.replaceAll(/\s+/g, ' ')}`;
  const [, ...languages] = LANGUAGES;
  const others = languages.map((language) => `\`?lang=${language}\``).join(', ');
  return [
    `# ${brand.siteName}`,
    '> A directory of Discord bots. People find a bot, see which permissions it asks for, add it, and vote for it ' +
      'once in 12 hours. Every bot was reviewed by a person.',
    'Pages of bots, lists and texts exist as Markdown: add `.md` to the path. Lists take the parameters of their ' +
      'pages, such as `/bots.md?q=music&speaks=de&sensitive=none&order=newest`.',
    '## Bots',
    [
      line('First page', '/index.md', 'Featured, trending and new bots, and the categories.'),
      line('All bots', '/bots.md', 'Each with its servers and votes. Those with the most votes come first.'),
      line('New bots', '/bots.md?order=newest', 'Those that were listed last come first.'),
      line(
        'Trending bots',
        '/bots.md?order=trending',
        'Those that gained the most votes in a week come first.',
      ),
      line('Compare bots', '/compare.md', 'Up to four bots side by side: `/compare.md?bots=ID,ID`.'),
    ].join('\n'),
    '## Categories',
    Object.entries(messages.tags)
      .map(([slug, tag]) => line(tag, `/tag/${slug}.md`, messages.directory.tagDescription({ tag })))
      .join('\n'),
    '## Feeds',
    [
      line('Feed of new bots', feedPath('new'), 'Atom. Each category has one, too: `/feeds/tag/SLUG.atom`.'),
      line('Feed of trending bots', feedPath('trending'), `Atom. Other languages: ${others}.`),
    ].join('\n'),
    '## For bot developers',
    [
      ...docs.map(({ title, path, description }) => line(title(), `${path}.md`, description)),
      line('OpenAPI file', '/api/openapi.json', 'The REST interface as OpenAPI 3.1.'),
    ].join('\n'),
    '## About the site',
    [...sitePages]
      .map(([name, [text]]) => line(messages.sitePages[name], `/${name}.md`, text.description))
      .join('\n'),
    '',
  ].join('\n\n');
}

const manifestOf = (brand: Brand, iconUrl: string) => ({
  id: '/',
  name: brand.siteName,
  short_name: brand.siteName,
  lang: currentLanguage(),
  description: messages.directory.description,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fcfcfd',
  theme_color: fillOf(brand.siteAccent),
  icons: [
    { src: iconUrl, sizes: 'any', purpose: 'any' },
    ...APP_ICONS.map(({ path: src, size, hasBackground }) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: hasBackground ? 'maskable' : 'any',
    })),
  ],
});
