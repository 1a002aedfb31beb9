import { POPULARITY_CLASSES } from '../../db/tables.ts';
import { allOf } from './statement.ts';

/** For each kind of match, only the listings with the most votes are ranked. The list ends after them. */
export const MAX_MATCHES = 120;
/** The most matches of a class that a filter without an index looks at: as many as a search without one reads. */
export const MAX_FILTERED = 600;

/**
 * Matches carry the columns for their filters and score, so that ranking does not read their rows again. The votes of a
 * listing that is not ranked yet are looked up: with a join the planner expects too many rows.
 */
export const MATCHES = `
  select bots.id, bots.name, bots.search, bots.tags, bots.languages, bots.invite_scopes, bots.invite_permissions,
    coalesce(bots.ranked_votes, (select listed_vote_count from bot_stats where bot_id = bots.id)) as votes,
    coalesce(bots.ranked_score, 0) as completeness
  from bots`;

/** Conditions that let PostgreSQL use the index of a popularity class, for each class. */
export const IN_CLASSES: readonly string[] = Array.from(
  { length: POPULARITY_CLASSES },
  (_, popularity) => `bots.state = 'approved' and bots.popularity = ${popularity}`,
);

/**
 * The matches with the most votes, with the columns of `MATCHES`. PostgreSQL does not read the
 * later classes once it has enough rows. A class is five times as large as the one before it, so of a word that is as
 * frequent in all classes, about five times as many matches are read at most.
 *
 * @param where conditions that the index of a class answers
 * @param narrowed conditions that need the row of each match
 */
export function mostVoted(where: string | undefined, narrowed?: string, limit = MAX_MATCHES): string {
  const ofClasses = IN_CLASSES.map((inClass) => {
    const matching = `${MATCHES} where ${allOf(inClass, where)}`;
    const found = narrowed
      ? `select * from (${matching} limit ${MAX_FILTERED}) bots where ${narrowed}`
      : matching;
    return `(select * from (${found} offset 0) matching order by votes desc, id desc limit ${limit})`;
  });
  return `select * from (${ofClasses.join(' union all ')}) classes limit ${limit}`;
}
