import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { askedPermissions } from '../../domain/listing/invite-permissions.ts';
import { LINK_SELECTION, LINKS } from '../../domain/listing/listing-fields.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { directoryPath, readSearch } from '../directory/directory-address.ts';
import { documents, filterOf } from '../directory/directory-routes.ts';
import { type Reader, strangerOf } from '../frame/kept-page.ts';
import type { Site } from '../frame/site.ts';
import { markdownPath } from '../kit/formats.ts';
import { htmlToMarkdown } from '../kit/html-to-markdown.ts';
import { readFrom, readRange } from '../kit/page-links.tsx';
import { tagLabel } from '../kit/tags.tsx';
import type { BotRow } from '../listing/bot-row.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { findTag, headersOfText, noHoles, replyWithText } from './shared-text.ts';

export const botTextDocument = graphql(
  `query BotText($botId: ID!, $language: String!) {
    bot(botId: $botId) {
      botId name(language: $language) shortDescription(language: $language) longDescriptionHtml(language: $language)
      state tags { slug label } languages inviteUrl prefix ${LINK_SELECTION}
      serverCount voteCount inviteScopes invitePermissions owners { userId name }
      commands { name description }
    }
  }`,
);

type Bot = NonNullable<ResultOf<typeof botTextDocument>['bot']>;

const TYPE = 'text/markdown';

/**
 * Public pages as Markdown, for programs that read: bots, and their lists. What strangers wrote is escaped, so that it
 * is text. The description of a bot is the safe one of its page, and nothing comes after it.
 */
export function createMarkdownRoutes(site: Site): readonly Route[] {
  const { runDocument, publicUrl } = site;

  async function bot(request: HttpRequest): Promise<Reply | undefined> {
    const [botId = ''] = request.params;
    const render = async () => {
      const { bot } = await runDocument(strangerOf(request), botTextDocument, { botId });
      if (bot?.state !== 'APPROVED') return undefined;
      return { headers: headersOfText(TYPE), body: await writeBot(bot, publicUrl), fill: noHoles };
    };
    return (await site.cache.serve(`/bot/${botId}.md`, botId, render, currentLanguage()))?.packed;
  }

  async function list(request: HttpRequest): Promise<Reply | undefined> {
    const [slug] = request.params;
    const { pathname, search } = request.url;
    if (slug !== undefined && !(await findTag(site, request, slug))) return undefined;
    const make = (reader: Reader) => writeDirectory(site, reader, request.query, slug);
    if (search === '') return replyWithText(site, request, pathname, TYPE, make);
    return { status: 200, headers: headersOfText(TYPE), body: await make(strangerOf(request)) };
  }

  async function user(request: HttpRequest): Promise<Reply | undefined> {
    const [userId = ''] = request.params;
    const { user } = await runDocument(strangerOf(request), documents.user, {
      userId,
      ...readRange(request.query),
    });
    if (!user) return undefined;
    const bots = user.bots.edges.map(({ node }) => writeRow(node, publicUrl));
    const title = messages.user.title({ name: escaped(user.name) });
    return {
      status: 200,
      headers: headersOfText(TYPE),
      body: [`# ${title}`, bots.join('\n'), ''].join('\n\n'),
    };
  }

  return [
    ['GET', '/bot/:botId.md', bot],
    ['GET', '/bots.md', list],
    ['GET', '/tag/:slug.md', list],
    ['GET', '/user/:userId.md', user],
  ];
}

async function writeDirectory(
  { runDocument, publicUrl }: Site,
  reader: Reader,
  query: URLSearchParams,
  tag: string | undefined,
): Promise<string> {
  const search = readSearch(query, tag);
  const { bots } = await runDocument(reader, documents.directory, {
    search: search.search,
    filter: filterOf(search),
    order: search.order,
    ...readRange(query),
  });
  const { edges, pageInfo } = bots;
  const from = readFrom(query);
  const title =
    search.search !== ''
      ? messages.directory.results(search)
      : tag === undefined
        ? messages.directory.title
        : messages.directory.tagged({ tag: tagLabel({ slug: tag, label: tag }) });
  const next = pageInfo.hasNextPage
    ? directoryPath(search, { after: pageInfo.endCursor, from: from + edges.length })
    : undefined;
  return [
    `# ${escaped(title)}`,
    edges.length === 0
      ? messages.directory.noneFound
      : edges.map(({ node }) => writeRow(node, publicUrl)).join('\n'),
    ...(next === undefined ? [] : [`[${messages.directory.next}](${publicUrl}${markdownPath(next)})`]),
    '',
  ].join('\n\n');
}

