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

export type VoteStanding =
  | { readonly kind: 'open' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'voted'; readonly nextVoteAt: string }
  | { readonly kind: 'recorded'; readonly nextVoteAt: string }
  | { readonly kind: 'refused'; readonly message: string; readonly nextVoteAt?: string };

export function VotePage(bot: BotRow, standing: VoteStanding): VNode {
  return html`
    <h1>Vote for ${bot.name}</h1>
    ${VoteStandingText(bot, standing)}
    <p><a href=${`/bot/${bot.botId}`}>Back to ${bot.name}</a></p>
  `;
}

function VoteStandingText(bot: BotRow, standing: VoteStanding): VNode {
  switch (standing.kind) {
    case 'sign-in':
      return html`<p><a class="button" href=${`/sign-in?return=/bot/${bot.botId}/vote`}>Sign in to vote</a></p>`;
    case 'open':
      return html`<form method="post"><button class="button">Vote</button><p>One vote every 12 hours.</p></form>`;
    case 'voted':
      return html`<p>Your vote is counted. You can vote again at ${Time(standing.nextVoteAt)}.</p>`;
    case 'recorded':
      return html`<p role="status">Thank you, your vote is recorded. You can vote again at ${Time(standing.nextVoteAt)}.</p>`;
    case 'refused':
      return html`<p role="alert">${standing.message}
        ${standing.nextVoteAt ? html` You can vote again at ${Time(standing.nextVoteAt)}.` : null}</p>`;
  }
}

/** Only without an OAuth provider, and only on loopback. */
export function DevelopmentSignInPage(returnTo: string, problem?: string): VNode {
  return html`
    <h1>Sign in for development</h1>
    <p>No sign-in provider is configured. Any user id is taken, on this machine only.</p>
    ${problem ? html`<p role="alert">${problem}</p>` : null}
    <form method="post" class="stack">
      <label>User id <input name="id" inputmode="numeric" pattern="[0-9]{17,19}" required value="200000000000000001" /></label>
      <label>Name <input name="name" maxlength="32" required value="Developer" /></label>
      <input type="hidden" name="return" value=${returnTo} />
      <button class="button">Sign in</button>
    </form>
  `;
}

export function MessagePage(title: string, message: string): VNode {
  return html`<h1>${title}</h1><p>${message}</p><p><a href="/">All bots</a></p>`;
}
