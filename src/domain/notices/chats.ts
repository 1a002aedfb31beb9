import { isIP } from 'node:net';
import { isPublicAddress } from '../../net/address.ts';
import { InvalidInputError } from '../kernel/errors.ts';

const MAX_URL = 2048;

/** The webhooks of chat services: their hosts, and the form of their paths. */
const CHATS = {
  discord: { hosts: ['discord.com', 'discordapp.com'], path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/ },
  slack: { hosts: ['hooks.slack.com'], path: /^\/services\/T\w+\/B\w+\/\w+$/ },
} as const;

export type ChatKind = keyof typeof CHATS;

/**
 * Reads the URL of a webhook of a chat service.
 *
 * @throws {InvalidInputError} when it is not the URL of such a webhook
 */
export function readChatUrl(kind: ChatKind, text: string): URL {
  const { hosts, path } = CHATS[kind];
  const url = text.length <= MAX_URL ? URL.parse(text.trim()) : null;
  // A private address is one that only the operator can permit: the check of the URL refuses all others.
  const isPermitted = (host: string) =>
    hosts.some((known) => known === host) || (isIP(host) !== 0 && !isPublicAddress(host));
  if (url && isPermitted(url.hostname) && path.test(url.pathname)) return url;
  throw new InvalidInputError(kind === 'discord' ? 'channel.notDiscord' : 'channel.notSlack');
}

/** Escapes a text of strangers for Discord: nothing in it is a link, a mention or a style. */
export const forDiscord = (text: string) => text.replace(/[\\*_~`|>[\]()#@:<-]/g, String.raw`\$&`);

/** Escapes a text of strangers for Slack. Messages with it need `mrkdwn: false`. */
export const forSlack = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
