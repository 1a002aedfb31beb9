import type { ShownHeader, WebhookFormat } from '../../db/delivery-tables.ts';
import { gathered } from '../kernel/batch.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
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
  }
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
  };
}

/** A delivery in a format, as its owner may see it. */
export function showRequest(shape: Shape, parts: RequestParts): ShownRequest {
  const headers =
    shape.format === 'contract'
      ? shownHeadersOf(parts)
      : Object.entries(headersIn(shape.format, parts, Buffer.alloc(0), '', parts.votedAt)).map(
          ([name, value]): ShownHeader => [name, name === 'Authorization' ? null : value],
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
