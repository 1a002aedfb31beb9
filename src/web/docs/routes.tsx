import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TechArticle, WithContext } from 'schema-dts';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { POLICY, SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { createClientPackagesRoute } from '../frame/client-packages.ts';
import { pageViewer } from '../frame/layout.tsx';
import type { Site } from '../frame/site.ts';
import type { Summary } from '../frame/summary.tsx';
import { markdownLink } from '../kit/formats.ts';
import { htmlToMarkdown } from '../kit/html-to-markdown.ts';
import { currentLanguage } from '../words/current-language.ts';
import type { Language } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { type DocsPage, loadCodeSamples, SAMPLE_BOT } from './docs-page.tsx';
import { LIBRARY_PAGES } from './library-pages.tsx';
import { renderProse } from './prose.ts';
import { ReferencePage } from './reference-page.tsx';

/** A page that sends requests to this service. */
const TRYING_POLICY = `${POLICY}; connect-src 'self'`;

/** The language of all prose, which is written once. */
const PROSE: Language = 'en';

/** The pages for developers, in the order of the side navigation. Each exists as Markdown, too. */
export const DOCS_PAGES: readonly DocsPage[] = [
  {
    path: '/docs',
    title: () => messages.docs.start,
    description: 'How your bot reports servers, publishes commands, checks votes and shows a widget.',
    group: 'Start',
    render: (context) => renderProse('start.md', context),
  },
  {
    path: '/docs/listing',
    title: () => messages.docs.listing,
    description:
      'How owners write in several languages, add screenshots and news, and raise the score of a listing.',
    group: 'Start',
    render: (context) => renderProse('listing.md', context),
  },
  {
    path: '/docs/webhooks',
    title: () => messages.docs.webhooks,
    description: 'How your server receives a signed request for each vote, with complete programs.',
    group: 'Start',
    render: (context) => renderProse('webhooks.md', context),
  },
  {
    path: '/docs/errors',
    title: () => messages.docs.errors,
    description: 'The status codes of the REST API, their causes, and what to do.',
    group: 'Start',
    render: (context) => renderProse('errors.md', context),
  },
  ...LIBRARY_PAGES,
  {
    path: '/docs/api',
    title: () => messages.docs.reference,
    description: 'Every operation of the REST API with its parameters, responses and an example.',
    group: 'Reference',
    render: (context) => renderToString(<ReferencePage {...context} />),
    triesOut: true,
  },
  {
    path: '/docs/changes',
    title: () => messages.docs.changes,
    description: 'What each version of the REST API and the webhooks added.',
    group: 'Reference',
    render: (context) => renderProse('changes.md', context),
  },
];
const GROUPS = [...new Set(DOCS_PAGES.map(({ group }) => group))];

export const readerDocument = graphql('{ viewer { ...PageViewer bots { botId name } } }', [pageViewer]);
export const listedBotDocument = graphql('{ bots(first: 1) { edges { node { botId } } } }');
type Bots = NonNullable<ResultOf<typeof readerDocument>['viewer']>['bots'];

/** The pages for developers. The content is rendered once, and shows each owner a bot of their own. */
export function createDocsRoutes(site: Site): readonly Route[] {
  const { publicUrl, clients, runDocument, page, brand } = site;
  const rendered = new Map<DocsPage, string>();
  async function contentOf(shown: DocsPage): Promise<string> {
    const known = rendered.get(shown);
    if (known !== undefined) return known;
    const code = await loadCodeSamples();
    const content = shown.render({ baseUrl: publicUrl, clients, code });
    rendered.set(shown, content);
    return content;
  }

  /** Any bot, so that what strangers try out finds one. */
  async function listedBot(request: HttpRequest): Promise<string | undefined> {
    const { bots } = await runDocument(request, listedBotDocument, {});
    return bots.edges[0]?.node.botId;
  }

  const show =
    (shown: DocsPage) =>
    async (request: HttpRequest): Promise<Reply> => {
      const { url, query } = request;
      const data = await runDocument(request, readerDocument, {});
      const bots = data.viewer?.bots ?? [];
      const wanted = query.get('bot');
      const own = bots.find(({ botId }) => botId === wanted) ?? bots[0];
      const botId = own?.botId ?? (shown.triesOut ? await listedBot(request) : undefined) ?? SAMPLE_BOT;
      const html = await contentOf(shown);
      const content = (
        <div class="min-[60rem]:grid grid-cols-[12rem_minmax(0,1fr)] gap-12 items-start">
          <Navigation shown={shown} html={html} />
          {/* In the lowest windows the title comes first. */}
          <div class="min-w-0 [@media(max-height:20rem)]:flex flex-col">
            {currentLanguage() === PROSE ? null : <p class="note mt-0 mb-3">{messages.docs.language}</p>}
            {own ? <OwnBot bots={bots} chosen={own.botId} /> : null}
            <article
              class="docs order-[-1]"
              lang={currentLanguage() === PROSE ? undefined : PROSE}
              dangerouslySetInnerHTML={{ __html: html.replaceAll(SAMPLE_BOT, botId) }}
            />
          </div>
        </div>
      );
      return page(shown.title(), content, data, {
        path: url.pathname,
        style: 'docs.css',
        files: shown.triesOut ? ['docs.js', 'reference.js'] : ['docs.js'],
        address: url.pathname + url.search,
        summary: summaryOf(shown, publicUrl, brand.siteName),
        headers: shown.triesOut ? { 'content-security-policy': TRYING_POLICY } : {},
      });
    };

  const texts = new Map<DocsPage, string>();
  const asMarkdown = (shown: DocsPage) => async (): Promise<Reply> => {
    const known = texts.get(shown);
    const body = known ?? (await htmlToMarkdown(await contentOf(shown)));
    if (known === undefined) texts.set(shown, body);
    return { status: 200, headers: MARKDOWN_HEADERS, body };
  };

  return [
    ...DOCS_PAGES.flatMap((shown) => [
      ['GET', shown.path, show(shown)] as const,
      ['GET', `${shown.path}/`, show(shown)] as const,
    ]),
    ...DOCS_PAGES.map((shown) => ['GET', `${shown.path}.md`, asMarkdown(shown)] as const),
    createClientPackagesRoute(() => site.notFound(site.nobody)),
  ];
}

/** What a page tells search engines. Its text is in English, whatever the language around it. */
function summaryOf({ path, title, description }: DocsPage, publicUrl: string, siteName: string): Summary {
  const canonical = publicUrl + path;
  const subject: WithContext<TechArticle> = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title(),
    description,
    url: canonical,
    inLanguage: PROSE,
    isPartOf: { '@type': 'WebSite', name: siteName, url: `${publicUrl}/` },
  };
  return { description, canonical, others: [markdownLink(path)], subject };
}

