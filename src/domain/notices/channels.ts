import { ECDH, hash } from 'node:crypto';
import type { ChannelAddress, ChannelFailure, ChannelKind } from '../../db/notice-tables.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithHold, WithRandom, WithSender } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { vetUrl } from '../kernel/vet-url.ts';
import { type ChatKind, readChatUrl } from './chats.ts';
import type { WithWays } from './ways.ts';

/** A way out of the site, as its user sees it. */
export interface Channel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly label: string;
  readonly createdAt: Date;
  readonly isConfirmed: boolean;
  readonly failure: ChannelFailure | null;
}

const MOST = 10;
/** Whoever waits for a code in a form learns within this time that it was not sent. */
const SEND_CODE_MS = 10_000;
const CODE_MS = 15 * 60 * 1000;
const CODE_TRIES = 5;
const LABEL = { min: 1, max: 60 };
const LANGUAGE = /^[a-z]{2}$/;
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const MAX_EMAIL = 254;

/** Lists the channels of a user, oldest first. */
export async function listChannels({ db: { sql } }: WithDatabase, userId: string): Promise<Channel[]> {
  return sql<Channel[]>`
    select id, kind, label, created_at as "createdAt", confirmed_at is not null as "isConfirmed", failure
    from notice_channels where user_id = ${userId} order by created_at, id`;
}

/** A subscription that a browser has made with the public key of this service (Push API). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** What the user knows the browser by. */
  readonly label: string;
  readonly language: string;
}

/**
 * Adds a browser, or the new keys of one. A browser that was another user's is this user's from now on.
 *
 * @throws {InvalidInputError} when the subscription is malformed or does not lead to a public address
 * @throws {ConflictError} when the user has too many channels
 */
export async function addPushChannel(
  services: WithDatabase & WithClock & WithRandom & WithSender,
  userId: string,
  { endpoint, p256dh, auth, label, language }: PushSubscription,
): Promise<Channel> {
  const keys = { p256dh: readKey(p256dh, 65), auth: readKey(auth, 16) };
  if (!isPoint(keys.p256dh)) throw new InvalidInputError('channel.badPush');
  await vetUrl(services, endpoint);
  return putChannel(services, userId, {
    kind: 'push',
    address: { endpoint, ...keys, language: readLanguage(language) },
    key: endpoint,
    label: readBoundedText('channelLabel', label, LABEL),
  });
}

/**
 * Reads a key in base64url, or in base64 with its padding. Decoding alone ignores all other characters.
 *
 * @param bytes its length
 * @returns its only form: base64url without padding
 * @throws {InvalidInputError} when it has another length, or other characters
 */
function readKey(text: string, bytes: number): string {
  const key = Buffer.from(text, 'base64url');
  const written = text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
  const canonical = key.toString('base64url');
  if (key.length !== bytes || canonical !== written) throw new InvalidInputError('channel.badPush');
  return canonical;
}

/** Whether a key is a point of the curve P-256. Nothing could be encrypted for another one. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds the webhook of a channel in Discord or Slack.
 *
 * @throws {InvalidInputError} when it is not the URL of such a webhook
 * @throws {ConflictError} when the user has too many channels
 */
export async function addWebhookChannel(
  services: WithDatabase & WithClock & WithRandom & WithSender,
  userId: string,
  { kind, url, language }: { readonly kind: ChatKind; readonly url: string; readonly language: string },
): Promise<Channel> {
  const { protocol, host, hostname, pathname } = readChatUrl(kind, url);
  const plain = `${protocol}//${host}${pathname}`;
  await vetUrl(services, plain);
  // The last part of the path is secret.
  const id = pathname.split('/').at(-2) ?? '';
  return putChannel(services, userId, {
    kind,
    address: { url: plain, language: readLanguage(language) },
    key: plain,
    label: `${hostname}/…${id.slice(-4)}`,
  });
}

/**
 * Adds an email address, and sends a code to it. Notices go there when the user has typed the code. An address that
 * waits for its code gets a new one, and a confirmed address nothing.
 *
 * @throws {InvalidInputError} when this is no address, or the mail server refuses it
 * @throws {ConflictError} when the user has too many channels, or nothing is sent now
 */
export async function addEmailChannel(
  services: WithWays & WithClock & WithRandom & WithHold,
  userId: string,
  { email, language }: { readonly email: string; readonly language: string },
): Promise<Channel> {
  const { mailer, noticeWords, isHeld, now, randomBytes, db } = services;
  if (!mailer) throw new InvalidInputError('channel.noEmail');
  if (isHeld()) throw new ConflictError('channel.held');
  const address = readEmail(email);
  const channel = await putChannel(services, userId, {
    kind: 'email',
    address: { email: address, language: readLanguage(language) },
    key: address.toLowerCase(),
    label: `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`,
  });
  if (channel.isConfirmed) return channel;
  const code = String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0');
  const until = new Date(now().getTime() + CODE_MS);
  await db.sql`
    update notice_channels set code_hash = ${hashOf(channel.id, code)}, code_until = ${until}, code_tries = 0
    where id = ${channel.id}`;
  const { title, body } = noticeWords.code(code, language);
  const mail = { to: address, subject: title, text: `${body}\n` };
  if ((await mailer.send(mail, SEND_CODE_MS)) === 'sent') return channel;
  throw new InvalidInputError('channel.mailFailed');
}

