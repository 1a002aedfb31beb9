import { type NoticeKind, noticePath } from '../../terms/notices.ts';
import { inLanguage } from './current-language.ts';
import { isLanguage, LANGUAGES } from './language.ts';
import type { SentRefusal } from './make-messages.ts';
import { messages, sentenceOf } from './messages.ts';

/** What the sentence of a notice says besides its names. Absent and null mean the same. */
export interface NoticeFacts {
  readonly state?: keyof typeof messages.noticeTexts.listings | null;
  readonly editState?: string | null;
  readonly picture?: keyof typeof messages.noticeTexts.pictures | null;
  readonly count?: number | null;
  readonly block?: keyof typeof messages.noticeTexts.blocks | null;
  readonly isLifted?: boolean | null;
  readonly isRestored?: boolean | null;
}

/** A notice, as far as its words need it. */
export interface TextNotice {
  readonly kind: NoticeKind;
  readonly botId: string | null;
  readonly botName: string | null;
  readonly actorName: string | null;
  readonly data: NoticeFacts &
    Readonly<{ reason?: string | undefined; title?: string; since?: string; cause?: SentRefusal }>;
}

/** What a notice says outside of the site, and the path where its reader can act. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

const SETTINGS = '/notices/settings';

/** The words of notices outside of the site, in a language that a channel names. */
export const noticeWords = {
  notice: (notice: TextNotice, language: string): NoticeText =>
    within(language, () => ({
      title: titleOf(notice.kind, notice.data, { bot: botOf(notice), actor: actorOf(notice) }),
      body: quoteOf(notice.data) ?? bodyOf(notice.kind, notice.data.cause, actorOf(notice)),
      path: noticePath(notice.kind, notice.botId),
    })),
  test: (language: string): NoticeText =>
    within(language, () => ({
      title: messages.noticeTexts.test,
      body: messages.noticeTexts.testBody,
      path: SETTINGS,
    })),
  code: (code: string, language: string) =>
    within(language, () => ({
      title: messages.noticeTexts.code({ code }),
      body: messages.noticeTexts.codeBody({ code }),
    })),
  settings: (url: string, language: string): string =>
    within(language, () => messages.noticeTexts.settings({ url })),
};

function within<Result>(language: string, work: () => Result): Result {
  return inLanguage(isLanguage(language) ? language : LANGUAGES[0], work);
}

const botOf = ({ botName, botId }: TextNotice) => botName ?? botId ?? messages.noticeTexts.aBot;
const actorOf = ({ actorName }: TextNotice) => actorName ?? messages.noticeTexts.somebody;

/**
 * The sentence of a notice, without its full stop. Pages, pushes, emails and chats tell it.
 *
 * @param names the bot and who has caused the event, or what stands for them
 */
export function titleOf(kind: NoticeKind, data: NoticeFacts, names: { bot: string; actor: string }): string {
  const { listings, edits, pictures, blocks, reviews, votes, titles } = messages.noticeTexts;
  switch (kind) {
    case 'listing_decided':
      return listings[data.state ?? 'pending'](names);
    case 'edit_decided': {
      const state = data.editState ?? '';
      return edits[isEdit(state) ? state : 'accepted'](names);
    }
    case 'picture_taken_down':
      return pictures[data.picture ?? 'banner'](names);
    case 'user_blocked':
      return blocks[data.block ?? 'vote'];
    case 'block_reviewed':
      return data.isLifted ? reviews.lifted : reviews.declined;
    case 'votes_voided':
      return votes[data.isRestored ? 'restored' : 'voided']({ ...names, count: data.count ?? 0 });
    case 'held_expiring':
    case 'queue_waiting':
      return titles[kind]({ ...names, count: data.count ?? 0 });
    default:
      return titles[kind](names);
  }
}

const isEdit = (state: string): state is keyof typeof messages.noticeTexts.edits =>
  Object.hasOwn(messages.noticeTexts.edits, state);

/** @returns somebody's own words in a notice, if it has some */
export function quoteOf({
  reason,
  title,
}: {
  reason?: string | null | undefined;
  title?: string | null | undefined;
}) {
  return reason ?? title ?? undefined;
}

/**
 * What follows the sentence of a notice where nobody's own words follow it, also on pages.
 *
 * @param cause why the service gave up, where it did
 * @param actor who has caused the event
 * @returns an empty text where the sentence says all
 */
export function bodyOf(kind: NoticeKind, cause: SentRefusal | null | undefined, actor: string): string {
  const { bodies } = messages.noticeTexts;
  switch (kind) {
    case 'news_published':
    case 'listing_decided':
    case 'edit_decided':
    case 'picture_taken_down':
    case 'votes_voided':
    case 'user_blocked':
    case 'owner_joined':
      return '';
    case 'webhook_failing':
      return cause ? `${sentenceOf(cause)} ${bodies.resend}` : bodies[kind];
    case 'token_changed':
    case 'secret_changed':
      return bodies[kind]({ actor });
    default:
      return bodies[kind];
  }
}
