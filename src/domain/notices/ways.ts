import type { ChannelAddress, ChannelFailure, ChannelKind } from '../../db/notice-tables.ts';
import type { Mailer } from '../../net/mailer.ts';
import type { SendOutcome } from '../../net/sender.ts';
import type { WithDatabase, WithSecrets, WithSender } from '../kernel/needs.ts';
import { forDiscord, forSlack } from './chats.ts';
import { readPushKey } from './push-key.ts';
import type { Notice } from './read.ts';

/** What a notice says outside of the site, as plain text. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
  /** A path of the site, where its reader can act. */
  readonly path: string;
}

/** The words of messages, in the language of a channel. An unknown language is English. */
export interface NoticeWords {
  notice(notice: Notice, language: string): NoticeText;
  test(language: string): NoticeText;
  /** The email that asks for a code. */
  code(code: string, language: string): Pick<NoticeText, 'title' | 'body'>;
  /** The last line of an email. */
  settings(url: string, language: string): string;
}

/** What sending needs. */
export interface WithWays extends WithDatabase, WithSecrets, WithSender {
  /** Absent where this service sends no email. */
  readonly mailer: Mailer | undefined;
  readonly noticeWords: NoticeWords;
  /** The address of the site, without a slash at its end. */
  readonly publicUrl: string;
}

/** A channel, and what to send by it. */
export interface Message {
  readonly kind: ChannelKind;
  readonly address: ChannelAddress;
  readonly text: NoticeText;
  /** Names the notice. A repetition takes the place of the first one where the receiver can do that. */
  readonly tag: string;
}

/** How sending ended. */
export type Sent =
  | { readonly failure?: undefined }
  | {
      readonly failure: ChannelFailure;
      /** Sending again is of no use. */
      readonly isFinal: boolean;
      /** What the receiver asks for. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** The page where users choose what they get. */
export const SETTINGS_PATH = '/notices/settings';
/** Push services take 4 KiB in all, and Discord 2000 characters. */
const MAX_CHARACTERS = 600;
/** How long a push service keeps a push for a device that is off. */
const PUSH_SECONDS = 24 * 60 * 60;

/** Sends a message by a channel, once. Never rejects for what a receiver does. */
export async function sendBy(services: WithWays, { kind, address, text, tag }: Message): Promise<Sent> {
  const message = { title: shortened(text.title), body: shortened(text.body), tag };
  const url = `${services.publicUrl}${text.path}`;
  if ('email' in address) return sendMail(services, address, { ...message, url });
  if ('endpoint' in address) return sendPush(services, address, { ...message, url });
  const { title, body } = message;
  const content =
    kind === 'discord'
      ? {
          content: `**${forDiscord(title)}**\n${forDiscord(body)}\n<${url}>`,
          allowed_mentions: { parse: [] },
        }
      : { text: `${forSlack(title)}\n${forSlack(body)}\n<${url}>`, mrkdwn: false, unfurl_links: false };
  const outcome = await services.sender.post({
    url: address.url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(content)),
  });
  return sentOf(outcome);
}

type Addressed = Pick<NoticeText, 'title' | 'body'> & { readonly tag: string; readonly url: string };

async function sendPush(
  services: WithWays,
  { endpoint, p256dh, auth }: Extract<ChannelAddress, { endpoint: string }>,
  message: Addressed,
): Promise<Sent> {
  const { publicUrl } = services;
  // RFC 8292 wants an https or mailto address. Push services do not know a site on this machine.
  const subject = publicUrl.startsWith('https:')
    ? publicUrl
    : `mailto:webmaster@${new URL(publicUrl).hostname}`;
  // Loaded by the first push: processes that send none need not hold it.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject, ...(await readPushKey(services)) }, TTL: PUSH_SECONDS, topic: message.tag },
  );
  // The sender sets the length itself.
  const { 'Content-Length': _, ...others } = headers;
  const texts = Object.entries(others).map(([name, value]) => [name, String(value)]);
  return sentOf(await services.sender.post({ url: endpoint, headers: Object.fromEntries(texts), body }));
}

async function sendMail(
  { mailer, noticeWords, publicUrl }: WithWays,
  { email, language }: Extract<ChannelAddress, { email: string }>,
  { title, body, url, tag }: Addressed,
): Promise<Sent> {
  const settings = `${publicUrl}${SETTINGS_PATH}`;
  const outcome = await mailer?.send({
    to: email,
    subject: title,
    text: `${body}\n\n${url}\n\n-- \n${noticeWords.settings(settings, language)}\n`,
    messageId: `<${tag}@${new URL(publicUrl).hostname}>`,
    headers: { 'List-Unsubscribe': `<${settings}>` },
  });
  if (outcome === 'sent') return {};
  // Without a mailer: the operator may configure one again.
  return { failure: outcome ?? 'unavailable', isFinal: outcome === 'refused' };
}

function sentOf(outcome: SendOutcome): Sent {
  if (outcome.kind === 'failure') return { failure: 'unavailable', isFinal: false };
  const { status, retryAfterSeconds } = outcome;
  if (status >= 200 && status < 300) return {};
  if (status === 404 || status === 410) return { failure: 'gone', isFinal: true };
  const isPassing = status >= 500 || status === 408 || status === 429;
  return isPassing
    ? { failure: 'unavailable', isFinal: false, retryAfterSeconds }
    : { failure: 'refused', isFinal: true };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
