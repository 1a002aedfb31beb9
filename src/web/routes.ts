import type { Brand } from '../config/site.ts';
import type { CompiledDocuments } from '../documents/compiled.ts';
import type { Failure, Reply } from '../http/message/reply.ts';
import type { Handler, HttpRequest, Route } from '../http/message/request.ts';
import { bundleDashboard, serveBundle } from './dashboard/bundle.ts';
import { DASHBOARD_DOCUMENTS } from './dashboard/documents.ts';
import type { KeepingOptions } from './dashboard/kept-secrets.tsx';
import { createDashboardRoutes } from './dashboard/routes.ts';
import { createDirectoryRoutes } from './directory/directory-routes.ts';
import { createSitemapRoutes, type SitemapSource } from './directory/sitemap.ts';
import { createSuggestionsRoutes } from './directory/suggestions.tsx';
import { createDocsFileRoute } from './docs/files.ts';
import { createDocsRoutes, DOCS_PAGES } from './docs/routes.tsx';
import { toCanonicalAddress } from './frame/canonical-address.ts';
import { viewerDocument } from './frame/layout.tsx';
import { createPageResponder } from './frame/page-response.ts';
import { createSecurityRoutes, type SecurityContact } from './frame/security-txt.ts';
import { createRunDocument, type Site } from './frame/site.ts';
import { createSitePageRoutes, openSitePages } from './frame/site-pages.tsx';
import { openStaticFiles } from './frame/static-files.ts';
import { createHomeRoutes } from './home/home-routes.ts';
import { createBotRoutes } from './listing/bot-routes.ts';
import { type CardRoutes, createCardRoutes } from './listing/card-routes.ts';
import { createCompareRoutes } from './listing/compare-routes.ts';
import {
  type AvatarSource,
  createAvatarRoute,
  createImageRoute,
  type ImageSource,
} from './listing/picture-routes.ts';
import { createMemberRoutes } from './member/member-routes.ts';
import { createReportRoutes } from './report/report-routes.ts';
import { createSignInRoutes } from './sign-in/sign-in-routes.ts';
import { type AppIconRoutes, createAppIconRoutes } from './syndication/app-icons.ts';
import { createMarkdownRoutes } from './syndication/markdown-routes.ts';
import { createSyndicationRoutes } from './syndication/syndication-routes.ts';
import { createVoteRoutes } from './vote/vote-routes.ts';
import { chooseLanguage, speaker, type Wishes } from './words/choose-language.ts';
import { inLanguage } from './words/current-language.ts';

export interface WebOptions
  extends Pick<
      Site,
      'publicUrl' | 'clients' | 'now' | 'cache' | 'cacheFor' | 'signIn' | 'captcha' | 'onFault'
    >,
    SecurityContact,
    KeepingOptions {
  /** Compiles the documents of the pages. Those of the dashboard are added to it. */
  readonly documents: CompiledDocuments;
  readonly brand: Brand;
  /** Reads the picture of a listing that the sender may see. It bypasses the schema because GraphQL has no bytes. */
  readonly readAvatar: (request: HttpRequest, botId: string) => Promise<AvatarSource | undefined>;
  /** Reads an image of a listing that the sender may see. It bypasses the schema, as pictures do. */
  readonly readImage: (request: HttpRequest, botId: string, hash: string) => Promise<ImageSource | undefined>;
  readonly drawCard: CardRoutes['drawCard'];
  readonly drawAppIcon: AppIconRoutes['drawAppIcon'];
  /** Reads the addresses of all listings. It bypasses the schema because they are too many for one document. */
  readonly sitemap: SitemapSource;
}

export interface Web {
  readonly routes: readonly Route[];
  /** Responds where there is no page. */
  readonly notFound: Handler;
  /** Writes an error as a page. */
  readonly failure: (failure: Failure, request: Wishes & { readonly method?: string | undefined }) => Reply;
}

/** Where there is no page: its usual address, or what else there is. */
const missingPage =
  ({ runDocument, notFound }: Site): Handler =>
  async (request) =>
    toCanonicalAddress(request) ?? notFound(await runDocument(request, viewerDocument, {}));

/**
 * Connects the public pages, the dashboard and the pages for developers. They read and write through the schema.
 * Starts to bundle the dashboard; a failure goes to `onFault`, and each request for the dashboard then fails.
 */
export function createWeb(options: WebOptions): Web {
  const { brand, signIn, publicUrl, now, onFault } = options;
  const runDocument = createRunDocument(options.documents);
  options.documents.add(DASHBOARD_DOCUMENTS);
  const files = openStaticFiles(brand, DOCS_PAGES);
  const sitePages = openSitePages(brand);
  const responder = createPageResponder({
    brand,
    canSignIn: signIn !== undefined,
    sitePages: [...sitePages.keys()],
    fileUrl: files.url,
  });
  const { notFound, nobody, failure } = responder;
  const isAnonymous = async ({ context }: HttpRequest) => (await context.actor()).kind === 'anonymous';
  const site: Site = { ...options, ...responder, runDocument, isAnonymous };
  bundleDashboard().catch((error: unknown) => onFault(error, 'dashboard bundle'));

  const inReadersLanguage = speaker(publicUrl);
  /** Files have no rate limit. A missing file must cost no statement either, so its page shows no viewer. */
  const missingFile = inReadersLanguage(() => notFound(nobody));
  async function file(request: HttpRequest): Promise<Reply | undefined> {
    // Pages of earlier versions have some of them there.
    const pathname = request.url.pathname.replace(/^\/docs(?=\/)/, '');
    return (await files.serve(pathname)) ?? (await serveBundle(pathname)) ?? missingFile(request);
  }

  const pages: readonly Route[] = [
    ...createHomeRoutes(site),
    ...createDirectoryRoutes(site),
    ...createSuggestionsRoutes(site),
    ...createBotRoutes(site),
    ...createCompareRoutes(site),
    ...createVoteRoutes(site),
    ...createMemberRoutes(site),
    ...createReportRoutes(site),
    ...createSignInRoutes(site),
    ...createDashboardRoutes({ ...site, secrets: options.secrets, hasContact: sitePages.has('contact') }),
    ...createDocsRoutes(site),
    ...createMarkdownRoutes(site),
    ...createSitePageRoutes(site, sitePages),
  ];

  return {
    routes: [
      ...pages.map(([method, path, handler]): Route => [method, path, inReadersLanguage(handler)]),
      ...createSyndicationRoutes(site, files.url('icon'), sitePages, DOCS_PAGES),
      createAvatarRoute(options.readAvatar),
      createImageRoute(options.readImage),
      ...createCardRoutes({ ...options, runDocument }),
      ...createAppIconRoutes(options),
      createDocsFileRoute(file),
      ...createSitemapRoutes(
        options.sitemap,
        [...DOCS_PAGES.map(({ path }) => path), ...[...sitePages.keys()].map((name) => `/${name}`)],
        publicUrl,
        now,
      ),
      ...createSecurityRoutes(options, publicUrl, now),
      ['GET', '/assets/*', file],
      ['GET', '/favicon.ico', file],
    ],
    notFound: inReadersLanguage(missingPage(site)),
    failure: (failed, asked) => inLanguage(chooseLanguage(asked), () => failure(failed, asked.method)),
  };
}
