import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { documents } from '../directory/directory-routes.ts';
import { type Reader, strangerOf } from '../frame/kept-page.ts';
import type { Site } from '../frame/site.ts';
import { readHome } from '../home/home-routes.ts';
import { readRange } from '../kit/page-links.tsx';
import { readComparison } from '../listing/compare-routes.ts';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { botTextDocument, writeBot, writeComparison } from './bot-text.ts';
import { writeDirectory, writeHome, writeRows, writeUser } from './list-text.ts';
import { escaped, joined } from './markdown.ts';
import { headersOfText, noHoles, readTags, replyWithText } from './shared-text.ts';

const HEADERS = headersOfText('text/markdown');

/**
 * Public pages as Markdown, for programs that read: the first page, bots, their lists, and bots side by side. What
 * strangers wrote is escaped, so that it is text.
 */
export function createMarkdownRoutes(site: Site): readonly Route[] {
  const { runDocument, publicUrl, brand } = site;
  const reply = (body: string, status = 200): Reply => ({ status, headers: HEADERS, body });

  const home = (request: HttpRequest): Promise<Reply> =>
    replyWithText(site, request, '/index.md', HEADERS, async (reader) =>
      writeHome(await readHome(site, reader), brand.siteName, publicUrl),
    );

  async function bot(request: HttpRequest): Promise<Reply | undefined> {
    const [botId = ''] = request.params;
    const render = async () => {
      const { bot } = await runDocument(strangerOf(request), botTextDocument, { botId });
      if (bot?.state !== 'APPROVED') return undefined;
      return { headers: HEADERS, body: await writeBot(bot, publicUrl), fill: noHoles };
    };
    return (await site.cache.serve(`/bot/${botId}.md`, botId, render, currentLanguage()))?.packed;
  }

  async function list(request: HttpRequest): Promise<Reply | undefined> {
    const [slug] = request.params;
    const { pathname, search } = request.url;
    const tags = await readTags(site, request);
    if (slug !== undefined && !tags.some((tag) => tag.slug === slug)) return undefined;
    const make = (reader: Reader) => writeDirectory(site, reader, request.query, tags, slug);
    if (search === '') return replyWithText(site, request, pathname, HEADERS, make);
    return reply(await make(strangerOf(request)));
  }

  async function user(request: HttpRequest): Promise<Reply | undefined> {
    const [userId = ''] = request.params;
    const variables = { userId, ...readRange(request.query) };
    const { user } = await runDocument(strangerOf(request), documents.user, variables);
    return user ? reply(writeUser(user, publicUrl)) : undefined;
  }

  async function compare(request: HttpRequest): Promise<Reply> {
    const { title, isMissing, comparison } = await readComparison(site, strangerOf(request), request.query);
    const { bots, problem, offered } = comparison;
    const body = joined(
      `# ${escaped(title)}`,
      problem,
      bots.length === 0 ? undefined : writeComparison(bots, publicUrl),
      ...(bots.length > 1
        ? []
        : [
            `## ${messages.compare.choose}`,
            writeRows({ edges: offered.map((node) => ({ node })) }, publicUrl),
          ]),
    );
    return reply(body, isMissing ? 404 : 200);
  }

  return [
    ['GET', '/index.md', home],
    ['GET', '/bot/:botId.md', bot],
    ['GET', '/bots.md', list],
    ['GET', '/tag/:slug.md', list],
    ['GET', '/user/:userId.md', user],
    ['GET', '/compare.md', compare],
  ];
}
