import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { botStats, bots, POPULARITY_CLASSES } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type Listing, listingColumns } from '../listing/read.ts';
import { narrowed, queryFor } from './filter.ts';
import { inClass } from './ranking.ts';

/** For each kind of match, only the listings with the most votes are ranked. The list ends after them. */
const MAX_MATCHES = 120;
const MAX_NAMESAKES = 20;
/** The maximum length of a list by relevance. */
export const MAX_RANKED = 2 * MAX_MATCHES + MAX_NAMESAKES;
/** The minimum similarity of a misspelled word and a word of a name: `gaurdian` and `guardian` have 0.42. */
const LIKENESS = '0.4';

type Db = WithDatabase;
/** The connection pool or a transaction. */
export type Orm = Pick<Database['orm'], 'select'>;

/** A search of the directory. */
export interface Search {
  readonly search: string;
  readonly words: readonly string[];
  readonly tag: string | undefined;
}

/**
 * Reads the best matches: first listings with exactly this name, then by the match of name and short description,
 * then by votes. If no listing has the words, it reads listings with similar names.
 *
 * @param start the first place, from 0
 * @param size the maximum number of listings
 */
export async function searchByRelevance(
  services: Db,
  asked: Search,
  start: number,
  size: number,
): Promise<Listing[]> {
  const ranked = await rankByWords(services, asked, start, size);
  if (ranked.length > 0 || (start > 0 && (await hasWords(services, asked)))) return ranked;
  const score = sql`word_similarity(${asked.search}, ${bots.name}) desc`;
  return amongAlike(services, asked, (orm, alike) => rank(orm, alike, score, start, size));
}

/** Whether any listing has the words. Similar names are used only if none has. */
export async function hasWords(services: Db, asked: Search): Promise<boolean> {
  return (await rankByWords(services, asked, 0, 1)).length > 0;
}

/**
 * Selects from the listings with a similar name and the most votes.
 *
 * @param select receives a subquery with their ids, names, words and votes, and the transaction that must run it
 */
export function amongAlike<Selected>(
  { db }: Db,
  { search, tag }: Search,
  select: (orm: Orm, alike: SQL) => Promise<Selected>,
): Promise<Selected> {
  return db.orm.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`);
    return select(transaction, mostVoted(and(sql`${search} <% ${bots.name}`, narrowed(undefined, tag))));
  });
}

function rankByWords(services: Db, { search, words, tag }: Search, start: number, size: number) {
  const whole = queryFor(words, 'whole');
  const begun = queryFor(words, 'beginnings');
  const isNamesake = sql`lower(${bots.name}) = ${search.toLowerCase()}`;
  const matching = sql`
    (${matches} where ${and(sql`${bots.state} = 'approved'`, isNamesake, narrowed(undefined, tag))}
      limit ${MAX_NAMESAKES})
    union all (${mostVoted(narrowed(whole, tag))}) union all (${mostVoted(narrowed(begun, tag))})`;
  const score = sql`${isNamesake} desc, ts_rank(${bots.search}, ${whole}) + ts_rank(${bots.search}, ${begun}) desc`;
  return rank(services.db.orm, matching, score, start, size);
}

/** Orders matches by score, then by votes. */
function rank(orm: Orm, matching: SQL, score: SQL, start: number, size: number): Promise<Listing[]> {
  const best = sql`
    select ${bots.id}, row_number() over (order by ${score}, votes desc, ${bots.id} desc) as place
    from (select distinct on (id) * from (${matching}) matching) ${bots}
    order by place offset ${start} limit ${size}`;
  return orm
    .select(listingColumns)
    .from(sql`(${best}) as best`)
    .innerJoin(bots, sql`${bots.id} = best.id`)
    .innerJoin(botStats, eq(botStats.botId, bots.id))
    .orderBy(sql`best.place`);
}

/** A look-up per listing that is not ranked yet. With a join the planner expects too many rows. */
const votesOfBot = sql`
  coalesce(
    ${bots.rankedVotes},
    (select ${botStats.listedVoteCount} from ${botStats} where ${botStats.botId} = ${bots.id})
  )`;
/** Matches carry the columns for their score, so that ranking does not read their rows again. */
const matches = sql`select ${bots.id}, ${bots.name}, ${bots.search}, ${votesOfBot} as votes from ${bots}`;

/**
 * PostgreSQL does not read the later classes once it has enough rows. A class is five times as large as the one before
 * it, so of a word that is as frequent in all classes, about five times as many matches are read at most.
 */
function mostVoted(where: SQL | undefined): SQL {
  const ofClasses = Array.from({ length: POPULARITY_CLASSES }, (_, popularity) => {
    const matching = sql`${matches} where ${and(inClass(popularity), where)}`;
    return sql`(select * from (${matching} offset 0) matching order by votes desc, id desc limit ${MAX_MATCHES})`;
  });
  return sql`select * from (${sql.join(ofClasses, sql` union all `)}) classes limit ${MAX_MATCHES}`;
}
