import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Countdown } from '../kit/countdown.tsx';
import { Icon } from '../kit/icon.tsx';
import { Share } from '../kit/share.tsx';
import { Time } from '../kit/time.tsx';
import { type BotRow, botRow } from '../listing/bot-row.tsx';
import { MemberRows } from '../listing/member-rows.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { VOTES_PATH, VoteButton } from './vote-button.tsx';

export const afterVoteDocument = graphql(
  `query AfterVote($botId: ID!) {
    viewer { voteSuggestions(first: 3, except: $botId) { ...BotRow } }
    bot(botId: $botId) { rank isViewerFavourite }
  }`,
  [botRow],
);

/** What somebody sees who has voted and waits for the next vote. */
export interface AfterVoteProps {
  readonly bot: BotRow;
  readonly more: ResultOf<typeof afterVoteDocument>;
  /** Whether the vote was cast a moment ago. */
  readonly isJustCast: boolean;
  readonly nextVoteAt: string;
  readonly now: Date;
  /** The absolute address of the bot's page. */
  readonly url: string;
  readonly hasCaptcha: boolean;
}

/** What the vote did, and when the next one is possible. */
export function AfterVote({ bot, more, isJustCast, nextVoteAt, now, url }: AfterVoteProps): VNode {
  const words = messages.afterVote;
  const rank = more.bot?.rank ?? null;
  return (
    <>
      <p class="counted" role={isJustCast ? 'status' : undefined}>
        {Icon('check')}
        <span>{isJustCast ? messages.vote.recorded : messages.vote.counted}</span>
      </p>
      <dl class="figures">
        <div>
          <dt>{words.total}</dt>
          <dd>{formatNumber(bot.voteCount)}</dd>
        </div>
        {rank === null ? null : (
          <div>
            <dt>{words.rank}</dt>
            <dd>
              <a href="/bots?order=votes">{words.place({ rank: formatNumber(rank) })}</a>
            </dd>
          </div>
        )}
      </dl>
      <p class="again">
        {messages.vote.again} {Time(nextVoteAt)}
      </p>
      <p class="left">{Countdown(nextVoteAt, now, messages.vote.over)}</p>
      <div class="tools">
        <a class="quiet" href={`/bot/${bot.botId}/vote/reminder.ics`} download>
          {Icon('calendar-plus')}
          {words.remind}
        </a>
        {Share(url, bot.name)}
      </div>
    </>
  );
}

/** Other bots that are open for a vote; nothing when there are none. */
export function VoteNext({ more, hasCaptcha }: AfterVoteProps): VNode | null {
  const bots = more.viewer?.voteSuggestions ?? [];
  if (bots.length === 0) return null;
  return (
    <section class="next">
      <h2>{messages.afterVote.next}</h2>
      {MemberRows(
        bots.map((bot) => ({ bot, fact: bot.shortDescription, actions: [VoteButton(bot, { hasCaptcha })] })),
      )}
      <p>
        <a class="target" href={VOTES_PATH}>
          {messages.myVotes.title}
          {Icon('arrow-right')}
        </a>
      </p>
    </section>
  );
}
