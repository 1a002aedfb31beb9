import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import type { IconName } from '../kit/icons.ts';
import { Sign } from '../kit/tile.tsx';
import { Ago } from '../kit/time.tsx';
import { messages, sentenceOf as wordsOf } from '../words/messages.ts';
import { NOTICE_PLACES } from '../words/notice-place.ts';

export const notice = graphql(
  `fragment Notice on Notice {
    id kind botId botName actorName createdAt isRead listingState editState picture reason title count block isLifted isRestored
    cause { message reason parameters { name value } }
  }`,
);

type Notice = ResultOf<typeof notice>;

const ICONS: Readonly<Record<Notice['kind'], IconName>> = {
  VOTE_OPEN: 'vote',
  NEWS_PUBLISHED: 'newspaper',
  REPORT_CLOSED: 'flag',
  USER_BLOCKED: 'lock',
  BLOCK_REVIEWED: 'lock',
  OWNER_INVITED: 'users',
  OWNER_ROLE_CHANGED: 'users',
  OWNER_REMOVED: 'users',
  TRANSFER_OFFERED: 'users',
  TRANSFER_ENDED: 'users',
  LISTING_DECIDED: 'shield',
  EDIT_DECIDED: 'list-checks',
  PICTURE_TAKEN_DOWN: 'image',
  VOTES_VOIDED: 'vote',
  WEBHOOK_FAILING: 'triangle-alert',
  DELIVERIES_HELD: 'triangle-alert',
  DELIVERIES_RELEASED: 'check',
  HELD_EXPIRING: 'triangle-alert',
  BOT_SILENT: 'radio',
  OWNER_JOINED: 'users',
  OWNER_DECLINED: 'users',
  TRANSFER_ACCEPTED: 'users',
  TOKEN_CHANGED: 'key-round',
  SECRET_CHANGED: 'workflow',
  QUEUE_WAITING: 'shield-alert',
};

/**
 * A notice as an item of a list. A link in an unread one is a button of the form around the list: it marks the notice as
 * read and then leads on. A link alone would have to change something with a GET, which browsers may send ahead.
 */
export function NoticeItem(shown: Notice, now: Date): VNode {
  const { kind, isRead, actorName, createdAt } = shown;
  const labels = messages.notices;
  const sentence = sentenceOf(shown);
  const quote = shown.reason ?? shown.title ?? (shown.cause && wordsOf(shown.cause));
  return (
    <li class={isRead ? undefined : 'unread'}>
      {Sign(ICONS[kind])}
      <div>
        <p>{sentence.split(MARKS).map((part) => partOf(part, shown))}</p>
        {quote === null ? null : <blockquote dir="auto">{quote}</blockquote>}
        <p class="note">
          {isRead ? null : <b>{labels.isNew}</b>}
          {Ago(createdAt, now)}
          {actorName === null || sentence.includes(ACTOR) ? null : <bdi>{actorName}</bdi>}
        </p>
      </div>
    </li>
  );
}

/** Stand for the link and for the user who has caused the event while a sentence is made. No sentence has them. */
const NAME = '\uE000';
const ACTOR = '\uE001';
const MARKS = new RegExp(`([${NAME}${ACTOR}])`);

function partOf(part: string, shown: Notice): VNode | string {
  if (part === NAME) return Way(shown);
  return part === ACTOR ? <bdi>{shown.actorName ?? messages.noticeTexts.somebody}</bdi> : part;
}

function sentenceOf(notice: Notice): string {
  const { kind, listingState, editState, picture, count, block, isLifted, isRestored } = notice;
  const labels = messages.notices;
  const name = { name: NAME, actor: ACTOR };
  switch (kind) {
    case 'LISTING_DECIDED': {
      const isBad = listingState === 'REJECTED' || listingState === 'SUSPENDED';
      return labels[kind][isBad ? listingState : 'APPROVED'](name);
    }
    case 'EDIT_DECIDED': {
      const isBad = editState === 'REFUSED' || editState === 'REVERTED';
      return labels[kind][isBad ? editState : 'ACCEPTED'](name);
    }
    case 'PICTURE_TAKEN_DOWN':
      return labels[kind][picture ?? 'SCREENSHOT'](name);
    case 'USER_BLOCKED':
      return labels[kind][block ?? 'VOTE'](name);
    case 'BLOCK_REVIEWED':
      return labels[kind][isLifted ? 'LIFTED' : 'DECLINED'](name);
    case 'VOTES_VOIDED':
      return labels[kind][isRestored ? 'RESTORED' : 'VOIDED']({ ...name, count: count ?? 0 });
    case 'HELD_EXPIRING':
    case 'QUEUE_WAITING':
      return labels[kind]({ ...name, count: count ?? 0 });
    default:
      return labels[kind](name);
  }
}

function Way({ id, kind, botId, botName, isRead }: Notice): VNode {
  const place = NOTICE_PLACES[kind.toLowerCase() as Lowercase<typeof kind>](botId ?? '');
  const name = (
    <bdi>{botName ?? (kind === 'QUEUE_WAITING' ? messages.notices.queue : messages.blocks.rows)}</bdi>
  );
  if (isRead) return <a href={place}>{name}</a>;
  return (
    <button type="submit" formaction={`${NOTICES_PATH}/${id}`} name="to" value={place}>
      {name}
    </button>
  );
}
