import { SCHEDULE_MS } from '../../terms/schedule.ts';
import { cancelOfBot } from '../delivery/cancel.ts';
import { setWebhook } from '../delivery/webhook.ts';
import { startSession } from '../identity/sessions.ts';
import { inParts } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets, WithSender } from '../kernel/needs.ts';

/** What a probe that did not end in order has left goes after this time, in milliseconds: no attempt comes later. */
const LEFT_MS = SCHEDULE_MS + 90 * 60_000;
/** What so many probes have left goes with one transaction at most. */
const LEFT_AT_ONCE = 50;
/** Of the user and the bot. */
const NAME = 'Probe';

/** A user and a bot that exist for one probe. Both have the same id. */
export interface Probe {
  readonly id: string;
  /** The id of the user's session, for the cookie. */
  readonly session: string;
  /** The secret of the bot's webhook. */
  readonly secret: string;
}

/** Whether the id of a bot or user is a probe's: it begins with 0. The chat platform gives no such ids. */
export const isProbeId = (id: string): boolean => id.startsWith('0');

/**
 * Whether a vote is a probe's: the user and the bot have the same id, which no other user has. Such a vote counts although
 * its bot is not public, and needs no captcha.
 */
export const isProbe = ({ botId, userId }: { readonly botId: string; readonly userId: string }): boolean =>
  botId === userId && isProbeId(botId);

/**
 * Makes a signed-in user and a suspended listing with a webhook, which only that user can vote for. What visitors
 * see, ranks and counts leave suspended ones out. Deletes what earlier probes have left.
 *
 * @param url the address of the webhook
 * @throws {InvalidInputError} when the service sends no webhooks to this address (section 6 of the contract, rule 7)
 */
export async function openProbe(
  services: WithDatabase & WithClock & WithRandom & WithSecrets & WithSender,
  url: string,
): Promise<Probe> {
  await deleteLeftProbes(services);
  const at = services.now();
  const id = services
    .randomBytes(8)
    .readBigUInt64BE()
    .toString()
    .padStart(20, '0')
    .replace(/^.*(.{18})$/, '0$1');
  const session = await startSession(services, { id, name: NAME });
  await services.db.sql.begin(async (transaction) => {
    await transaction`
      insert into bots (id, name, short_description, state, created_at) values (${id}, ${NAME}, '', 'suspended', ${at})`;
    await transaction`insert into bot_stats (bot_id) values (${id})`;
    await transaction`insert into bot_owners (bot_id, user_id) values (${id}, ${id})`;
  });
  try {
    const { secret } = await setWebhook(services, id, id, url);
    return { id, session, secret };
  } catch (error) {
    await erase(services, [id]);
    throw error;
  }
}

/** Deletes what probes have left that did not end in order. */
export async function deleteLeftProbes(services: WithDatabase & WithClock): Promise<void> {
  const before = new Date(services.now().getTime() - LEFT_MS);
  const left = await services.db.sql<{ id: string }[]>`
    select id from users where id < '1' and name = ${NAME} and created_at < ${before}`;
  await inParts(left, LEFT_AT_ONCE, async (part) => {
    const ids = part.map(({ id }) => id);
    await erase(services, ids);
    return ids.length;
  });
}

/** Whether the webhook of the probe's vote is recorded as delivered. */
export async function isProbeDelivered({ db }: WithDatabase, { id }: Probe): Promise<boolean> {
  const rows = await db.sql`select from deliveries where bot_id = ${id} and state = 'delivered'`;
  return rows.length > 0;
}

/**
 * Deletes everything of a probe. A delivery that has not ended is cancelled instead: its workflow must find it, so that a
 * later probe or the retention deletes it.
 */
export async function closeProbe(services: WithDatabase & WithClock, probe: Probe): Promise<void> {
  const { changed } = await cancelOfBot(services, probe.id);
  if (changed === 0) await erase(services, [probe.id]);
}

async function erase({ db }: WithDatabase, ids: readonly string[]): Promise<void> {
  await db.sql.begin(async (sql) => {
    await sql`
      with vote as (delete from votes where bot_id = any(${ids}) returning bot_id, user_id, voted_at)
      delete from vote_addresses address using vote
      where address.voted_at = vote.voted_at and address.bot_id = vote.bot_id and address.user_id = vote.user_id`;
    await sql`delete from vote_windows where bot_id = any(${ids})`;
    await sql`delete from deliveries where bot_id = any(${ids})`;
    await sql`delete from bots where id = any(${ids})`;
    await sql`delete from users where id = any(${ids})`;
  });
}
