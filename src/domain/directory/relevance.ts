import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { botStats, bots, POPULARITY_CLASSES } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type Listing, listingColumns } from '../listing/read.ts';
import { narrowed, queryFor } from './filter.ts';
import { inClass } from './ranking.ts';

/** Of each kind of match, those with the most votes are looked at closer; nobody reads further than this. */
const MAX_MATCHES = 120;
const MAX_NAMESAKES = 20;
/** The list has no more places. */
export const MAX_RANKED = 2 * MAX_MATCHES + MAX_NAMESAKES;
/** How alike a word of a name and a mistyped word have to be: `gaurdian` and `guardian` are at 0.42. */
const LIKENESS = '0.4';

type Db = WithDatabase;
/** The pool, or a transaction. */
export type Orm = Pick<Database['orm'], 'select'>;

export interface Search {
  readonly search: string;
  readonly words: readonly string[];
  readonly tag: string | undefined;
}

/**
 * Reads the best matches: the one of this very name, then by how well name and short text match, and by votes. Where no
 * listing has the words, those whose names are spelled alike.
 *
 * @param start the place to begin with, from 0
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

/** Whether any listing has the words: only where none has, those that are spelled alike count. */
export async function hasWords(services: Db, asked: Search): Promise<boolean> {
  return (await rankByWords(services, asked, 0, 1)).length > 0;
}

/**
 * Selects from the listings with a word in their name that is spelled like the search, those with the most votes.
 *
 * @param select given ids and votes of those, and where alone this statement can be asked
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
    (select ${bots.id}, (${votesOfBot}) as votes from ${bots}
      where ${and(sql`${bots.state} = 'approved'`, isNamesake, narrowed(undefined, tag))} limit ${MAX_NAMESAKES})
    union (${mostVoted(narrowed(whole, tag))}) union (${mostVoted(narrowed(begun, tag))})`;
  const score = sql`${isNamesake} desc, ts_rank(${bots.search}, ${whole}) + ts_rank(${bots.search}, ${begun}) desc`;
  return rank(services.db.orm, matching, score, start, size);
}

/** The matching ones by score, then by votes. */
function rank(orm: Orm, matching: SQL, score: SQL, start: number, size: number): Promise<Listing[]> {
  const best = sql`
    select ${bots.id}, row_number() over (order by ${score}, votes desc, ${bots.id} desc) as place
    from (${matching}) matching join ${bots} on ${bots.id} = matching.id
    order by place offset ${start} limit ${size}`;
  return orm
    .select(listingColumns)
    .from(sql`(${best}) as best`)
    .innerJoin(bots, sql`${bots.id} = best.id`)
    .innerJoin(botStats, eq(botStats.botId, bots.id))
    .orderBy(sql`best.place`);
}

/** A look-up for each row: a join of few rows is taken for one of many. */
const votesOfBot = sql`select ${botStats.listedVoteCount} from ${botStats} where ${botStats.botId} = ${bots.id}`;

/** The later classes are not even looked at once there are enough. */
function mostVoted(where: SQL | undefined): SQL {
  const ofClasses = Array.from({ length: POPULARITY_CLASSES }, (_, popularity) => {
    const matching = sql`select ${bots.id}, (${votesOfBot}) as votes from ${bots} where ${and(inClass(popularity), where)}`;
    return sql`(select * from (${matching} offset 0) matching order by votes desc, id desc limit ${MAX_MATCHES})`;
  });
  return sql`select * from (${sql.join(ofClasses, sql` union all `)}) classes limit ${MAX_MATCHES}`;
}
