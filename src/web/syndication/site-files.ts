import type { Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { fillOf } from '../frame/brand.ts';
import type { SitePageName } from '../frame/layout.tsx';
import type { Site } from '../frame/site.ts';
import { feedPath } from '../kit/formats.ts';
import { messages } from '../words/messages.ts';
import { APP_ICONS } from './app-icons.ts';

const KEPT = { ...SECURITY_HEADERS, 'cache-control': 'public, max-age=3600' };

/** A page that exists as Markdown. */
export interface TextPage {
  readonly path: string;
  readonly title: () => string;
}

/**
 * Files that describe the site for programs: `llms.txt` (llmstxt.org) for those that read, and the manifest for browsers
 * that install it.
 *
 * @param docs the pages for developers that exist as Markdown, with their titles
 */
export function createSiteFileRoutes(
  { brand, publicUrl }: Site,
  iconUrl: string,
  sitePages: readonly SitePageName[],
  docs: readonly TextPage[],
): readonly Route[] {
  const llms = () => {
    const line = (title: string, path: string) => `- [${title}](${publicUrl}${path})`;
    return [
      `# ${brand.name}`,
      '> A directory of Discord bots. People find a bot, see which permissions it asks for, add it, and vote for it ' +
        'once in 12 hours. Every bot was reviewed by a person.',
      'Pages of bots, lists and texts exist as Markdown: add `.md` to the path. Lists take the parameters of their ' +
        'pages, such as `/bots.md?q=music&speaks=de&sensitive=none&order=newest`.',
      '## Bots',
      [
        line('All bots, most votes first', '/bots.md'),
        line('New bots', '/bots.md?order=newest'),
        line('Trending bots', '/bots.md?order=trending'),
        line('New bots as a feed', feedPath('new')),
        line('Trending bots as a feed', feedPath('trending')),
      ].join('\n'),
      '## For bot developers',
      [
        ...docs.map(({ title, path }) => line(title(), `${path}.md`)),
        line('OpenAPI description of the REST interface', '/api/openapi.json'),
      ].join('\n'),
      '## About the site',
      sitePages.map((name) => line(messages.sitePages[name], `/${name}.md`)).join('\n'),
      '',
    ].join('\n\n');
  };
  const manifest = () => ({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: messages.directory.description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fcfcfd',
    theme_color: fillOf(brand.accent),
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
  return [
    [
      'GET',
      '/llms.txt',
      () => ({
        status: 200,
        headers: { ...KEPT, 'content-type': 'text/plain; charset=utf-8' },
        body: llms(),
      }),
    ],
    [
      'GET',
      '/manifest.webmanifest',
      () => ({
        status: 200,
        headers: { ...KEPT, 'content-type': 'application/manifest+json' },
        body: JSON.stringify(manifest()),
      }),
    ],
  ];
}
