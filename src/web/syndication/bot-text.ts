import { setImmediate } from 'node:timers/promises';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { createCache } from '../../lib/cache.ts';
import { askedPermissions } from '../../terms/invite-permissions.ts';
import { LINK_SELECTION, LINKS } from '../../terms/listing-fields.ts';
import { commandName } from '../kit/command-name.ts';
import { htmlToMarkdown } from '../kit/html-to-markdown.ts';
import { tagLabel } from '../kit/tags.tsx';
import type { ComparedBot } from '../listing/compare-rows.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { escaped, joined, link, listOf, withoutHtml } from './markdown.ts';

export const botTextDocument = graphql(
  `query BotText($botId: ID!, $language: String!) {
    bot(botId: $botId) {
      botId name(language: $language) shortDescription(language: $language) longDescriptionHtml(language: $language)
      state tags { slug label } languages inviteUrl prefix ${LINK_SELECTION}
      serverCount voteCount inviteScopes invitePermissions owners { userId name }
      commands { name description } news { title html publishedAt }
      screenshots { url description }
    }
  }`,
);

type Bot = NonNullable<ResultOf<typeof botTextDocument>['bot']>;

/** What is said of a bot alone and beside others. An empty value is not known. */
type Fact = readonly [label: string, value: string];

function factsOf(bot: Omit<Bot | ComparedBot, 'commands'>, publicUrl: string): readonly Fact[] {
  const { known = [] } = askedPermissions(bot) ?? {};
  return [
    [
      messages.bot.servers,
      bot.serverCount === null ? messages.common.unknown : formatNumber(bot.serverCount),
    ],
    [messages.bot.votes, formatNumber(bot.voteCount)],
    [messages.fields.tags, bot.tags.map(tagLabel).join(', ')],
    [messages.fields.languages, bot.languages.length === 0 ? '' : botLanguages().listed(bot.languages)],
    [messages.fields.prefix, bot.prefix === null ? '' : escaped(bot.prefix)],
    [messages.permissions.title, known.map(({ key }) => messages.permissionList[key].name).join(', ')],
    [
      messages.bot.by,
      bot.owners.map(({ userId, name }) => link(escaped(name), `${publicUrl}/user/${userId}.md`)).join(', '),
    ],
  ];
}

/**
 * A bot as Markdown. Its description is the safe one of its page, and nothing comes after it.
 *
 * @param publicUrl the start of each absolute URL
 */
export async function writeBot(bot: Bot, publicUrl: string): Promise<string> {
  const links = [
    link(messages.bot.invite, bot.inviteUrl),
    link(messages.vote.button, `${publicUrl}/bot/${bot.botId}/vote`),
    ...LINKS.flatMap(({ name }) => {
      const url = bot[name];
      return url === null ? [] : [link(messages.fields[name], url)];
    }),
  ];
  const commands = bot.commands.map(
    ({ name, description }) => `${escaped(commandName(name))}: ${escaped(description)}`,
  );
  const page = `${publicUrl}/bot/${bot.botId}`;
  const about = await textOf(bot.longDescriptionHtml, page);
  const news: string[] = [];
  for (const { title, html, publishedAt } of bot.news) {
    news.push(`### ${escaped(title)}`, publishedAt.slice(0, 10), await textOf(html, page));
  }
  const screenshots = bot.screenshots.map(({ url, description }, index) =>
    link(
      description === null ? messages.screenshots.named({ number: index + 1 }) : escaped(description),
      publicUrl + url,
    ),
  );
  return joined(
    `# ${escaped(bot.name)}`,
    `> ${escaped(bot.shortDescription)}`,
    listOf(
      factsOf(bot, publicUrl).flatMap(([label, value]) =>
        value === '' ? [] : [messages.common.labelled({ label, value })],
      ),
    ),
    listOf(links),
    commands.length === 0 ? undefined : `## ${messages.bot.commands}`,
    listOf(commands),
    screenshots.length === 0 ? undefined : `## ${messages.screenshots.title}`,
    listOf(screenshots),
    news.length === 0 ? undefined : `## ${messages.news.title}`,
    ...news,
    about === '' ? undefined : `## ${messages.bot.about}`,
    about,
  );
}

/** Bots side by side, as a table. */
export function writeComparison(bots: readonly ComparedBot[], publicUrl: string): string {
  const facts = bots.map((bot) => factsOf(bot, publicUrl));
  const heads = bots.map(({ botId, name }) => link(escaped(name), `${publicUrl}/bot/${botId}.md`));
  const rows = (facts[0] ?? []).map(([label], row) => [
    label,
    ...facts.map((of) => of[row]?.[1] || messages.common.unknown),
  ]);
  const counts = [messages.bot.commands, ...bots.map(({ commands }) => formatNumber(commands.length))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(['', ...heads]), line(['', ...heads].map(() => '---')), ...[...rows, counts].map(line)].join(
    '\n',
  );
}

/** Stands for a backslash while HTML is converted. No stored text has it. */
const ESCAPE = '\u0000';
/** Code, and outside of it the character that begins an element, and the one that makes an image of a link. */
const MEANING = /<(code|pre)\b[\s\S]*?<\/\1>|&lt;|!(?=<a\b)/g;

/** Converting a block takes about 40 milliseconds for so many characters, and four times as long for twice as many. */
const MAX_BLOCK = 8000;

/**
 * The description of a bot, from the HTML that is safe in any page. The library escapes all but elements. Its time
 * grows with the square of a text, so blocks are converted one by one, and other requests go on between them.
 *
 * @param page where a block stands that takes too long
 */
async function textOf(html: string, page: string): Promise<string> {
  const texts: string[] = [];
  for (const block of blocksOf(html)) {
    const isTooLong = block.length > MAX_BLOCK;
    texts.push(isTooLong ? link(messages.bot.wholeText, page) : await converted.forceFetch(block));
    await setImmediate();
  }
  return joined(...texts).trimEnd();
}

async function convert(block: string): Promise<string> {
  const marked = block.replaceAll(MEANING, (found, code?: string) => (code ? found : ESCAPE + found));
  return withoutHtml((await htmlToMarkdown(marked)).replaceAll(ESCAPE, '\\'));
}

/** Figures of a bot change often, its texts rarely. */
const converted = createCache<string>({
  maxBytes: 2 * 1024 * 1024,
  fetchMethod: convert,
});

/** Elements around which a text can be divided, where they are not in one another. */
const BLOCK = /<(\/?)(?:p|h[1-6]|ul|ol|blockquote|pre|table)\b[^>]*>/g;

function blocksOf(html: string): readonly string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, 1: end, index } of html.matchAll(BLOCK)) {
    depth += end ? -1 : 1;
    if (depth > 0) continue;
    blocks.push(html.slice(start, index + tag.length));
    start = index + tag.length;
  }
  return [...blocks, html.slice(start)].filter((block) => block.trim() !== '');
}
