import type { ResultOf } from '../../documents/graphql.ts';
import { directoryPath, EVERYTHING, readSearch, userPath } from '../directory/directory-address.ts';
import { directoryTitle, noneText, rangeText } from '../directory/directory-page.tsx';
import { documents, filterOf } from '../directory/directory-routes.ts';
import { missingFilters } from '../directory/filters.tsx';
import { foundSearch, noCloseText, relaxedText } from '../directory/search-notes.tsx';
import type { Reader } from '../frame/kept-page.ts';
import type { Site } from '../frame/site.ts';
import { type Home, shelvesOf, usedTags } from '../home/home-page.tsx';
import { markdownPath } from '../kit/formats.ts';
import { neighbours, type Position, readFrom, readRange } from '../kit/page-links.tsx';
import { type Tag, tagLabel } from '../kit/tags.tsx';
import type { BotRow } from '../listing/bot-row.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { escaped, joined, link, listOf } from './markdown.ts';

type Found = ResultOf<typeof documents.directory>['bots'];
type User = NonNullable<ResultOf<typeof documents.user>['user']>;
interface Bots {
  readonly edges: readonly { readonly node: BotRow }[];
}

/** The list of bots that an address names, with the notes of its page. */
export async function writeDirectory(
  { runDocument, publicUrl }: Site,
  reader: Reader,
  query: URLSearchParams,
  tags: readonly Tag[],
  tag: string | undefined,
): Promise<string> {
  const search = readSearch(query, tag);
  const range = readRange(query);
  const variables = { search: search.search, filter: filterOf(search), order: search.order, ...range };
  const { bots } = await runDocument(reader, documents.directory, variables);
  const found = foundSearch(search, bots);
  const from = readFrom(query);
  const shown = {
    ...found,
    chosen: tags.filter(({ slug }) => found.tags.includes(slug)),
    isLaterPage: 'after' in range || 'before' in range,
    from,
  };
  const filters = missingFilters(shown, EVERYTHING, tags);
  const numbers = Number.isNaN(from) ? undefined : { from, next: from + bots.edges.length };
  const pathOf = (position: Position) => directoryPath(found, position);
  return joined(
    `# ${escaped(directoryTitle(shown))}`,
    filters.length === 0
      ? undefined
      : messages.common.labelled({ label: messages.filters.chosen, value: escaped(filters.join(', ')) }),
    writeSpelling(search.search, bots, (words) => directoryPath({ ...found, search: words }), publicUrl),
    escaped(relaxedText(search, found, bots, tags) ?? noCloseText(bots) ?? ''),
    writeTags(
      bots.namedTags.filter(({ slug }) => !found.tags.includes(slug)),
      publicUrl,
    ),
    listOf(
      bots.makers.map(({ userId, name }) =>
        toMarkdown(messages.user.title({ name: escaped(name) }), userPath(userId), publicUrl),
      ),
    ),
    bots.edges.length === 0 ? noneText(shown) : rangeText(shown, bots),
    writeRows(bots, publicUrl),
    listOf(
      neighbours(bots.pageInfo, numbers).map(({ label, position }) =>
        toMarkdown(label, pathOf(position), publicUrl),
      ),
    ),
  );
}

/** What became of a search that was spelt in another way. */
function writeSpelling(
  typed: string,
  { correctedSearch, alternativeSearch }: Found,
  pathOf: (search: string) => string,
  publicUrl: string,
): string | undefined {
  if (correctedSearch !== null)
    return escaped(messages.directory.corrected({ typed, search: correctedSearch }));
  if (alternativeSearch === null) return undefined;
  const way = toMarkdown(escaped(alternativeSearch), pathOf(alternativeSearch), publicUrl);
  return `${messages.directory.alternative} ${way}?`;
}

/** The categories that a search names. */
const writeTags = (tags: readonly Tag[], publicUrl: string): string | undefined =>
  tags.length === 0
    ? undefined
    : `${messages.directory.named} ${tags.map((tag) => toMarkdown(tagLabel(tag), `/tag/${tag.slug}`, publicUrl)).join(', ')}`;

/** The public bots of a user. */
export function writeUser({ userId, name, bots }: User, publicUrl: string): string {
  return joined(
    `# ${messages.user.title({ name: escaped(name) })}`,
    bots.edges.length === 0 ? messages.directory.noMore : writeRows(bots, publicUrl),
    listOf(
      neighbours(bots.pageInfo).map(({ label, position }) =>
        toMarkdown(label, userPath(userId, position), publicUrl),
      ),
    ),
  );
}

/** The first page: what the site is, its shelves of bots, and its categories. */
export function writeHome(home: Home, siteName: string, publicUrl: string): string {
  const { totals, featured } = home;
  const shelves = shelvesOf(home).flatMap(({ title, path, edges }) => [
    `## ${title}`,
    writeRows({ edges }, publicUrl),
    toMarkdown(messages.home.more, path, publicUrl),
  ]);
  return joined(
    `# ${escaped(siteName)}`,
    `> ${messages.home.title}`,
    `${messages.home.intro} ${toMarkdown(messages.sitePages.review, '/review', publicUrl)}`,
    totals.bots === 0 ? undefined : messages.home.botCount({ count: totals.bots }),
    ...(featured.length === 0
      ? []
      : [`## ${messages.home.featured}`, listOf(featured.map((node) => rowOf(node, publicUrl)))]),
    ...shelves,
    `## ${messages.home.categories}`,
    listOf(
      usedTags(home).map((tag) =>
        messages.common.labelled({
          label: toMarkdown(tagLabel(tag), `/tag/${tag.slug}`, publicUrl),
          value: messages.home.botCount({ count: tag.botCount }),
        }),
      ),
    ),
  );
}

/** Bots with a link to each. */
export const writeRows = ({ edges }: Bots, publicUrl: string): string =>
  listOf(edges.map(({ node }) => rowOf(node, publicUrl)));

function rowOf({ botId, name, shortDescription, serverCount, voteCount }: BotRow, publicUrl: string): string {
  const numbers = [
    ...(serverCount === null
      ? []
      : [messages.common.labelled({ label: messages.bot.servers, value: formatNumber(serverCount) })]),
    messages.common.labelled({ label: messages.bot.votes, value: formatNumber(voteCount) }),
  ];
  return `[${escaped(name)}](${publicUrl}/bot/${botId}.md): ${escaped(shortDescription)} (${numbers.join(', ')})`;
}

/** A link to a page of the site as Markdown. */
const toMarkdown = (label: string, path: string, publicUrl: string): string =>
  link(label, publicUrl + markdownPath(path));