/** @throws {InvalidInputError} when it is no address */
export function readEmail(text: string): string {
  const email = text.trim();
  if (email.length > MAX_EMAIL || !EMAIL.test(email)) throw new InvalidInputError('channel.badEmail');
  return email;
}

/**
 * The mailbox of an address, for rate limits: without what follows a plus sign, without dots, in lower case. Many
 * providers deliver all of these forms to one person. Others lose a few codes a day to people with similar names.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email
    .slice(0, at)
    .replace(/(?<=.)\+.*$/s, '')
    .replaceAll('.', '');
  return `${local}${email.slice(at)}`.toLowerCase();
}

const hashOf = (channelId: string, code: string) => hash('sha256', `${channelId} ${code}`, 'buffer');

/**
 * Confirms an email address by the code that was sent to it.
 *
 * @throws {InvalidInputError} when the code is wrong, too old, or was tried too often
 */
export async function confirmEmailChannel(
  { db: { sql }, now }: WithDatabase & WithClock,
  userId: string,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<Channel> {
  requireChannel(id);
  const codeHash = hashOf(id, code.replaceAll(/\s/g, ''));
  const [tried] = await sql<{ isRight: boolean }[]>`
    with tried as (
      update notice_channels set code_tries = code_tries + 1,
        confirmed_at = case when code_hash = ${codeHash}::bytea then ${now()}::timestamptz end
      where id = ${id} and user_id = ${userId} and confirmed_at is null and code_until > ${now()}
        and code_tries < ${CODE_TRIES}
      returning confirmed_at
    ) select confirmed_at is not null as "isRight" from tried`;
  if (!tried?.isRight) throw new InvalidInputError('channel.wrongCode');
  await sql`update notice_channels set code_hash = null, code_until = null where id = ${id}`;
  return findChannel({ db: { sql } }, userId, id);
}

/**
 * Removes a channel. What has not left the site does not go there.
 *
 * @throws {NotFoundError} when the user has no such channel
 */
export async function removeChannel(
  { db: { sql } }: WithDatabase,
  userId: string,
  id: string,
): Promise<void> {
  requireChannel(id);
  const { count } = await sql`delete from notice_channels where id = ${id} and user_id = ${userId}`;
  if (count === 0) throw new NotFoundError('channel.notFound');
}

/** @throws {NotFoundError} when it is no id of a channel */
export function requireChannel(id: string): void {
  if (!isId(id)) throw new NotFoundError('channel.notFound');
}

async function findChannel(
  { db: { sql } }: { readonly db: Pick<WithDatabase['db'], 'sql'> },
  userId: string,
  id: string,
): Promise<Channel> {
  const [channel] = await sql<Channel[]>`
    select id, kind, label, created_at as "createdAt", confirmed_at is not null as "isConfirmed", failure
    from notice_channels where id = ${id} and user_id = ${userId}`;
  if (!channel) throw new NotFoundError('channel.notFound');
  return channel;
}

function readLanguage(text: string): string {
  if (!LANGUAGE.test(text)) throw new InvalidInputError('channel.language');
  return text;
}

/** A channel to store. What has the same key leads to the same receiver. */
interface NewChannel {
  readonly kind: ChannelKind;
  readonly address: ChannelAddress;
  readonly key: string;
  readonly label: string;
}

/** Stores a channel, or what is new of one. Only email waits to be confirmed. */
async function putChannel(
  services: WithDatabase & WithClock & WithRandom,
  userId: string,
  { kind, address, key, label }: NewChannel,
): Promise<Channel> {
  const now = services.now();
  const addressKey = hash('sha256', `${kind} ${key}`);
  const id = await services.db.sql.begin(async (sql) => {
    // Channels of a user are counted one after the other.
    await sql`select from users where id = ${userId} for no key update`;
    const [{ others } = { others: 0 }] = await sql<{ others: number }[]>`
      select count(*)::int as others from notice_channels
      where user_id = ${userId} and address_key <> ${addressKey}`;
    if (others >= MOST) throw new ConflictError('channel.tooMany', { max: MOST });
    const target = kind === 'push' ? sql`(address_key) where kind = 'push'` : sql`(user_id, address_key)`;
    const [stored] = await sql<{ id: string }[]>`
      insert into notice_channels (id, user_id, kind, address, address_key, label, created_at, confirmed_at)
      select ${newId(services, now)}, id, ${kind}, ${JSON.stringify(address)}::text::jsonb, ${addressKey}, ${label},
        ${now}, ${kind === 'email' ? null : now}
      from users where id = ${userId}
      on conflict ${target} do update
        set user_id = excluded.user_id, address = excluded.address, label = excluded.label, failure = null
      returning id`;
    return stored?.id;
  });
  // The account was deleted meanwhile.
  if (id === undefined) throw new NotFoundError('channel.notFound');
  return findChannel(services, userId, id);
}
