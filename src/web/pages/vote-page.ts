import type { VNode } from 'preact';
import { html } from '../html.ts';
import { NameInSentence } from '../layout/name-in-sentence.ts';
import { text } from '../text.ts';
import { Avatar } from './avatar.ts';
import type { BotRow } from './bot-row.ts';
import { Time } from './time.ts';

/** A captcha that works as Turnstile does: its script replaces an element by its class, and fills a hidden field. */
export interface Captcha {
  readonly siteKey: string;
  readonly scriptUrl: string;
}
/** The field that the script fills. */
export const CAPTCHA_FIELD = 'cf-turnstile-response';

/** Whether the viewer can vote now, and why not. */
export type VoteStanding =
  | { readonly kind: 'open'; readonly problem?: string }
  | { readonly kind: 'sign-in'; readonly isPossible: boolean }
  | { readonly kind: 'voted'; readonly nextVoteAt: string }
  | { readonly kind: 'recorded'; readonly nextVoteAt: string }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly nextVoteAt?: string;
      readonly mayVoteAt?: string;
    };

export function VotePage(bot: BotRow, standing: VoteStanding, now: Date, captcha?: Captcha): VNode {
  return html`
    <div class="narrow">
      ${Avatar(bot.avatarUrl, 96)}
      <h1>${NameInSentence(text.vote.title, bot.name)}</h1>
      ${standing.kind === 'open' ? VoteForm(standing.problem, captcha) : Standing(bot, standing, now)}
      <p><a href=${`/bot/${bot.botId}`}>${NameInSentence(text.vote.back, bot.name)}</a></p>
    </div>
  `;
}

function VoteForm(problem?: string, captcha?: Captcha): VNode {
  return html`
    ${problem ? html`<p role="alert">${problem}</p>` : null}
    <form method="post">
      ${captcha ? CaptchaWidget(captcha) : null}
      <button class="button">${text.vote.button}</button>
      <p class="note">${text.vote.rule}</p>
    </form>
  `;
}

function CaptchaWidget({ siteKey, scriptUrl }: Captcha): VNode {
  return html`
    <noscript><p>${text.vote.captcha(new URL(scriptUrl).host)}</p></noscript>
    <div class="cf-turnstile" data-sitekey=${siteKey}></div>
    <script src=${scriptUrl} async defer></script>
  `;
}

function Standing(bot: BotRow, standing: Exclude<VoteStanding, { kind: 'open' }>, now: Date): VNode {
  switch (standing.kind) {
    case 'sign-in':
      if (!standing.isPossible) return html`<p>${text.vote.impossible}</p>`;
      return html`
        <p>
          <a class="button" rel="nofollow" href=${`/sign-in?return=/bot/${bot.botId}/vote`}>${text.vote.signIn}</a>
        </p>
      `;
    case 'voted':
      return html`
        <p>${text.vote.counted} ${Time(standing.nextVoteAt)}.</p>
        ${TimeLeft(standing.nextVoteAt, now)}
      `;
    case 'recorded':
      return html`
        <p role="status">${text.vote.recorded} ${Time(standing.nextVoteAt)}.</p>
        ${TimeLeft(standing.nextVoteAt, now)}
      `;
    case 'refused':
      return html`<p role="alert">${standing.message}
        ${standing.nextVoteAt ? html` ${text.vote.again} ${Time(standing.nextVoteAt)}.` : null}
        ${standing.mayVoteAt ? html` ${text.vote.mayFrom} ${Time(standing.mayVoteAt)}.` : null}</p>
        ${standing.nextVoteAt ? TimeLeft(standing.nextVoteAt, now) : null}`;
  }
}

/** The time left when the page was rendered. `public.js` turns it into a countdown. */
function TimeLeft(until: string, now: Date): VNode {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 60_000));
  const left = text.vote.left(Math.floor(minutes / 60), minutes % 60);
  return html`<p class="left" data-until=${until} data-over=${text.vote.over}>${left}</p>`;
}
