import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Icon } from '../kit/icon.tsx';
import type { IconName } from '../kit/icons.ts';
import { Ago } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';

export const notice = graphql(
  `fragment Notice on Notice {
    id kind botId botName actorName createdAt isRead listingState editState picture reason title count
  }`,
);

type Notice = ResultOf<typeof notice>;

/** The icon of each kind, and the place where one acts. */
const KINDS: Readonly<Record<Notice['kind'], readonly [icon: IconName, place: (botId: string) => string]>> = {
  VOTE_OPEN: ['vote', (id) => `/bot/${id}/vote`],
  NEWS_PUBLISHED: ['newspaper', (id) => `/bot/${id}`],
  REPORT_CLOSED: ['flag', (id) => `/bot/${id}`],
  OWNER_INVITED: ['users', () => '/dashboard'],
  OWNER_REMOVED: ['users', (id) => `/bot/${id}`],
  LISTING_DECIDED: ['shield', (id) => `/bot/${id}/edit`],
  EDIT_DECIDED: ['list-checks', (id) => `/bot/${id}/edit/listing`],
  PICTURE_TAKEN_DOWN: ['image', (id) => `/bot/${id}/edit/listing`],
  WEBHOOK_FAILING: ['triangle-alert', (id) => `/bot/${id}/edit/webhook`],
  BOT_SILENT: ['radio', (id) => `/bot/${id}/edit/api`],
  OWNER_JOINED: ['users', (id) => `/bot/${id}/edit/team`],
  TOKEN_CHANGED: ['key-round', (id) => `/bot/${id}/edit/api`],
  SECRET_CHANGED: ['workflow', (id) => `/bot/${id}/edit/webhook`],
  QUEUE_WAITING: ['shield-alert', () => '/moderation'],
};

/**
 * A notice as an item of a list. A link in an unread one is a button of the form around the list: it marks the notice as
 * read and then leads on. A link alone would have to change something with a GET, which browsers may send ahead.
 */
export function NoticeItem(shown: Notice, now: Date): VNode {
  const { kind, isRead, actorName, createdAt } = shown;
  const words = messages.notices;
  const [icon] = KINDS[kind];
  const [before, after] = sentenceOf(shown).split(NAME);
  const quote = shown.reason ?? shown.title;
  return (
    <li class={isRead ? undefined : 'unread'}>
      <span class="sign">{Icon(icon)}</span>
      <div>
        <p>
          {before}
          {Way(shown)}
          {after}
        </p>
        {quote === null ? null : <blockquote dir="auto">{quote}</blockquote>}
        <p class="note">
          {isRead ? null : <b>{words.isNew}</b>}
          {Ago(createdAt, now)}
          {actorName === null ? null : <bdi>{actorName}</bdi>}
        </p>
      </div>
    </li>
  );
}

/** Stands for the link while a sentence is made. */
const NAME = '\0';

function sentenceOf({ kind, listingState, editState, picture, count }: Notice): string {
  const words = messages.notices;
  const name = { name: NAME };
  switch (kind) {
    case 'LISTING_DECIDED': {
      const isBad = listingState === 'REJECTED' || listingState === 'SUSPENDED';
      return words[kind][isBad ? listingState : 'APPROVED'](name);
    }
    case 'EDIT_DECIDED': {
      const isBad = editState === 'REFUSED' || editState === 'REVERTED';
      return words[kind][isBad ? editState : 'ACCEPTED'](name);
    }
    case 'PICTURE_TAKEN_DOWN':
      return words[kind][picture ?? 'SCREENSHOT'](name);
    case 'QUEUE_WAITING':
      return words[kind]({ ...name, count: count ?? 0 });
    default:
      return words[kind](name);
  }
}

function Way({ id, kind, botId, botName, isRead }: Notice): VNode {
  const [, placeOf] = KINDS[kind];
  const place = placeOf(botId ?? '');
  const name = <bdi>{botName ?? messages.notices.queue}</bdi>;
  if (isRead) return <a href={place}>{name}</a>;
  return (
    <button type="submit" formaction={`${NOTICES_PATH}/${id}`} name="to" value={place}>
      {name}
    </button>
  );
}
