import type { Route } from '../../http/message/request.ts';
import type { SitePageName } from '../frame/layout.tsx';
import type { Site } from '../frame/site.ts';
import { createFeedRoutes } from './feed-routes.ts';
import { createMarkdownRoutes } from './markdown-routes.ts';
import { createEmbedRoute } from './oembed.ts';
import { createSiteFileRoutes, type TextPage } from './site-files.ts';

/**
 * What other programs read of the site: feeds, Markdown, embeds, and files that describe it.
 *
 * @param docs the pages for developers that exist as Markdown
 */
export const createSyndicationRoutes = (
  site: Site,
  iconUrl: string,
  sitePages: readonly SitePageName[],
  docs: readonly TextPage[],
): readonly Route[] => [
  ...createFeedRoutes(site),
  ...createMarkdownRoutes(site),
  ...createSiteFileRoutes(site, iconUrl, sitePages, docs),
  createEmbedRoute(site),
];
