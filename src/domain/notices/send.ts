import type { ChannelAddress, ChannelKind } from '../../db/notice-tables.ts';
import { MAIL_MS } from '../../net/mailer.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase, WithHold } from '../kernel/needs.ts';
import { requireChannel } from './channels.ts';
import { type Notice, noticeColumns, noticeTables } from './read.ts';
import { type Sent, sendBy, type WithWays } from './ways.ts';

/** A notice that has to go out by a channel, and that this process has taken. */
export interface Sending {
  readonly noticeId: string;
  readonly channelId: string;
  /** The number of this try. */
  readonly tries: number;
}

/**
 * Nobody else takes what was taken for this time, or for the pause of the try if that is longer: tries that end with a
 * fault of this service, or with its process, are no closer together than others. An email takes at most half of it, and
 * a request to a receiver ten seconds.
 */
const LEASE_MS = 2 * MAIL_MS;
/** The pauses after each failure. After the last one, a notice has failed: less than three hours after the first try. */
const PAUSES_MS = [30, 120, 480, 1920, 7200].map((seconds) => seconds * 1000);
/** The longest pause that a receiver can ask for, in seconds. */
const LONGEST_WAIT_SECONDS = 5 * 60;

/**
 * Takes the sendings that are due, oldest first. A process that dies has used up a try.
 *
 * @param areEmails takes those by email, or those by all other channels
 */
export async function takeSendings(
  { db: { sql }, now }: WithDatabase & WithClock,
  areEmails: boolean,
  limit: number,
): Promise<Sending[]> {
  const at = now();
  return sql<Sending[]>`
    with due as materialized (
      select notice_id, channel_id from notice_sends
      where state = 'waiting' and is_email = ${areEmails} and due_at <= ${at}
      order by due_at limit ${limit} for update skip locked
    )
    update notice_sends send set tries = tries + 1,
      due_at = ${at}::timestamptz
        + greatest(${LEASE_MS}::int, coalesce((${PAUSES_MS}::int[])[tries + 1], 0)) * interval '1 ms'
    from due where send.notice_id = due.notice_id and send.channel_id = due.channel_id
    returning send.notice_id::text as "noticeId", send.channel_id as "channelId", tries`;
}

/**
 * Sends a notice by a channel, and records the outcome: it is sent, has failed, or is due later. It sends nothing when
 * that is done already, when the notice or the channel is gone, or when the user does not want such notices outside of
 * the site any more.
 *
 * A process that dies between the two sends again: receivers know both by the same name.
 */
export async function sendNotice(
  services: WithWays & WithClock,
  { noticeId, channelId, tries }: Sending,
): Promise<Sent> {
  const { sql } = services.db;
  const [found] = await sql<
    (Notice & { channel: ChannelKind; address: ChannelAddress; isWanted: boolean })[]
  >`
    select ${noticeColumns(sql)}, channel.kind as channel, channel.address,
      channel.user_id = notice.user_id and coalesce(setting.delivery, 'everywhere') = 'everywhere' as "isWanted"
    from ${noticeTables(sql)}
    join notice_sends send on send.notice_id = notice.id
    join notice_channels channel on channel.id = send.channel_id
    left join notice_settings setting on setting.user_id = notice.user_id and setting.kind = notice.kind
    where notice.id = ${noticeId} and channel.id = ${channelId} and send.state = 'waiting'`;
  if (!found) return {};
  if (!found.isWanted) {
    // Also a browser that is another user's by now.
    await sql`delete from notice_sends where notice_id = ${noticeId} and channel_id = ${channelId}`;
    return {};
  }
  const { channel: kind, address, ...notice } = found;
  // The last try ended with its process, or with a fault of this service.
  const isOver = tries > PAUSES_MS.length + 1;
  const sent: Sent = isOver
    ? { failure: 'unavailable', isFinal: true }
    : await sendBy(services, {
        ...{ kind, address, tag: `notice-${noticeId}` },
        text: services.noticeWords.notice(notice, address.language),
      });
  const pauseMs = pauseAfter(sent, tries);
  const state = sent.failure === undefined ? 'sent' : pauseMs === undefined ? 'failed' : 'waiting';
  await sql`
    update notice_sends set state = ${state}, failure = ${sent.failure ?? null},
      due_at = ${new Date(services.now().getTime() + (pauseMs ?? 0))}
    where notice_id = ${noticeId} and channel_id = ${channelId} and state = 'waiting'`;
  if (state !== 'waiting') await noteOutcome(services, channelId, kind, sent);
  return sent;
}

/**
 * @returns how long a failed sending waits; undefined when it does not. A receiver can shorten the first pause only: many
 *   notices for one chat would otherwise use up their tries within seconds
 */
function pauseAfter(sent: Sent, tries: number): number | undefined {
  const pauseMs = PAUSES_MS[tries - 1];
  if (sent.failure === undefined || sent.isFinal || pauseMs === undefined) return undefined;
  const { retryAfterSeconds = 0 } = sent;
  if (retryAfterSeconds === 0) return pauseMs;
  const wantedMs = Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS) * 1000;
  return tries === 1 ? wantedMs : Math.max(wantedMs, pauseMs);
}

/** Notes on a channel how its last message ended. A browser that is gone does not come back. */
async function noteOutcome(
  { db: { sql } }: WithDatabase,
  channelId: string,
  kind: ChannelKind,
  { failure = undefined }: Sent,
): Promise<void> {
  if (kind === 'push' && failure === 'gone') await sql`delete from notice_channels where id = ${channelId}`;
  else await sql`update notice_channels set failure = ${failure ?? null} where id = ${channelId}`;
}

/** The number of notices that wait for a channel. */
export async function countSendings({ db: { sql } }: WithDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from notice_sends where state = 'waiting'`;
  return row?.count ?? 0;
}

/**
 * Drops all notices that wait for a channel, in batches. They stay on the site.
 *
 * @returns how many were dropped
 */
export async function dropSendings({ db: { sql } }: WithDatabase): Promise<number> {
  const { changed } = await untilDone(
    (size) => sql`
      delete from notice_sends where ctid = any(array(
        select ctid from notice_sends where state = 'waiting' limit ${size} for update skip locked
      ))`,
  );
  return changed;
}

/**
 * Sends a test by a channel of the user, once.
 *
 * @returns how it ended
 * @throws {NotFoundError} when the user has no such channel, or it is not confirmed
 * @throws {ConflictError} when nothing is sent now
 */
export async function testChannel(
  services: WithWays & WithHold,
  userId: string,
  id: string,
): Promise<Sent['failure']> {
  if (services.isHeld()) throw new ConflictError('channel.held');
  requireChannel(id);
  const [channel] = await services.db.sql<{ kind: ChannelKind; address: ChannelAddress }[]>`
    select kind, address from notice_channels
    where id = ${id} and user_id = ${userId} and confirmed_at is not null`;
  if (!channel) throw new NotFoundError('channel.notFound');
  const text = services.noticeWords.test(channel.address.language);
  const sent = await sendBy(services, { ...channel, text, tag: 'test' });
  await noteOutcome(services, id, channel.kind, sent);
  return sent.failure;
}