const MARKDOWN_HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/markdown; charset=utf-8',
  'cache-control': 'public, max-age=3600',
};

interface Shown {
  readonly shown: DocsPage;
  /** Its content. */
  readonly html: string;
}

function Navigation({ shown, html }: Shown): VNode {
  return (
    <nav class="contents docs-nav" aria-label={messages.docs.navigation}>
      {GROUPS.map((group) => (
        <>
          <h2>{messages.docs.groups[group]}</h2>
          <ul>
            {DOCS_PAGES.filter((page) => page.group === group).map((page) => (
              <li>
                <a href={page.path} aria-current={page === shown ? 'page' : undefined}>
                  {page.title()}
                </a>
                {page === shown ? <Sections html={html} /> : null}
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

const SECTION = /<h2 id="([^"]+)">(.*?)<\/h2>/g;

/** Links to the sections of a page. Their headings are HTML already. */
function Sections({ html }: { readonly html: string }): VNode {
  return (
    <ul class="items flex max-[59.99rem]:hidden flex-col gap-0.5 mt-1 mb-2 ms-3 line-s" lang={PROSE}>
      {[...html.matchAll(SECTION)].map(([, id, heading = '']) => (
        <li>
          <a
            href={`#${id}`}
            dangerouslySetInnerHTML={{ __html: heading.replaceAll(/<\/?[a-z][^>]*>/g, '') }}
          />
        </li>
      ))}
    </ul>
  );
}

const OWN_BOT =
  'own-bot flex flex-wrap gap-x-3 gap-y-2 items-center mb-5 px-[.9rem] py-[.6rem] framed rounded border-tint-line bg-tint ' +
  'text-small';

function OwnBot({ bots, chosen }: { readonly bots: Bots; readonly chosen: string }): VNode {
  return (
    <form class={OWN_BOT} method="get">
      <label for="own-bot">{messages.docs.ownBot}</label>
      <select class="w-auto max-w-full px-[.6rem] py-[.3rem]" id="own-bot" name="bot">
        {bots.map(({ botId, name }) => (
          <option value={botId} selected={botId === chosen}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="quiet">
        {messages.docs.chooseBot}
      </button>
    </form>
  );
}
