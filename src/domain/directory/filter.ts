import type { WithDatabase } from '../kernel/needs.ts';
import { DANGEROUS_COUNT, PERMISSION_COUNT } from '../listing/card.ts';
import { type Facets, NO_FACETS } from './facets.ts';
import { IN_CLASSES } from './most-voted.ts';
import { languageNamed, NEGATING, type Negation, type Search } from './parse.ts';
import { allOf, type Place, runSearch } from './statement.ts';
import type { Term } from './terms.ts';

/** The weight of name or short description in `bots.search`; both without one. */
type Label = 'A' | '';

/** Words and phrases for `to_tsquery`: each phrase must have all its words. Words have only letters and digits. */
const written = (phrases: readonly string[], suffix: string): string =>
  phrases
    .map(
      (phrase) =>
        `(${phrase
          .split(' ')
          .map((word) => `'${word}':${suffix}`)
          .join(' & ')})`,
    )
    .join(' | ');

/**
 * In a plan that is kept, PostgreSQL would compute a query for each row; a subquery it computes once. In a plan for
 * these values, it estimates how many rows a query matches, but not a subquery.
 */
const queryIn = (plan: 'kept' | 'new', query: string): string =>
  plan === 'kept' ? `(select ${query})` : `(${query})`;

/** A full-text query for phrases, also by their English and German stems: `songs` also finds `song`. */
function wholeQuery(place: Place, phrases: readonly string[], label: Label = ''): string {
  const at = place(written(phrases, label || 'AB'));
  return `(to_tsquery('simple', ${at}) || to_tsquery('english', ${at}) || to_tsquery('german', ${at}))`;
}

/** A full-text query for the beginnings of words. */
const beginningQuery = (place: Place, words: readonly string[], label: Label = ''): string =>
  `to_tsquery('simple', ${place(written([words.join(' ')], `*${label}`))})`;

/**
 * How well the kinds of matches of a term fit, best first. The words themselves count more than others that mean the
 * same, and both count more than a tag alone.
 */
const STRENGTHS = {
  name: 1,
  nameBegins: 0.8,
  text: 0.6,
  otherName: 0.55,
  other: 0.45,
  begins: 0.4,
  tag: 0.35,
  /** The words in the text of a bot without the tags that they mean, such as "no spam in between". */
  elsewhere: 0.3,
};
/** What a tag adds to a match. A bot with more than four tags is less about each of them. */
const TAGGED = '0.1 - 0.02 * greatest(cardinality(bots.tags) - 4, 0)';

/**
 * Scores matches: the sum over all terms.
 *
 * @returns `queries`, which are columns of a row that is computed once, with the name `asked`; `score` reads them
 */
export function scoreOf(place: Place, terms: readonly Term[]): { queries: string; score: string } {
  const columns: string[] = [];
  const column = (query: string) => `asked.q${columns.push(query) - 1}`;
  const has = (query: string) => `bots.search @@ ${column(query)}`;
  // Each term has all cases, even those that cannot be: so statements have few forms, which PostgreSQL keeps.
  const scores = terms.map(({ words, others, within, often }) => {
    const own = [words.join(' ')];
    const same = others.length === 0 ? own : others;
    const isElsewhere = within.length === 0 ? 'false' : `not (${hasAny(place, within)})`;
    const cases = [
      [has(wholeQuery(place, own, 'A')), STRENGTHS.name],
      [has(beginningQuery(place, words, 'A')), STRENGTHS.nameBegins],
      [has(wholeQuery(place, same, 'A')), STRENGTHS.otherName],
      [isElsewhere, STRENGTHS.elsewhere],
      [has(wholeQuery(place, own)), STRENGTHS.text],
      [has(wholeQuery(place, same)), STRENGTHS.other],
      [has(beginningQuery(place, words)), STRENGTHS.begins],
      [hasAny(place, within), STRENGTHS.tag],
    ].map(([condition, strength]) => `when ${condition} then ${strength}`);
    const isTagged = hasAny(place, [...within, ...often]);
    return `case ${cases.join(' ')} else 0 end + case when ${isTagged} then ${TAGGED} else 0 end`;
  });
  return {
    queries: columns.map((query, index) => `${query} as q${index}`).join(', ') || 'null as q0',
    score: scores.join(' + ') || '0',
  };
}

/** Matches all words in name and short description, or others that mean the same. */
export function nearWords(place: Place, terms: readonly Term[], plan: 'kept' | 'new'): string | undefined {
  if (terms.length === 0) return undefined;
  const queries = terms.map(({ words, others }) => wholeQuery(place, [words.join(' '), ...others]));
  return `bots.search @@ ${queryIn(plan, queries.join(' && '))}`;
}

/**
 * Matches name, short description and tags, also by the beginnings of words. Conditions apply to `bots`, or to a
 * subquery with this alias. Words without a tag become one query, so that one look-up in the index finds them.
 */
export function near(place: Place, terms: readonly Term[], plan: 'kept' | 'new' = 'new'): string | undefined {
  const queryFor = ({ words, others }: Term) =>
    `(${beginningQuery(place, words)} || ${wholeQuery(place, [words.join(' '), ...others])})`;
  const matches = (some: readonly Term[]) =>
    `bots.search @@ ${queryIn(plan, some.map(queryFor).join(' && '))}`;
  const plain = terms.filter(({ within }) => within.length === 0);
  return allOf(
    plain.length === 0 ? undefined : matches(plain),
    ...terms
      .filter(({ within }) => within.length > 0)
      .map((term) => `(${matches([term])} or ${hasAny(place, term.within)})`),
  );
}

