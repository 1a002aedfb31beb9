import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import type { Reader } from '../frame/kept-page.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { markdownLink } from '../kit/formats.ts';
import { inLanguageOf } from '../words/choose-language.ts';
import { messages } from '../words/messages.ts';
import { type BotRow, botRow } from './bot-row.tsx';
import { ComparePage, type Comparison, comparePath, MAX_COMPARED } from './compare-page.tsx';
import { comparedBot } from './compare-rows.tsx';

export const compareDocument = graphql(
  `query Compare($one: ID!, $two: ID!, $three: ID!, $four: ID!, $search: String, $first: Int!, $language: String!) {
    viewer { ...PageViewer }
    one: bot(botId: $one) { ...ComparedBot }
    two: bot(botId: $two) { ...ComparedBot }
    three: bot(botId: $three) { ...ComparedBot }
    four: bot(botId: $four) { ...ComparedBot }
    offered: bots(search: $search, order: RELEVANCE, isRelaxed: true, first: $first) { edges { node { ...BotRow } } }
  }`,
  [pageViewer, comparedBot, botRow],
);

/** Bots that are like those of a comparison, which has room for another one. */
export const similarDocument = graphql(
  `query SimilarToCompared($one: ID!, $two: ID!, $three: ID!, $first: Int!, $language: String!) {
    one: bot(botId: $one) { similarBots(first: $first) { ...BotRow } }
    two: bot(botId: $two) { similarBots(first: $first) { ...BotRow } }
    three: bot(botId: $three) { similarBots(first: $first) { ...BotRow } }
  }`,
  [botRow],
);

/** Bots that are offered to add. */
const OFFERED = 8;
/** An id that no bot has. */
const NOBODY = '0';
/** More are cut off before they are looked at. */
const MAX_READ = 20;
const MAX_SEARCH = 100;

/** Reads the comparison that an address names. */
export async function readComparison(site: Site, reader: Reader, query: URLSearchParams) {
  const asked = comparedIds(query);
  const [one = NOBODY, two = NOBODY, three = NOBODY, four = NOBODY] = asked;
  const search = (query.get('q')?.trim() ?? '').replaceAll('\0', '').slice(0, MAX_SEARCH);
  const variables = { one, two, three, four, search, first: OFFERED + MAX_COMPARED };
  const data = await site.runDocument(reader, compareDocument, variables);
  const bots = [data.one, data.two, data.three, data.four]
    .filter((bot) => bot?.state === 'APPROVED')
    .filter((bot) => bot !== null);
  const names = bots.map(({ name }) => name);
  const ids = bots.map(({ botId }) => botId);
  const found = data.offered.edges.map(({ node }) => node);
  const offered =
    search === '' ? [...(await readSimilar(site, reader, ids)), ...found] : namedFirst(found, search);
  const comparison: Comparison = {
    bots,
    isShort: query.get('only') === 'differences',
    problem: problemOf(asked.length, bots.length),
    offered: [...new Map(offered.map((bot) => [bot.botId, bot])).values()]
      .filter(({ botId }) => !ids.includes(botId))
      .slice(0, OFFERED),
    search,
    now: site.now(),
  };
  return {
    title: names.length > 1 ? messages.compare.titleOf({ names: names.join(', ') }) : messages.compare.title,
    /** None of the bots that were asked for is there. */
    isMissing: asked.length > 0 && bots.length === 0,
    comparison,
    viewed: data,
  };
}

/** Lists what is like the bots that are compared: the most similar one of each, then the second one of each. */
async function readSimilar({ runDocument }: Site, reader: Reader, ids: readonly string[]): Promise<BotRow[]> {
  if (ids.length === 0 || ids.length === MAX_COMPARED) return [];
  const [one = NOBODY, two = NOBODY, three = NOBODY] = ids;
  const data = await runDocument(reader, similarDocument, { one, two, three, first: OFFERED });
  const lists = [data.one, data.two, data.three].map((bot) => bot?.similarBots ?? []);
  return Array.from({ length: OFFERED }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

/** Somebody who adds a bot mostly types its name, so those come before bots that match in other texts. */
function namedFirst(found: readonly BotRow[], search: string): BotRow[] {
  const typed = search.toLocaleLowerCase();
  const isNamed = ({ name }: BotRow) => Number(name.toLocaleLowerCase().includes(typed));
  return found.toSorted((one, other) => isNamed(other) - isNamed(one));
}

/** The bot that somebody typed to add it, if nothing else is found and its name begins so. */
function onlyNamed({ bots, offered: [found, ...others], search }: Comparison): BotRow | undefined {
  if (search === '' || bots.length === MAX_COMPARED || others.length > 0) return undefined;
  return found?.name.toLocaleLowerCase().startsWith(search.toLocaleLowerCase()) ? found : undefined;
}

/** The page that compares bots. It works without scripts, and its address has all that it shows. */
export function createCompareRoutes(site: Site): readonly Route[] {
  async function compare(request: HttpRequest): Promise<Reply> {
    const { url, query } = request;
    const { title, isMissing, comparison, viewed } = await readComparison(site, request, query);
    const ids = comparison.bots.map(({ botId }) => botId);
    const named = onlyNamed(comparison);
    // A browser would keep the fragment of the form.
    if (named) return redirect(`${comparePath([...ids, named.botId], comparison.isShort)}#main`);
    return site.page(title, ComparePage(comparison), viewed, {
      path: inLanguageOf(url.pathname + url.search, undefined),
      files: ['compare.css'],
      ...(isMissing && { status: 404 }),
      summary: {
        description: messages.compare.description,
        canonical: site.publicUrl + (ids.length > 0 ? comparePath(ids.toSorted()) : '/compare'),
        // There are endlessly many.
        isPassage: true,
        others: [markdownLink(ids.length > 0 ? comparePath(ids) : '/compare')],
      },
    });
  }

  return [['GET', '/compare', compare]];
}

/** The ids in an address: of one parameter with commas, or of one for each checkbox of a form. */
export function comparedIds(query: URLSearchParams): string[] {
  const written = query
    .getAll('bots')
    .slice(0, MAX_READ)
    .flatMap((value) => value.split(',', MAX_READ));
  return [...new Set(written.map((id) => id.trim()).filter((id) => id !== ''))].slice(0, MAX_READ);
}

function problemOf(asked: number, shown: number): string | undefined {
  if (asked > MAX_COMPARED) return messages.compare.tooMany({ max: MAX_COMPARED });
  if (shown < asked) return messages.compare.missing({ count: asked - shown });
  return asked === 1 ? messages.compare.oneMore : undefined;
}
