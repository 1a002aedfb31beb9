import type { Route } from '../../http/message/request.ts';
import type { Site } from '../frame/site.ts';
import type { SitePages } from '../frame/site-pages.tsx';
import { inAddressedLanguage } from '../words/choose-language.ts';
import { createFeedRoutes } from './feed-routes.ts';
import { createEmbedRoute } from './oembed.ts';
import { createSiteFileRoutes, type TextPage } from './site-files.ts';

/**
 * What other programs read of the site besides Markdown: feeds, embeds, and files that describe it. Programs and caches
 * get the language of the address, whoever asks.
 *
 * @param docs the pages for developers
 */
export const createSyndicationRoutes = (
  site: Site,
  iconUrl: string,
  sitePages: SitePages,
  docs: readonly TextPage[],
): readonly Route[] =>
  [
    ...createFeedRoutes(site),
    ...createSiteFileRoutes(site, iconUrl, sitePages, docs),
    createEmbedRoute(site),
  ].map(([method, path, handler]): Route => [method, path, inAddressedLanguage(handler)]);