/** Matches all texts and the commands, by the stems of words. */
export function far(place: Place, terms: readonly Term[], plan: 'kept' | 'new' = 'new'): string | undefined {
  const queryFor = ({ words, others }: Term) => {
    const at = place(written([words.join(' '), ...others], ''));
    return queryIn(plan, `to_tsquery('english', ${at}) || to_tsquery('german', ${at})`);
  };
  return allOf(
    ...terms.map((term) => {
      const query = queryFor(term);
      const inText = `bots.text_words @@ ${query}`;
      return term.within.length === 0 ? inText : `(${inText} or ${hasAny(place, term.within)})`;
    }),
  );
}

/** Matches the tags where bots for a single term often are. */
export function often(place: Place, [term, ...more]: readonly Term[]): string | undefined {
  return term && term.often.length > 0 && more.length === 0 ? hasAny(place, term.often) : undefined;
}

/** Whether a listing has one of the tags. */
export const hasAny = (place: Place, tags: readonly string[]): string =>
  `bots.tags && ${arrayOf(place, tags)}`;

/** Tags or languages, which have only letters and hyphens, as a value of the type of their column. */
export const arrayOf = (place: Place, codes: readonly string[]): string =>
  `${place(`{${codes.join()}}`)}::text[]`;

/** The filters that the index of words and tags answers. */
export function tagged(place: Place, { tags }: Facets): string | undefined {
  return tags.length === 0 ? undefined : `bots.tags @> ${arrayOf(place, tags)}`;
}

/** The filter that an index of its own answers. It does not have words. */
export function spoken(place: Place, { languages }: Facets): string | undefined {
  return languages.length === 0 ? undefined : `bots.languages && ${arrayOf(place, languages)}`;
}

/** The filters that need the row of each match. */
export function narrowed(
  place: Place,
  { without, minServers, activeSince, isHarmless, maxPermissions }: Facets,
  how: 'per row' | 'as a set' | 'of the join' = 'per row',
): string | undefined {
  const ofStats = allOf(
    minServers === undefined ? undefined : `coalesce(bot_stats.server_count, -1) >= ${place(minServers)}`,
    activeSince && `bot_stats.checked_in_at >= ${place(activeSince.toISOString())}`,
  );
  const found = {
    // A look-up per row. As a join, the planner would read all rows of the table.
    'per row': `(select ${ofStats} from bot_stats where bot_stats.bot_id = bots.id)`,
    'as a set': `bots.id in (select bot_stats.bot_id from bot_stats where ${ofStats})`,
    'of the join': ofStats,
  };
  return allOf(
    without.length === 0 ? undefined : `not (${hasAny(place, without)})`,
    isHarmless ? `${DANGEROUS_COUNT} = 0` : undefined,
    maxPermissions === undefined ? undefined : `${PERMISSION_COUNT} <= ${place(maxPermissions)}`,
    ofStats && found[how],
  );
}

/** Whether name and short description have no such phrase, or say that the bot is without the first one: "no ads". */
function lacks(place: Place, { words, others }: Term): string {
  const negated = [...NEGATING].map((word) => `'${word}'`).join(' | ');
  const said = `(${negated}) <-> ${words.map((word) => `'${word}'`).join(' <-> ')}`;
  return `(not bots.search @@ ${wholeQuery(place, [words.join(' '), ...others])}
    or bots.search @@ to_tsquery('simple', ${place(said)}))`;
}

/** A match should have no tag and no words of something unwanted. Besides an unwanted language it should speak others. */
function isWithout(place: Place, { term }: Negation): string | undefined {
  const language = languageNamed(term.words.join(' '));
  if (language !== undefined) return `bots.languages <> ${arrayOf(place, [language])}`;
  return allOf(narrowed(place, { ...NO_FACETS, without: term.is }), lacks(place, term));
}

/** How many of the wishes of a search a match fulfils, and whether it fulfils all; undefined without wishes. */
export function fulfilled(place: Place, { should, not }: Search): { count: string; all: string } | undefined {
  const wishes = should.map((wish) => ({ ...NO_FACETS, ...wish.facets }));
  const conditions = [
    ...wishes.map((facets) => allOf(spoken(place, facets), narrowed(place, facets))),
    ...not.map((negation) => isWithout(place, negation)),
  ].map((condition) => `(${condition})`);
  if (conditions.length === 0) return undefined;
  return {
    count: conditions.map((condition) => `${condition}::int`).join(' + '),
    all: conditions.join(' and '),
  };
}

/** A condition is common when this many of the 1500 most-voted listings match it. */
const COMMON = 15;

/** Whether about one in a hundred listings or more match. The planner's estimate is far off for prefixes. */
export async function isCommon(
  { db }: WithDatabase,
  wanted: (place: Place) => string | undefined,
): Promise<boolean> {
  const found = await runSearch(db, (place) => {
    const condition = wanted(place);
    const popular = IN_CLASSES.slice(0, 2).map(
      (inClass) => `select bots.id from bots where ${allOf(inClass, condition)}`,
    );
    return `${popular.join(' union all ')} limit ${COMMON}`;
  });
  return found.length === COMMON;
}
