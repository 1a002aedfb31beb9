import type { VNode } from 'preact';
import type { Captcha } from '../frame/site.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Countdown } from '../kit/countdown.tsx';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { Time } from '../kit/time.tsx';
import type { BotRow } from '../listing/bot-row.tsx';
import { messages } from '../words/messages.ts';
import { AfterVote, type AfterVoteProps, VoteNext } from './after-vote.tsx';

/** The field that the script fills. */
export const CAPTCHA_FIELD = 'cf-turnstile-response';

/** Whether the viewer can vote now, and why not. */
export type VoteStanding =
  | { readonly kind: 'open'; readonly problem?: string }
  | { readonly kind: 'sign-in'; readonly isPossible: boolean }
  | { readonly kind: 'voted'; readonly after: AfterVoteProps }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly nextVoteAt?: string;
      readonly mayVoteAt?: string;
    };

export function VotePage(bot: BotRow, standing: VoteStanding, now: Date, captcha?: Captcha): VNode {
  return (
    <>
      <div class="narrow centered">
        {Avatar(bot.avatarUrl, 96)}
        <h1>
          {NameInSentence(standing.kind === 'voted' ? messages.vote.voted : messages.vote.title, bot.name)}
        </h1>
        {standing.kind === 'voted' ? null : <p class="lead">{bot.shortDescription}</p>}
        {standing.kind === 'open' ? VoteForm(standing.problem, captcha) : Standing(bot, standing, now)}
        <p class="note">
          <a href={`/bot/${bot.botId}`}>{NameInSentence(messages.vote.back, bot.name)}</a>
        </p>
      </div>
      {standing.kind === 'voted' ? VoteNext(standing.after) : null}
    </>
  );
}

function VoteForm(problem?: string, captcha?: Captcha): VNode {
  return (
    <>
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post">
        {captcha ? CaptchaWidget(captcha) : null}
        <button type="submit" class="button">
          {Icon('arrow-up')}
          {messages.vote.button}
        </button>
        <p class="note">{messages.vote.rule}</p>
      </form>
    </>
  );
}

function CaptchaWidget({ siteKey, scriptUrl }: Captcha): VNode {
  return (
    <>
      <noscript>
        <p>{messages.vote.captcha({ host: new URL(scriptUrl).host })}</p>
      </noscript>
      <div class="cf-turnstile" data-sitekey={siteKey} />
      <script src={scriptUrl} async defer />
    </>
  );
}

function Standing(bot: BotRow, standing: Exclude<VoteStanding, { kind: 'open' }>, now: Date): VNode {
  switch (standing.kind) {
    case 'sign-in':
      if (!standing.isPossible) return <p>{messages.vote.impossible}</p>;
      return (
        <>
          <p>
            <a class="button" rel="nofollow" href={`/sign-in?return=/bot/${bot.botId}/vote`}>
              {messages.vote.signIn}
            </a>
          </p>
          <p class="note">{messages.vote.rule}</p>
        </>
      );
    case 'voted':
      return AfterVote(standing.after);
    case 'refused':
      return (
        <>
          <p role="alert">
            {standing.message}
            {standing.nextVoteAt ? (
              <>
                {' '}
                {messages.vote.again} {Time(standing.nextVoteAt)}.
              </>
            ) : null}
            {standing.mayVoteAt ? (
              <>
                {' '}
                {messages.vote.mayFrom} {Time(standing.mayVoteAt)}.
              </>
            ) : null}
          </p>
          {standing.nextVoteAt ? (
            <p class="left">{Countdown(standing.nextVoteAt, now, messages.vote.over)}</p>
          ) : null}
        </>
      );
  }
}
