import { and, eq, isNotNull } from 'drizzle-orm';
import {
  apiTokens,
  botAvatars,
  botOwners,
  botStats,
  bots,
  deliveries,
  type ListingState,
  listingMoves,
  webhooks,
} from '../../db/tables.ts';
import { ConflictError, type FieldProblem, InvalidListingError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isSnowflake, snowflakeTime } from '../kernel/snowflake.ts';
import { type ListingFields, readListingFields } from './fields.ts';
import { moveListing } from './move.ts';
import { leaveBehind, type Transaction } from './take-over.ts';

export interface Submission {
  readonly botId: string;
  /** Who submits it, and owns it then. */
  readonly userId: string;
  readonly fields: ListingFields;
}

/**
 * Reads what somebody submits, before it is counted as a submission of theirs.
 *
 * @throws {InvalidListingError} naming one problem of every field that has any, first that of the id, which must be that
 *   of an application that exists by now
 */
export function readSubmission(
  { now }: WithClock,
  botId: string,
  input: Readonly<Record<string, unknown>>,
): Omit<Submission, 'userId'> {
  const problems = [];
  if (!isSnowflake(botId)) problems.push(aboutId("The bot's application id has 17 to 19 digits."));
  else if (snowflakeTime(botId) > now()) problems.push(aboutId('No application has this id yet.'));
  return { botId, fields: readListingFields(input, problems) };
}

/**
 * Submits a bot: its listing waits for a moderator. The id of a removed listing is free again for everybody, since a
 * moderator decides, and that of a rejected one for all but those who manage it: they edit it and resubmit it, and
 * nobody keeps an id from others with a listing that no moderator takes. For somebody who managed the listing when it was
 * removed (its owner, and co-owners who had accepted) votes, numbers and history go on; for anybody else they start empty.
 * Nothing else of the listing before stays.
 *
 * @param submission as {@link readSubmission} gives it
 * @throws {InvalidListingError} when the bot is listed already
 */
export async function submitListing(
  { db, now }: WithDatabase & WithClock,
  submission: Submission,
): Promise<void> {
  const { botId, userId } = submission;
  const at = now();
  await db.orm.transaction(async (transaction) => {
    const isNew = await insertListing(transaction, submission, at);
    if (!isNew) await replaceListing(transaction, submission, at);
    await transaction.insert(botOwners).values({ botId, userId });
    await transaction.insert(botStats).values({ botId }).onConflictDoNothing();
  });
}

/** @returns false when there is one with this id */
async function insertListing(
  transaction: Transaction,
  { botId, userId, fields }: Submission,
  at: Date,
): Promise<boolean> {
  const inserted = await transaction
    .insert(bots)
    .values({ id: botId, ...columnsOf(fields, at), state: 'pending', stateChangedAt: at })
    .onConflictDoNothing()
    .returning({ id: bots.id });
  if (inserted.length === 0) return false;
  await transaction.insert(listingMoves).values({ botId, toState: 'pending', userId, movedAt: at });
  return true;
}

async function replaceListing(
  transaction: Transaction,
  { botId, userId, fields }: Submission,
  at: Date,
): Promise<void> {
  // Locked before it is read who managed it: meanwhile another may submit it, and remove it again.
  await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
  const [own] = await transaction
    .select({ userId: botOwners.userId })
    .from(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), isNotNull(botOwners.acceptedAt)));
  const from: ListingState[] = own ? ['removed'] : ['removed', 'rejected'];
  try {
    const move = { botId, from, to: 'pending', userId } as const;
    await moveListing({ db: { orm: transaction }, now: () => at }, move);
  } catch (error) {
    if (error instanceof ConflictError)
      throw new InvalidListingError([aboutId('This bot is listed already.')]);
    throw error;
  }
  await transaction
    .update(bots)
    .set({ ...columnsOf(fields, at), commands: [], platformCheckedAt: null })
    .where(eq(bots.id, botId));
  if (!own) await leaveBehind(transaction, botId, at);
  // The deliveries' attempts go with them: what the receiver answered was for the owner before.
  for (const table of [botOwners, apiTokens, webhooks, botAvatars, deliveries]) {
    await transaction.delete(table).where(eq(table.botId, botId));
  }
}

function columnsOf(fields: ListingFields, at: Date) {
  return {
    ...fields,
    tags: [...fields.tags],
    inviteScopes: [...fields.inviteScopes],
    createdAt: at,
    updatedAt: at,
  };
}

function aboutId(message: string): FieldProblem {
  return { field: 'botId', message };
}
