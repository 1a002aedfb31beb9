import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { NOTICES, noticePath } from '../../terms/notices.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Sign } from '../kit/tile.tsx';
import { Ago } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { bodyOf, quoteOf, titleOf } from '../words/notice-text.ts';

export const notice = graphql(
  `fragment Notice on Notice {
    id kind botId botName actorName createdAt isRead listingState editState picture reason title count block isLifted isRestored
    cause { message reason parameters { name value } }
  }`,
);

type Notice = ResultOf<typeof notice>;

/**
 * A notice as an item of a list. A link in an unread one is a button of the form around the list: it marks the notice as
 * read and then leads on. A link alone would have to change something with a GET, which browsers may send ahead.
 */
export function NoticeItem({ shown, now }: { shown: Notice; now: Date }): VNode {
  const { kind, isRead, actorName, createdAt } = shown;
  const labels = messages.notices;
  const sentence = sentenceOf(shown);
  const quote = quoteOf(shown);
  const body = quote === undefined ? bodyOf(termOf(kind), shown.cause, ACTOR) : '';
  const partsOf = (text: string) => text.split(MARKS).map((part) => partOf(part, shown));
  return (
    <li class={isRead ? undefined : 'unread'}>
      <Sign icon={NOTICES[termOf(kind)].icon} />
      <div>
        <p>{partsOf(sentence)}</p>
        {quote !== undefined && <blockquote dir="auto">{quote}</blockquote>}
        {body !== '' && <p class="muted">{partsOf(body)}</p>}
        <p class="note">
          {isRead ? null : <b>{labels.isNew}</b>}
          <Ago iso={createdAt} now={now} />
          {actorName === null || `${sentence}${body}`.includes(ACTOR) ? null : <bdi>{actorName}</bdi>}
        </p>
      </div>
    </li>
  );
}

/** Stand for the link and for the user who has caused the event while a sentence is made. No sentence has them. Where a sentence does not name the bot, the link follows it. */
const NAME = '\uE000';
const ACTOR = '\uE001';
const MARKS = new RegExp(`([${NAME}${ACTOR}])`);

function partOf(part: string, shown: Notice): VNode | string {
  if (part === NAME) return <Way shown={shown} />;
  return part === ACTOR ? <bdi>{shown.actorName ?? messages.noticeTexts.somebody}</bdi> : part;
}

function sentenceOf(shown: Notice): string {
  const { kind, listingState, editState, picture, block, count, isLifted, isRestored } = shown;
  const data = {
    state: listingState && termOf(listingState),
    editState: editState && termOf(editState),
    picture: picture && termOf(picture),
    block: block && termOf(block),
    ...{ count, isLifted, isRestored },
  };
  const sentence = `${titleOf(termOf(kind), data, { bot: NAME, actor: ACTOR })}.`;
  return sentence.includes(NAME) ? sentence : `${sentence} ${NAME}`;
}

/** @returns a value of an enum as the terms have it */
const termOf = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value>;

function Way({ shown: { id, kind, botId, botName, isRead } }: { shown: Notice }): VNode {
  const place = noticePath(termOf(kind), botId);
  const name = (
    <bdi>{botName ?? (kind === 'QUEUE_WAITING' ? messages.moderation.queue : messages.blocks.title)}</bdi>
  );
  if (isRead) return <a href={place}>{name}</a>;
  return (
    <button type="submit" formaction={`${NOTICES_PATH}/${id}`} name="to" value={place}>
      {name}
    </button>
  );
}
