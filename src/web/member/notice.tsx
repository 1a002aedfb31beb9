import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { NOTICES, noticePath } from '../../terms/notices.ts';
import { QUOTE } from '../frame/block.tsx';
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

const ITEM = 'relative flex gap-[.9rem] px-4 py-[.9rem] hover:bg-sunken';
const READ = '[&>.sign]:bg-sunken [&>.sign]:text-muted';
const UNREAD =
  'unread bg-[color-mix(in_srgb,var(--tint)_40%,var(--surface))] [box-shadow:inset_3px_0_var(--fill)]';
/** A button that looks like a link. */
const LINK =
  'p-0 border-0 bg-transparent text-accent [font:inherit] text-start [text-decoration:underline] underline-offset-[.18em] cursor-pointer';

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
    <li class={`${ITEM} ${isRead ? READ : UNREAD}`}>
      <Sign icon={NOTICES[termOf(kind)].icon} />
      <div class="flex-1 min-w-0">
        <p class={isRead ? 'm-0' : 'm-0 font-semibold'}>{partsOf(sentence)}</p>
        {quote !== undefined && (
          <blockquote class={`${QUOTE} text-muted`} dir="auto">
            {quote}
          </blockquote>
        )}
        {body !== '' && <p class="m-0">{partsOf(body)}</p>}
        <p class="note flex flex-wrap items-center gap-x-[.6rem] gap-y-[.1rem] mt-1 mb-0">
          {isRead ? null : <b class="px-2 rounded-[1rem] bg-fill text-on-fill text-tiny">{labels.isNew}</b>}
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
    <button class={LINK} type="submit" formaction={`${NOTICES_PATH}/${id}`} name="to" value={place}>
      {name}
    </button>
  );
}
