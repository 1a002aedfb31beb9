import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import { isBotLanguage } from '../listing/languages.ts';
import { type Facets, namesOf } from './facets.ts';
import {
  arrayOf,
  far,
  fulfilled,
  isCommon,
  narrowed,
  near,
  nearWords,
  often,
  scoreOf,
  spoken,
  tagged,
} from './filter.ts';
import { MATCHES, MAX_MATCHES, mostVoted } from './most-voted.ts';
import type { Search } from './parse.ts';
import { allOf, IS_PUBLIC, type Place, runSearch } from './statement.ts';
import { wordsOf } from './words.ts';

const MAX_NAMESAKES = 20;
/** Matches in long texts and commands are only read when there are fewer other matches: a page. */
export const FEW = 24;
/** The maximum length of a list by relevance. */
export const MAX_RANKED = 2 * MAX_MATCHES + MAX_NAMESAKES;
/**
 * What votes and a complete listing add to the score: less than one kind of match is worth more than another. Votes add
 * up to 0.07, and a complete listing 0.03. The page *How we rank* says so.
 */
const OF_LISTING = '0.005 * ln(1 + votes) + 0.0003 * completeness';

/** What a bot in the reader's language gets: a little more than between the words themselves and others that mean the same. */
const FLUENT = '0.18';

interface Ranked {
  readonly listings: readonly ListingCard[];
  /** How many there are in total. */
  readonly total: number;
}

/**
 * Reads the best matches: first listings with exactly this name in any language, or with this command if it has a slash,
 * then those that fulfil wishes about languages and permissions, by the match of name, short description and tags,
 * and by votes. If they are few, those with the words in other texts come after them. If there are none at all, the
 * list has those with the tags where such bots often are.
 *
 * @param start the first place, from 0
 * @param size the maximum number of listings
 */
export async function searchByRelevance(
  services: WithDatabase,
  asked: Search,
  start: number,
  size: number,
): Promise<readonly ListingCard[]> {
  const { listings, total } = await rankNear(services, asked, start, size);
  if (total >= FEW || listings.length === size || asked.must.length === 0) return listings;
  const rest = await rank(
    services,
    asked,
    (place) => {
      // Without a join, because each class plans it anew.
      const namesakes = `select id from bots where ${allOf(IS_PUBLIC, isNamesake(place, asked, 'bots.name'))}
        union all select bot_id from listing_texts where name is not null and ${isNamesake(place, asked, 'name')}`;
      const others = allOf(
        `not (${near(place, asked.must, planOf(asked))}) and bots.id not in (${namesakes})`,
        asked.command && `not ${hasCommand(place, asked.command)}`,
      );
      return marked(amongFar(place, asked, others, planOf(asked)), false);
    },
    Math.max(0, start - total),
    size - listings.length,
  );
  const found = [...listings, ...rest.listings];
  if (found.length > 0 || !hasOften(asked)) return found;
  if (start > 0 && (await hasFar(services, asked))) return found;
  return (await rank(services, asked, (place) => marked(amongOften(place, asked), false), start, size))
    .listings;
}

/** Whether any listing matches. */
export async function hasMatches(services: WithDatabase, asked: Search): Promise<boolean> {
  return (await searchByRelevance(services, asked, 0, 1)).length > 0;
}

/** Whether any listing has the words in its name or short description, or a tag that they name. */
export async function hasNear(services: WithDatabase, asked: Search): Promise<boolean> {
  return (await rankNear(services, asked, 0, 1)).total > 0;
}

/**
 * The listings with the most votes that have words and fit filters, as a subquery with their ids. If the index of
 * languages were an alternative to that of words, PostgreSQL could read each bot that speaks a language.
 */
export const among = (
  place: Place,
  facets: Facets,
  words: string | undefined,
  others?: string,
  limit?: number,
): string =>
  mostVoted(
    allOf(words, tagged(place, facets)),
    allOf(spoken(place, facets), narrowed(place, facets), others),
    limit,
  );

/** The listings with the words in any text and the most votes. */
export const amongFar = (
  place: Place,
  { must, facets }: Search,
  others?: string,
  plan: 'kept' | 'new' = 'new',
): string => among(place, facets, far(place, must, plan), others);

/** Whether there are tags where such bots often are. */
export const hasOften = ({ must }: Search): boolean => often(() => '', must) !== undefined;

/** Whether any listing has the words in a text or a tag, so that tags where such bots often are do not count. */
export async function hasFar(services: WithDatabase, asked: Search): Promise<boolean> {
  const find = (place: Place) => `select from (${amongFar(place, asked)}) found limit 1`;
  return (await runSearch(services.db, find)).length > 0 || (await hasNear(services, asked));
}

/** The listings with the most votes of the tags where such bots often are. */
export const amongOften = (place: Place, { must, facets }: Search): string =>
  among(place, facets, often(place, must));

