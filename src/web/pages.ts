import type { VNode } from 'preact';
import { html } from './html.ts';

export interface BotRow {
  readonly botId: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly serverCount: number | null;
  readonly voteCount: number;
  readonly checkedInAt: string | null;
}

export interface BotDetails extends BotRow {
  /** Made safe for any page by the domain. */
  readonly longDescriptionHtml: string;
  readonly tags: readonly { readonly label: string }[];
  readonly inviteUrl: string;
  readonly prefix: string | null;
  readonly websiteUrl: string | null;
  readonly supportUrl: string | null;
  readonly sourceUrl: string | null;
  readonly privacyUrl: string | null;
  readonly owners: readonly { readonly name: string }[];
  readonly viewerNextVoteAt: string | null;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
}

const numbers = new Intl.NumberFormat('en');
const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function Time(iso: string): VNode {
  return html`<time datetime=${iso}>${times.format(new Date(iso))} UTC</time>`;
}

function Facts(bot: BotRow): VNode {
  return html`
    <dl class="facts">
      <div><dt>Servers</dt><dd>${bot.serverCount === null ? '–' : numbers.format(bot.serverCount)}</dd></div>
      <div><dt>Votes</dt><dd>${numbers.format(bot.voteCount)}</dd></div>
      <div><dt>Last report</dt><dd>${bot.checkedInAt ? Time(bot.checkedInAt) : 'never'}</dd></div>
    </dl>
  `;
}

export function DirectoryPage(bots: readonly BotRow[], nextPage: string | null): VNode {
  return html`
    <h1>Bots</h1>
    ${bots.length === 0 ? html`<p>No bots are listed yet.</p>` : null}
    <ul class="rows">
      ${bots.map(
        (bot) => html`
          <li>
            <h2><a href=${`/bot/${bot.botId}`}>${bot.name}</a></h2>
            <p>${bot.shortDescription}</p>
            ${Facts(bot)}
          </li>
        `,
      )}
    </ul>
    ${nextPage === null ? null : html`<p><a rel="next" href=${`/?after=${encodeURIComponent(nextPage)}`}>More bots</a></p>`}
  `;
}

export function BotPage(bot: BotDetails): VNode {
  return html`
    <h1>${bot.name}</h1>
    <p class="lead">${bot.shortDescription}</p>
    ${Facts(bot)}
    <p>
      <a class="button" href=${`/bot/${bot.botId}/vote`}>Vote for ${bot.name}</a>${' '}
      <a class="button quiet" href=${bot.inviteUrl} rel="nofollow noopener">Add ${bot.name} to a server</a>
    </p>
    <section class="text" dangerouslySetInnerHTML=${{ __html: bot.longDescriptionHtml }}></section>
    ${About(bot)}
    <h2>Commands</h2>
    ${
      bot.commands.length === 0
        ? html`<p>This bot has not published its commands.</p>`
        : html`<dl class="commands">
            ${bot.commands.map((command) => html`<div><dt>/${command.name}</dt><dd>${command.description}</dd></div>`)}
          </dl>`
    }
  `;
}

function About(bot: BotDetails): VNode {
  const links = [
    ['Website', bot.websiteUrl],
    ['Support', bot.supportUrl],
    ['Source', bot.sourceUrl],
    ['Privacy policy', bot.privacyUrl],
  ] as const;
  return html`
    <h2>About</h2>
    <dl class="facts">
      <div><dt>Tags</dt><dd>${bot.tags.map((tag) => tag.label).join(', ') || '–'}</dd></div>
      <div><dt>Prefix</dt><dd>${bot.prefix ?? '–'}</dd></div>
      <div><dt>By</dt><dd>${bot.owners.map((owner) => owner.name).join(', ')}</dd></div>
    </dl>
    <ul class="links">
      ${links.map(([label, url]) => url && html`<li><a href=${url} rel="nofollow ugc noopener">${label}</a></li>`)}
    </ul>
  `;
}

/** A captcha of Turnstile's kind: its script replaces an element of this class and fills a field of this name. */
export interface Captcha {
  readonly siteKey: string;
  readonly scriptUrl: string;
}
export const CAPTCHA_FIELD = 'cf-turnstile-response';

/** @param seconds from now */
export function whenAgain(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour'];
  const length = Math.ceil(count);
  return `try again in ${length} ${unit}${length === 1 ? '' : 's'}`;
}

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

export function VotePage(bot: BotRow, standing: VoteStanding, captcha?: Captcha): VNode {
  return html`
    <h1>Vote for ${bot.name}</h1>
    ${standing.kind === 'open' ? VoteForm(standing.problem, captcha) : VoteStandingText(bot, standing)}
    <p><a href=${`/bot/${bot.botId}`}>Back to ${bot.name}</a></p>
  `;
}

function VoteForm(problem?: string, captcha?: Captcha): VNode {
  return html`
    ${problem ? html`<p role="alert">${problem}</p>` : null}
    <form method="post">
      ${captcha ? CaptchaWidget(captcha) : null}
      <button class="button">Vote</button>
      <p>One vote every 12 hours.</p>
    </form>
  `;
}

function CaptchaWidget({ siteKey, scriptUrl }: Captcha): VNode {
  return html`
    <noscript><p>To vote, allow JavaScript of ${new URL(scriptUrl).host}: it checks that a human votes.</p></noscript>
    <div class="cf-turnstile" data-sitekey=${siteKey}></div>
    <script src=${scriptUrl} async defer></script>
  `;
}

function VoteStandingText(bot: BotRow, standing: Exclude<VoteStanding, { kind: 'open' }>): VNode {
  switch (standing.kind) {
    case 'sign-in':
      if (!standing.isPossible) return html`<p>Nobody can vote: signing in is not set up on this site.</p>`;
      return html`<p><a class="button" href=${`/sign-in?return=/bot/${bot.botId}/vote`}>Sign in to vote</a></p>`;
    case 'voted':
      return html`<p>Your vote is counted. You can vote again at ${Time(standing.nextVoteAt)}.</p>`;
    case 'recorded':
      return html`<p role="status">Thank you, your vote is recorded. You can vote again at ${Time(standing.nextVoteAt)}.</p>`;
    case 'refused':
      return html`<p role="alert">${standing.message}
        ${standing.nextVoteAt ? html` You can vote again at ${Time(standing.nextVoteAt)}.` : null}
        ${standing.mayVoteAt ? html` It may vote from ${Time(standing.mayVoteAt)} on.` : null}</p>`;
  }
}

export function MessagePage(title: string, message: string): VNode {
  return html`<h1>${title}</h1><p>${message}</p><p><a href="/">All bots</a></p>`;
}
