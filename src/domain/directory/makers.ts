import type { WithDatabase } from '../kernel/needs.ts';
import type { Profile } from './profile.ts';
import { FEW, type Found } from './search.ts';
import { runSearch } from './statement.ts';
import { withoutFillers } from './words.ts';

const MAX_MAKERS = 3;
/** Users with such a name who are looked at: most of them may be voters, who manage no bot. */
const MAX_NAMESAKES = 200;
/** Shorter beginnings are those of too many names. */
const MIN_LENGTH = 3;

/**
 * Finds users whose name is the search or begins with it, for a search that finds few listings. Only users with an
 * approved listing are found, so voters stay private. The beginning may be a part of a word.
 */
export async function findMakers(
  { db }: WithDatabase,
  { entries, corrected, isRelaxed, search }: Found,
): Promise<readonly Profile[]> {
  if (entries.length >= FEW && corrected === undefined && !isRelaxed) return [];
  const typed = search.text.replaceAll(/\s+/g, ' ');
  // `bots by Amara` names Amara. A name may have signs that are no part of words.
  const names = new Set([typed, withoutFillers(search.typed).join(' ')]);
  const begun = [...names].filter(({ length }) => length >= MIN_LENGTH);
  if (begun.length === 0) return [];
  return runSearch<Profile>(db, (place) => {
    const users = begun.map(place).map(
      (name) => `
        (select id, name from users where lower(name) ~>=~ lower(${name})
          and lower(name) ~<~ (lower(${name}) || chr(1114111))
          order by lower(name) using ~<~ limit ${MAX_NAMESAKES})`,
    );
    // A look-up per user. As a join, the planner would read all bots.
    return `
      select named.id as "userId", name from (${users.join(' union ')}) named cross join lateral (
        select from bot_owners owner join bots on bots.id = owner.bot_id and bots.state = 'approved'
        where owner.user_id = named.id and owner.accepted_at is not null limit 1
      ) public
      order by lower(name) using ~<~, named.id limit ${MAX_MAKERS}`;
  });
}