async function rankNear(services: WithDatabase, asked: Search, start: number, size: number): Promise<Ranked> {
  const divide = await dividerOf(services, asked.facets);
  const find = (place: Place) => {
    const { inIndex, perRow } = divide(place);
    const matching = (words: string | undefined) => mostVoted(allOf(words, inIndex), perRow);
    const namesakes = namesakesOf(place, asked, allOf(inIndex, perRow));
    // Without a list of their own, the whole words could be crowded out by popular bots with the beginning or the tag.
    const ofWords = matching(nearWords(place, asked.must, planOf(asked)));
    const matches = near(place, asked.must, planOf(asked));
    const wish = fulfilled(place, asked)?.all;
    return [
      marked(namesakes, true),
      ...(asked.command ? [marked(amongCommands(place, asked, asked.command), true)] : []),
      marked(ofWords, false),
      marked(matching(matches), false),
      // Those that fulfil the wishes may have few votes.
      ...(wish ? [marked(mostVoted(allOf(matches, inIndex), allOf(perRow, wish)), false)] : []),
    ].join(' union all ');
  };
  const ranked = await rank(services, asked, find, start, size);
  // A page after the last match does not know how many there are.
  if (ranked.total > 0 || start === 0) return ranked;
  return { listings: [], total: (await rank(services, asked, find, 0, 1)).total };
}

/**
 * Divides filters into those that indexes answer, and those that are computed for a limited number of matches. A rare
 * language would have few among these matches, so all its bots are read from its index. Reading all bots of a common
 * language took up to 80 ms with 100 000 bots.
 */
async function dividerOf(services: WithDatabase, facets: Facets) {
  const isSpoken = (place: Place) => spoken(place, facets);
  const isRare = facets.languages.length > 0 && !(await isCommon(services, isSpoken));
  return (place: Place) => ({
    inIndex: allOf(tagged(place, facets), isRare ? isSpoken(place) : undefined),
    perRow: allOf(isRare ? undefined : isSpoken(place), narrowed(place, facets)),
  });
}

/** The same name, whatever its case, spaces and accents: `tide pool` is the name of Tidepool. */
const isNamesake = (place: Place, { text }: Search, name: string): string =>
  `name_skeleton(${name}) = name_skeleton(${place(text)})`;

/**
 * The public listings with the same name in any language, those with it as their own name first. Own names and those of
 * translations have an index each, so each is looked up alone.
 */
function namesakesOf(place: Place, asked: Search, narrowed: string | undefined): string {
  const isShown = 'one.name is not null and one.language is distinct from bots.text_language';
  return `${MATCHES} where ${allOf(IS_PUBLIC, isNamesake(place, asked, 'bots.name'), narrowed)}
    union all ${MATCHES} join listing_texts one on one.bot_id = bots.id
      where ${allOf(IS_PUBLIC, isShown, isNamesake(place, asked, 'one.name'), narrowed)}
    limit ${MAX_NAMESAKES}`;
}

const hasCommand = (place: Place, name: string): string =>
  `exists (select from bots whole where whole.id = bots.id and whole.commands @> ${place(JSON.stringify([{ name }]))}::jsonb)`;

/** The most-voted listings with a command of this name. The index of all texts has the words of commands. */
export function amongCommands(place: Place, asked: Search, command: string): string {
  const words = wordsOf(command);
  const must = [{ words, others: [], is: [], within: [], often: [] }];
  return amongFar(place, { ...asked, must }, hasCommand(place, command));
}

/** Marks matches, because the skeletons of names are costly to compare. */
const marked = (matches: string, isNamesake: boolean): string =>
  `select *, ${isNamesake} as is_namesake from (${matches}) matches`;

/** One word or two without a filter: most searches, in six forms. */
function planOf({ words, facets, should, not, command }: Search): 'kept' | 'new' {
  const isPlain = should.length + not.length + namesOf(facets).length === 0 && command === undefined;
  return words.length <= 2 && isPlain ? 'kept' : 'new';
}

/** Orders matches by score, then by votes. `find` marks those with exactly the name, which come first. */
async function rank(
  { db }: WithDatabase,
  asked: Search,
  find: (place: Place) => string,
  start: number,
  size: number,
): Promise<Ranked> {
  const write = (place: Place) => {
    const { queries, score } = scoreOf(place, asked.must);
    const spoken = arrayOf(place, [asked.language ?? ''].filter(isBotLanguage));
    // Without a reader's language, and without languages of the bot, nothing speaks against it.
    const isFluent = `${spoken} = '{}' or bots.languages = '{}' or bots.languages && ${spoken}`;
    const fluent = `case when ${isFluent} then ${FLUENT} else 0 end`;
    const wishes = fulfilled(place, asked);
    const first = ['is_namesake desc', ...(wishes ? [`${wishes.count} desc`] : [])].join();
    return `
      with asked as materialized (select ${queries})
      select ${CARD_COLUMNS}, best.total from (
        select bots.id, count(*) over ()::int as total, row_number() over (
          order by ${first}, ${score} + ${fluent} + ${OF_LISTING} desc, votes desc, bots.id desc
        ) as place
        from (select distinct on (id) * from (${find(place)}) found order by id, is_namesake desc) bots, asked
        order by place offset ${place(start)} limit ${place(size)}
      ) as best join bots on bots.id = best.id join bot_stats on bot_stats.bot_id = bots.id
      order by best.place`;
  };
  const rows = await runSearch<ListingCard & { total: number }>(db, write, planOf(asked) === 'kept');
  return { listings: rows, total: rows[0]?.total ?? 0 };
}
