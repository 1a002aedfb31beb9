import { createHmac } from 'node:crypto';
import type { ShownHeader, WebhookFormat } from '../../db/delivery-tables.ts';
import { gathered } from '../kernel/batch.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { nextVoteAt } from '../kernel/vote-window.ts';
import { forDiscord, forSlack, readChatUrl } from '../notices/chats.ts';
import { bodyOf, headersOf, type RequestParts, shownHeadersOf, USER_AGENT } from './request.ts';

/*
 * How a webhook's requests look. Only the format `contract` is in the contract. The others send what another service
 * or its library expects; success, retries and verification are the same.
 */

/** A format, and the names that it shows. */
export interface Shape {
  readonly format: WebhookFormat;
  /** Null where the format shows no names. */
  readonly botName: string | null;
  /** Null where the format shows no names, and for a user without an account. */
  readonly userName: string | null;
}

/** A request as an owner may see it. */
export interface ShownRequest {
  readonly headers: readonly ShownHeader[];
  readonly body: string;
}

/**
 * Builds the body of a delivery in a format. Chats show the names of bot and user as they are now, so that attempts of
 * one delivery may differ there.
 */
export function bodyIn(shape: Shape, parts: RequestParts): string {
  switch (shape.format) {
    case 'contract':
      return bodyOf(parts);
    case 'discord':
      return JSON.stringify({
        content: sentenceOf(shape, parts, forDiscord),
        allowed_mentions: { parse: [] },
      });
    case 'slack':
      return JSON.stringify({ text: sentenceOf(shape, parts, forSlack), mrkdwn: false, unfurl_links: false });
    case 'topgg':
      return JSON.stringify({
        bot: parts.botId,
        user: parts.userId,
        type: parts.kind === 'test' ? 'test' : 'upvote',
        isWeekend: false,
        query: '',
      });
    case 'topgg_v1':
      return JSON.stringify(
        parts.kind === 'test'
          ? { type: 'webhook.test', data: partiesOf(shape, parts) }
          : { type: 'vote.create', data: { ...voteOf(parts), ...partiesOf(shape, parts) } },
      );
  }
}

/** A vote as version 1 of top.gg describes it. Here, every vote counts once, and voting takes no parameters. */
function voteOf({ id, votedAt }: RequestParts) {
  return {
    id,
    weight: 1,
    created_at: votedAt.toISOString(),
    expires_at: nextVoteAt(votedAt).toISOString(),
    query: {},
  };
}

/**
 * Bot and user as version 1 of top.gg describes them. There, each also has an id of top.gg: here, both ids are that of
 * the chat platform. The service keeps no avatars.
 */
function partiesOf({ userName }: Shape, { botId, userId }: RequestParts) {
  return {
    project: { id: botId, type: 'bot', platform: 'discord', platform_id: botId },
    user: { id: userId, platform_id: userId, name: userName ?? userId, avatar_url: '' },
  };
}

function sentenceOf({ botName, userName }: Shape, parts: RequestParts, escaped: (text: string) => string) {
  const [user, bot] = [escaped(userName ?? parts.userId), escaped(botName ?? parts.botId)];
  return parts.kind === 'test'
    ? `This is a test. A vote looks like this: ${user} voted for ${bot}.`
    : `${user} voted for ${bot}.`;
}

/**
 * Builds the headers of a delivery in a format. Chats get no secret: their URL is one.
 *
 * @param at the time of the attempt
 */
export function headersIn(
  format: WebhookFormat,
  parts: RequestParts,
  body: Buffer,
  secret: string,
  at: Date,
): Record<string, string> {
  if (format === 'contract') return headersOf(parts, body, secret, at);
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    ...(format === 'topgg' && { Authorization: secret, 'X-Webhook-Delivery': parts.id }),
    ...(format === 'topgg_v1' && {
      'x-topgg-signature': topggSignature(body, secret, at),
      'X-Webhook-Delivery': parts.id,
    }),
  };
}

function topggSignature(body: Buffer, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** What proves who sent a request in a format but that of the contract. */
const HIDDEN = new Set(['Authorization', 'x-topgg-signature']);

/** A delivery in a format, as its owner may see it. */
export function showRequest(shape: Shape, parts: RequestParts): ShownRequest {
  const headers =
    shape.format === 'contract'
      ? shownHeadersOf(parts)
      : Object.entries(headersIn(shape.format, parts, Buffer.alloc(0), '', parts.votedAt)).map(
          ([name, value]): ShownHeader => [name, HIDDEN.has(name) ? null : value],
        );
  return { headers, body: bodyIn(shape, parts) };
}

interface ShapeKey {
  readonly botId: string;
  readonly userId: string;
}

/** Finds the format in force for the deliveries of a bot, and the names for it. Without a webhook: the contract. */
export const findShape = gathered(async ({ db: { sql } }: WithDatabase, keys: readonly ShapeKey[]) => {
  return sql<Shape[]>`
    select coalesce(webhooks.format, 'contract') as format, bots.name as "botName", users.name as "userName"
    from unnest(${keys.map(({ botId }) => botId)}::text[], ${keys.map(({ userId }) => userId)}::text[])
      with ordinality as key(bot_id, user_id, position)
    left join webhooks using (bot_id)
    left join bots on bots.id = key.bot_id
    left join users on users.id = key.user_id
    order by position`;
});

/** The request of a vote of a user for a bot, as a format sends it. */
export async function exampleOf(
  services: WithDatabase & WithClock,
  format: WebhookFormat,
  botId: string,
  userId: string,
): Promise<ShownRequest> {
  const shape = await findShape(services, { botId, userId });
  const votedAt = services.now();
  const id = '0198c0de-0000-7000-8000-000000000000';
  return showRequest({ ...shape, format }, { id, botId, kind: 'vote', userId, votedAt, requestId: null });
}

/**
 * Checks that a URL is one of the format's service.
 *
 * @throws {InvalidInputError} when it is not
 */
export function requireUrlOf(format: WebhookFormat, url: string): void {
  if (format === 'discord' || format === 'slack') readChatUrl(format, url);
}
