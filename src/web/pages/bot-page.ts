import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { html } from '../html.ts';
import { NameInSentence } from '../layout/name-in-sentence.ts';
import { text } from '../text.ts';
import { Avatar } from './avatar.ts';
import { BotCharts } from './bot-charts.ts';
import { BotCommands } from './bot-commands.ts';
import { BotNumbers, botRow } from './bot-row.ts';
import { CHECK_IN_PLACEHOLDER } from './check-in.ts';
import { tagLink } from './directory-page.ts';
import { WidgetCode } from './widget-code.ts';

export const botDetails = graphql(
  `fragment BotDetails on Bot {
    ...BotRow state longDescriptionHtml tags { ...TagLink } inviteUrl prefix websiteUrl supportUrl sourceUrl privacyUrl
    createdAt updatedAt owners { userId name isCoOwner isAccepted } commands { name description }
    votesPerDay { day votes } serverCountPerDay { day serverCount }
  }`,
  [botRow, tagLink],
);

export type BotDetails = ResultOf<typeof botDetails>;

/**
 * The page of a bot. It holds {@link CHECK_IN_PLACEHOLDER} where the time of the last report belongs.
 *
 * @param isManager whether the viewer may edit the listing
 */
export function BotPage(bot: BotDetails, publicUrl: string, isManager: boolean): VNode {
  return html`
    <article class="bot">
      <header>
        ${Avatar(bot.avatarUrl, 96)}
        <div>
          <h1>${bot.name}</h1>
          <p class="lead">${bot.shortDescription}</p>
          ${BotNumbers(bot)}
          <p class="note">${CHECK_IN_PLACEHOLDER}</p>
        </div>
      </header>
      <p class="actions">
        <a class="button" href=${`/bot/${bot.botId}/vote`}>${NameInSentence(text.bot.vote, bot.name)}</a>
        <a class="button quiet" href=${bot.inviteUrl} rel="nofollow noopener">
          ${NameInSentence(text.bot.invite, bot.name)}
        </a>
        ${isManager ? html`<a class="button quiet" href=${`/bot/${bot.botId}/edit`}>${text.bot.manage}</a>` : null}
      </p>
      <div class="columns">
        ${About(bot)}
        ${Details(bot)}
        <div class="rest">${BotCharts(bot)}${BotCommands(bot)}${WidgetCode(bot, publicUrl)}</div>
      </div>
    </article>
  `;
}

function About({ longDescriptionHtml }: BotDetails): VNode | null {
  if (longDescriptionHtml === '') return null;
  return html`
    <section class="text" aria-labelledby="about">
      <h2 id="about">${text.bot.about}</h2>
      <div dangerouslySetInnerHTML=${{ __html: longDescriptionHtml }}></div>
    </section>
  `;
}

function Details(bot: BotDetails): VNode {
  const links = [
    [text.bot.websiteUrl, bot.websiteUrl],
    [text.bot.supportUrl, bot.supportUrl],
    [text.bot.sourceUrl, bot.sourceUrl],
    [text.bot.privacyUrl, bot.privacyUrl],
  ] as const;
  const hasLinks = links.some(([, url]) => url !== null);
  return html`
    <aside aria-labelledby="details">
      <h2 id="details">${text.bot.details}</h2>
      <dl class="details">
        ${bot.prefix === null ? null : html`<div><dt>${text.bot.prefix}</dt><dd><code>${bot.prefix}</code></dd></div>`}
        <div><dt>${text.bot.by}</dt>${bot.owners.map(
          (owner) =>
            html`<dd>
              <a href=${`/user/${owner.userId}`}><bdi>${owner.name}</bdi></a>
              ${owner.isCoOwner ? ` (${text.bot.coOwner})` : ''}
            </dd>`,
        )}</div>
        ${
          bot.tags.length === 0
            ? null
            : html`<div><dt>${text.bot.tags}</dt><dd><ul class="chips">${bot.tags.map(
                ({ slug, label }) => html`<li><a href=${`/tag/${slug}`}>${label}</a></li>`,
              )}</ul></dd></div>`
        }
        ${
          hasLinks
            ? html`<div><dt>${text.bot.links}</dt>${links.map(
                ([label, url]) =>
                  url && html`<dd><a href=${url} rel="nofollow ugc noopener">${label}</a></dd>`,
              )}</div>`
            : null
        }
      </dl>
      <p><a class="target" href=${`/bot/${bot.botId}/report`} rel="nofollow">${text.bot.report}</a></p>
    </aside>
  `;
}
