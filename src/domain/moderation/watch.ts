import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { createWatch, type Watch } from '../kernel/watch.ts';

/** There is one queue, so all moderators watch the same. */
export const QUEUE_KEY = 'queue';

/**
 * Watches what waits for moderators, also appeals, and their claims. It reads what partial indexes hold, and the claims that have not
 * ended: the same few rows, however many moderators watch.
 */
export const createQueueWatch = ({ db: { sql }, now }: WithDatabase & WithClock): Watch =>
  createWatch(async () => {
    const [row] = await sql<{ fingerprint: string }[]>`
      select concat_ws(' ',
        (select concat_ws(' ', count(*), sum(revision), max(state_changed_at)) from bots where state = 'pending'),
        (select concat_ws(' ', count(*), max(created_at)) from reports where closed_at is null),
        (select concat_ws(' ', count(*), max(edited_at), max(id)) from listing_edits where state = 'waiting'),
        (select concat_ws(' ', count(*), max(edited_at), max(id)) from listing_edits where state = 'public'),
        (select concat_ws(' ', count(*), max(appealed_at)) from user_blocks
          where appealed_at is not null and answered_at is null and lifted_at is null),
        (select max(id) from listing_moves),
        (select string_agg(concat_ws(':', bot_id, user_id, extract(epoch from claimed_until)), ' ' order by bot_id)
          from moderation_claims where claimed_until > ${now()})
      ) as fingerprint`;
    return new Map([[QUEUE_KEY, row?.fingerprint ?? '']]);
  });
