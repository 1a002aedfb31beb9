import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { VNode } from 'preact';
import type { Brand } from '../../config/site.ts';
import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { markdownLink } from '../kit/formats.ts';
import { wordWait } from '../kit/time.tsx';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGES, type Language } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { type Page, type Reader, replyWithList } from './kept-page.ts';
import { type SitePageName, viewerDocument } from './layout.tsx';
import { PAGE_HEADERS } from './page-response.ts';
import type { Site } from './site.ts';

/** A text of a page in one language. */
interface Text {
  readonly language: Language;
  /** Undefined where the file does not begin with a heading: the page then has its usual title. */
  readonly title: string | undefined;
  readonly html: string;
  /** As it was written. */
  readonly markdown: string;
  /** The first paragraph, for search engines. */
  readonly description: string;
}

/** The texts of each page that the site has, in the order of the footer. The first one is for all other languages. */
export type SitePages = ReadonlyMap<SitePageName, readonly [Text, ...Text[]]>;

/** In the order of the footer. */
const NAMES: readonly SitePageName[] = [
  'about',
  'review',
  'ranking',
  'privacy',
  'terms',
  'contact',
  'imprint',
];
const MAX_BYTES = 65_536;
/** Texts that the project brings. */
const OWN_FOLDER = join(import.meta.dirname, 'pages');

/** HTML in a file is shown as text, because the pages allow no scripts, styles or pictures of other sites. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

/**
 * Reads the pages that the operators wrote, such as `imprint.md` and `imprint.de.md`. A page of theirs replaces the
 * one that the project brings, in all languages.
 *
 * @throws when the folder or a file cannot be read, or a file has a name that means nothing, or is larger than 64 KiB;
 * the message names `SITE_PAGES`
 */
export function openSitePages({ siteName, sitePages }: Brand): SitePages {
  const theirs = sitePages === undefined ? [] : listFiles(sitePages);
  const pages = new Map<SitePageName, readonly [Text, ...Text[]]>();
  for (const page of NAMES) {
    const isOwn = !theirs.some((file) => file.split('.')[0] === page);
    const [folder, files] = isOwn ? [OWN_FOLDER, listFiles(OWN_FOLDER)] : [sitePages ?? '', theirs];
    const [first, ...others] = LANGUAGES.flatMap((language) => {
      const file = fileOf(page, language);
      if (!files.includes(file)) return [];
      const text = readText(join(folder, file));
      return [readPage(isOwn ? text.replaceAll('{site}', siteName) : text, language)];
    });
    if (first) pages.set(page, [first, ...others]);
  }
  return pages;
}

/** English is what a reader of any other language gets, so its file has the name without a language. */
const fileOf = (page: string, language: Language): string =>
  language === LANGUAGES[0] ? `${page}.md` : `${page}.${language}.md`;

function listFiles(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  } catch {
    throw new Error(`SITE_PAGES: the folder ${folder} cannot be read.`);
  }
  const known = NAMES.flatMap((page) => LANGUAGES.map((language) => fileOf(page, language)));
  const unknown = files.find((file) => !known.includes(file));
  if (unknown === undefined) return files;
  throw new Error(
    `SITE_PAGES: ${join(folder, unknown)} is no page of the site. The files can be ${known.join(', ')}.`,
  );
}

function readText(path: string): string {
  try {
    // Some editors begin a file with a mark of its encoding.
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, 'utf8').replaceAll(/[\0\uFEFF]/g, '');
  } catch {
    throw new Error(`SITE_PAGES: the file ${path} cannot be read.`);
  }
  throw new Error(`SITE_PAGES: the file ${path} is larger than 64 KiB.`);
}

function readPage(text: string, language: Language): Text {
  const [, title, rest] = /^# +(.+?) *(?:\n|$)([\s\S]*)$/.exec(text.trim().replaceAll('\r\n', '\n')) ?? [];
  const tokens = markdown.parse(rest ?? text, {});
  const start = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const words = tokens[start + 1]?.children ?? [];
  return {
    language,
    title,
    markdown: text,
    // The page has its title as the heading of the first level.
    html: markdown.renderer
      .render(tokens, markdown.options, {})
      .replaceAll(/<(\/?)h1>/g, '<$1h2>')
      // The policy of the pages allows no styles, which aligned columns have.
      .replaceAll(/<(t[hd]) style="[^"]*">/g, '<$1>'),
    description: words.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join(''),
  };
}

export const reviewTimeDocument = graphql('{ reviewTime { waitingCount medianSeconds } }');

/** How long a review takes at present, and how many listings wait. */
async function waitingTime({ runDocument }: Site, reader: Reader): Promise<VNode | null> {
  const { reviewTime } = await runDocument(reader, reviewTimeDocument, {});
  if (!reviewTime) return null;
  const { waitingCount, medianSeconds } = reviewTime;
  return (
    <p class="note">
      {messages.reviewTime.waiting({ count: waitingCount })}{' '}
      {medianSeconds !== null &&
        messages.edits.usual({ wait: wordWait(medianSeconds, messages.common.wait) })}
    </p>
  );
}

/** The pages about the site. Strangers share them, as they share lists. */
export function createSitePageRoutes(site: Site, pages: SitePages): readonly Route[] {
  const { publicUrl, runDocument } = site;
  return [...pages].flatMap(([name, [first, ...others]]): Route[] => {
    const path = `/${name}`;
    const textFor = (language: Language) => others.find((each) => each.language === language) ?? first;
    const make = async (reader: Reader): Promise<Page> => {
      const language = currentLanguage();
      const text = textFor(language);
      const title = text.title ?? messages.sitePages[name];
      return {
        title,
        content: (
          <article class="site-page" lang={text.language === language ? undefined : text.language}>
            <h1>{title}</h1>
            {name === 'review' && (await waitingTime(site, reader))}
            <div class="text" dangerouslySetInnerHTML={{ __html: text.html }} />
          </article>
        ),
        viewed: await runDocument(reader, viewerDocument, {}),
        options: {
          path,
          summary: {
            description: text.description,
            canonical: publicUrl + path,
            others: [markdownLink(path)],
          },
        },
      };
    };
    const asMarkdown = (): Reply => ({
      status: 200,
      headers: { ...PAGE_HEADERS, 'content-type': 'text/markdown; charset=utf-8' },
      body: textFor(currentLanguage()).markdown,
    });
    return [
      ['GET', path, (request: HttpRequest): Promise<Reply> => replyWithList(site, request, path, make)],
      ['GET', `${path}.md`, asMarkdown],
    ];
  });
}
