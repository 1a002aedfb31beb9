import { DAY_MS } from '../../lib/day.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { snowflakeAt } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** What a moderator should know of a listing before they open it. */
export type QueueBadge = 'young_account' | 'look_alike' | 'setback';

/** Accounts that are younger deserve a second look. */
const YOUNG_MS = 30 * DAY_MS;

/**
 * Lists the badges of a listing: its owner's account is younger than 30 days; its name looks like the name of a public
 * listing of others; the listing, or another one of its owner, was rejected or suspended before.
 */
export const listBadges = gathered(
  async ({ db, now }: WithDatabase & WithClock, botIds: readonly string[]) => {
    const young = snowflakeAt(new Date(now().getTime() - YOUNG_MS));
    const rows = await db.sql<{ botId: string; badge: QueueBadge }[]>`
    select key.id as "botId", badge
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(id)
    join bots present on present.id = key.id
    left join bot_owners owner on owner.bot_id = key.id and not owner.is_co_owner and owner.accepted_at is not null
    cross join lateral (
      select 'young_account' as badge where owner.user_id::numeric > ${young}::numeric
      union all
      select 'look_alike' where exists (
        select from (
          select id from bots where state <> 'removed' and name_skeleton(name) = name_skeleton(present.name)
          union all
          select bot_id from listing_texts where name is not null and name_skeleton(name) = name_skeleton(present.name)
        ) alike
        join bots other on other.id = alike.id and other.state = 'approved'
        where other.id <> present.id and not exists (
          select from bot_owners where bot_id = other.id and user_id = owner.user_id and accepted_at is not null
        ))
      union all
      select 'setback' where exists (
        select from listing_moves move
        where move.bot_id in (
          select key.id union select bot_id from bot_owners where user_id = owner.user_id and accepted_at is not null
        ) and move.to_state in ('rejected', 'suspended') and move.taken_down is null)
    ) badges`;
    return ofEach(botIds, rows).map((badges) => badges.map(({ badge }) => badge));
  },
);
