import { gathered, ofEach } from '../kernel/batch.ts';
import { readBoundedText } from '../kernel/bounded-text.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { newId } from '../kernel/new-id.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** A moderator's note about a listing. Its owners never see it. */
export interface ModerationNote {
  readonly id: string;
  readonly userId: string;
  /** Null when the moderator's account is erased. */
  readonly userName: string | null;
  readonly text: string;
  readonly createdAt: Date;
}

const TEXT_LENGTH = { min: 1, max: 2000 };
const MAX_NOTES = 100;

/** Lists the notes about a listing, newest first. */
export const listNotes = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<(ModerationNote & { botId: string })[]>`
    select note.bot_id as "botId", note.id, note.user_id as "userId", users.name as "userName", note.text,
      note.created_at as "createdAt"
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    cross join lateral (
      select * from moderation_notes where bot_id = key.bot_id order by id desc limit ${MAX_NOTES}
    ) note
    left join users on users.id = note.user_id
    order by note.id desc`;
  return ofEach(botIds, rows);
});

/**
 * Adds a note that only moderators read.
 *
 * @param text 1 to 2000 characters
 * @throws {InvalidInputError} when the text is empty or too long
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing has a hundred notes
 */
export async function addNote(
  services: WithDatabase & WithClock & WithRandom,
  moderatorId: string,
  botId: string,
  text: string,
): Promise<void> {
  const read = readBoundedText('note', text, TEXT_LENGTH);
  await requireForeignListing(services, moderatorId, botId);
  const now = services.now();
  await services.db.sql.begin(async (sql) => {
    // The lock makes concurrent calls wait, so that each one counts correctly.
    const [listing] = await sql`select from bots where id = ${botId} for no key update`;
    if (!listing) throw new NotFoundError();
    const added = await sql`
      insert into moderation_notes (id, bot_id, user_id, text, created_at)
      select ${newId(services, now)}::uuid, ${botId}, ${moderatorId}, ${read}, ${now}
      where (select count(*) from moderation_notes where bot_id = ${botId}) < ${MAX_NOTES}
      returning id`;
    if (added.length === 0) throw new ConflictError('notes.tooMany', { max: MAX_NOTES });
  });
}