function writeRow(
  { botId, name, shortDescription, serverCount, voteCount }: BotRow,
  publicUrl: string,
): string {
  const numbers = [
    ...(serverCount === null ? [] : [`${messages.bot.servers}: ${formatNumber(serverCount)}`]),
    `${messages.bot.votes}: ${formatNumber(voteCount)}`,
  ];
  return `- [${escaped(name)}](${publicUrl}/bot/${botId}.md): ${escaped(shortDescription)} (${numbers.join(', ')})`;
}

async function writeBot(bot: Bot, publicUrl: string): Promise<string> {
  const { known = [] } = askedPermissions(bot) ?? {};
  const facts: readonly (readonly [label: string, value: string])[] = [
    [messages.bot.servers, bot.serverCount === null ? messages.bot.unknown : formatNumber(bot.serverCount)],
    [messages.bot.votes, formatNumber(bot.voteCount)],
    [messages.bot.tags, bot.tags.map(tagLabel).join(', ')],
    [messages.bot.languages, bot.languages.length === 0 ? '' : botLanguages().listed(bot.languages)],
    [messages.bot.prefix, bot.prefix === null ? '' : escaped(bot.prefix)],
    [messages.permissions.title, known.map(({ key }) => messages.permissionList[key].name).join(', ')],
    [
      messages.bot.by,
      bot.owners.map(({ userId, name }) => link(escaped(name), `${publicUrl}/user/${userId}.md`)).join(', '),
    ],
  ];
  const links = [
    link(messages.bot.invite, bot.inviteUrl),
    link(messages.bot.vote, `${publicUrl}/bot/${bot.botId}/vote`),
    ...LINKS.flatMap(({ name }) => {
      const url = bot[name];
      return url === null ? [] : [link(messages.links[name], url)];
    }),
  ];
  const commands = bot.commands.map(
    ({ name, description }) => `- /${escaped(name)}: ${escaped(description)}`,
  );
  const about = bot.longDescriptionHtml === '' ? '' : await textOf(bot.longDescriptionHtml);
  return [
    `# ${escaped(bot.name)}`,
    `> ${escaped(bot.shortDescription)}`,
    facts.flatMap(([label, value]) => (value === '' ? [] : [`- ${label}: ${value}`])).join('\n'),
    links.map((one) => `- ${one}`).join('\n'),
    ...(commands.length === 0 ? [] : [`## ${messages.bot.commands}`, commands.join('\n')]),
    ...(about === '' ? [] : [`## ${messages.bot.about}`, about]),
    '',
  ].join('\n\n');
}

/** Stands for a backslash while HTML is converted. No stored text has it. */
const ESCAPE = '\u0000';
/** Code, and outside of it the character that begins an element. */
const MEANING = /<(code|pre)\b[\s\S]*?<\/\1>|&lt;/g;

/** Converting takes a few milliseconds for each ten thousand characters. A longer text is only on the page. */
const MAX_HTML = 30_000;

/** The description of a bot, from the HTML that is safe in any page. The library escapes all but elements. */
async function textOf(html: string): Promise<string> {
  if (html.length > MAX_HTML) return messages.bot.unknown;
  const marked = html.replaceAll(MEANING, (found, code?: string) => (code ? found : ESCAPE + found));
  return (await htmlToMarkdown(marked)).replaceAll(ESCAPE, '\\');
}

const link = (label: string, url: string): string =>
  `[${label}](<${url.replaceAll(/[<>]/g, encodeURIComponent)}>)`;

/** A text of a stranger in one line, without a meaning in Markdown: no emphasis, link, address, heading or list. */
const escaped = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\.|(?<=^\d+)[.)]|^[-+=]/gi, '\\$&');
