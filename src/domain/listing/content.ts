import { type SQL, sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { LISTING_FIELDS } from '../../terms/listing-fields.ts';

const COLUMNS = LISTING_FIELDS.map(({ name }) => `bots.${bots[name].name}`).join(', ');

/** A digest of what a moderator judges of a listing: its fields, its pictures and its translations. */
export const contentOf = (botId: string): SQL => sql`(
  select md5(jsonb_build_array(
    ${sql.raw(COLUMNS)}, bots.banner_hash, bots.screenshots,
    (select hash from bot_avatars where bot_id = bots.id),
    (select jsonb_agg(to_jsonb(one) - 'updated_at' order by one.language) from listing_texts one
      where one.bot_id = bots.id)
  )::text)
  from bots where bots.id = ${botId})`;
