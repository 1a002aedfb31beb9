import { inLanguage } from './current-language.ts';
import { isLanguage, LANGUAGES } from './language.ts';
import type { SentRefusal } from './make-messages.ts';
import { messages, sentenceOf } from './messages.ts';
import { NOTICE_PLACES } from './notice-place.ts';

/** A notice, as far as its words need it. */
export interface TextNotice {
  readonly kind: NoticeKind;
  readonly botId: string | null;
  readonly botName: string | null;
  readonly actorName: string | null;
  readonly data: Readonly<{
    state?: keyof typeof messages.noticeTexts.listings;
    editState?: string;
    picture?: keyof typeof messages.noticeTexts.pictures;
    reason?: string | undefined;
    title?: string;
    count?: number;
    since?: string;
    block?: keyof typeof messages.noticeTexts.blocks;
    isLifted?: boolean;
    isRestored?: boolean;
    cause?: SentRefusal;
  }>;
}

type NoticeKind = keyof typeof NOTICE_PLACES;

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
    within(language, () => ({ title: titleOf(notice), body: bodyOf(notice), path: placeOf(notice) })),
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
const placeOf = ({ kind, botId }: TextNotice) => NOTICE_PLACES[kind](botId ?? '');
const actorOf = ({ actorName }: TextNotice) => actorName ?? messages.noticeTexts.somebody;

function titleOf(notice: TextNotice): string {
  const { listings, edits, pictures, blocks, reviews, votes, titles } = messages.noticeTexts;
  const { kind, data } = notice;
  const bot = botOf(notice);
  switch (kind) {
    case 'listing_decided':
      return listings[data.state ?? 'pending']({ bot });
    case 'edit_decided':
      return edits[isEdit(data.editState) ? data.editState : 'accepted']({ bot });
    case 'picture_taken_down':
      return pictures[data.picture ?? 'banner']({ bot });
    case 'user_blocked':
      return blocks[data.block ?? 'vote'];
    case 'block_reviewed':
      return data.isLifted ? reviews.lifted : reviews.declined;
    case 'votes_voided':
      return votes[data.isRestored ? 'restored' : 'voided']({ bot, count: data.count ?? 0 });
    case 'held_expiring':
      return titles.held_expiring({ bot, count: data.count ?? 0 });
    case 'queue_waiting':
      return titles.queue_waiting({ count: data.count ?? 0 });
    case 'owner_invited':
    case 'owner_joined':
    case 'owner_declined':
    case 'transfer_offered':
    case 'transfer_accepted':
      return titles[kind]({ bot, actor: actorOf(notice) });
    default:
      return titles[kind]({ bot });
  }
}

const isEdit = (state: string | undefined): state is keyof typeof messages.noticeTexts.edits =>
  state !== undefined && Object.hasOwn(messages.noticeTexts.edits, state);

function bodyOf(notice: TextNotice): string {
  const { bodies } = messages.noticeTexts;
  const { kind, data } = notice;
  if (data.reason) return data.reason;
  switch (kind) {
    case 'news_published':
      return data.title ?? '';
    case 'picture_taken_down':
    case 'votes_voided':
    case 'user_blocked':
      return '';
    case 'webhook_failing':
      return data.cause ? `${sentenceOf(data.cause)} ${bodies.resend}` : bodies[kind];
    case 'token_changed':
    case 'secret_changed':
      return bodies[kind]({ actor: actorOf(notice) });
    default:
      return bodies[kind];
  }
}
