import { and, type SQL, sql } from 'drizzle-orm';
import { botStats, bots, POPULARITY_CLASSES } from '../../db/tables.ts';
import { inClass } from './ranking.ts';

/** For each kind of match, only the listings with the most votes are ranked. The list ends after them. */
export const MAX_MATCHES = 120;
/** The most matches of a class that a filter without an index looks at: as many as a search without one reads. */
const MAX_FILTERED = 600;

/** A look-up per listing that is not ranked yet. With a join the planner expects too many rows. */
const votesOfBot = sql`
  coalesce(
    ${bots.rankedVotes},
    (select ${botStats.listedVoteCount} from ${botStats} where ${botStats.botId} = ${bots.id})
  )`;

/** Matches carry the columns for their filters and score, so that ranking does not read their rows again. */
export const matches = sql`
  select ${bots.id}, ${bots.name}, ${bots.search}, ${bots.tags}, ${bots.languages}, ${votesOfBot} as votes from ${bots}`;

/**
 * The matches with the most votes: their ids, names, words, tags, languages and votes. PostgreSQL does not read the
 * later classes once it has enough rows. A class is five times as large as the one before it, so of a word that is as
 * frequent in all classes, about five times as many matches are read at most.
 *
 * @param where conditions that the index of a class answers
 * @param narrowed conditions that need the row of each match
 */
export function mostVoted(where: SQL | undefined, narrowed?: SQL, limit = MAX_MATCHES): SQL {
  const ofClasses = Array.from({ length: POPULARITY_CLASSES }, (_, popularity) => {
    const matching = sql`${matches} where ${and(inClass(popularity), where)}`;
    const found = narrowed
      ? sql`select * from (${matching} limit ${MAX_FILTERED}) ${bots} where ${narrowed}`
      : matching;
    return sql`(select * from (${found} offset 0) matching order by votes desc, id desc limit ${limit})`;
  });
  return sql`select * from (${sql.join(ofClasses, sql` union all `)}) classes limit ${limit}`;
}
