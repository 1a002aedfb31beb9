import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import { createChart } from './chart.ts';
import { botRow, Numbers, tagLink } from './directory-pages.ts';
import { html, renderPart, type Summary } from './html.ts';
import { Avatar, Day, formatNumber, Liveness, WithName } from './pages.ts';
import { text } from './text.ts';

export const botDetails = graphql(
  `fragment BotDetails on Bot {
    ...BotRow state longDescriptionHtml tags { ...TagLink } inviteUrl prefix websiteUrl supportUrl sourceUrl privacyUrl
    createdAt updatedAt owners { userId name isCoOwner isAccepted } commands { name description }
    votesPerDay { day votes } serverCountPerDay { day serverCount }
  }`,
  [botRow, tagLink],
);

export type BotDetails = ResultOf<typeof botDetails>;

/** Stands where the sign of life belongs. No text that is stored holds this character, since PostgreSQL takes none. */
const LIFE = '\0';

/**
 * Writes the sign of life into a page that was rendered before.
 *
 * @param page with {@link BotPage} on it
 */
export function withLife(page: string, checkedInAt: string | null, now: Date): string {
  return page.replaceAll(LIFE, () => renderPart(Liveness(checkedInAt, now)));
}

/** @param isManager whether the viewer may edit the listing */
export function BotPage(bot: BotDetails, publicUrl: string, isManager: boolean): VNode {
  return html`
    <article class="bot">
      <header>
        ${Avatar(bot.avatarUrl, 96)}
        <div>
          <h1>${bot.name}</h1>
          <p class="lead">${bot.shortDescription}</p>
          ${Numbers(bot)}
          <p class="note">${LIFE}</p>
        </div>
      </header>
      <p class="actions">
        <a class="button" href=${`/bot/${bot.botId}/vote`}>${WithName(text.bot.vote, bot.name)}</a>
        <a class="button quiet" href=${bot.inviteUrl} rel="nofollow noopener">${WithName(text.bot.invite, bot.name)}</a>
        ${isManager ? html`<a class="button quiet" href=${`/bot/${bot.botId}/edit`}>${text.bot.manage}</a>` : null}
      </p>
      <div class="columns">
        ${bot.longDescriptionHtml === '' ? null : html`<section class="text" aria-labelledby="about"><h2 id="about">${text.bot.about}</h2><div dangerouslySetInnerHTML=${{ __html: bot.longDescriptionHtml }}></div></section>`}
        ${Details(bot)}
        <div class="rest">${Charts(bot)}${Commands(bot)}${Embed(bot, publicUrl)}</div>
      </div>
    </article>
  `;
}

function Details(bot: BotDetails): VNode {
  const links = [
    [text.bot.website, bot.websiteUrl],
    [text.bot.support, bot.supportUrl],
    [text.bot.source, bot.sourceUrl],
    [text.bot.privacy, bot.privacyUrl],
  ] as const;
  const hasLinks = links.some(([, url]) => url !== null);
  return html`
    <aside aria-labelledby="details">
      <h2 id="details">${text.bot.details}</h2>
      <dl class="details">
        ${bot.prefix === null ? null : html`<div><dt>${text.bot.prefix}</dt><dd><code>${bot.prefix}</code></dd></div>`}
        <div><dt>${text.bot.by}</dt>${bot.owners.map(
          (owner) =>
            html`<dd><a href=${`/user/${owner.userId}`}><bdi>${owner.name}</bdi></a>${owner.isCoOwner ? ` (${text.bot.coOwner})` : ''}</dd>`,
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

/** More of them are searched, where there is JavaScript. */
const FEW_COMMANDS = 8;

function Commands({ commands }: BotDetails): VNode {
  if (commands.length === 0)
    return html`<section><h2>${text.bot.commands}</h2><p>${text.bot.noCommands}</p></section>`;
  return html`
    <section>
      <h2 id="commands">${text.bot.commands}</h2>
      ${
        commands.length > FEW_COMMANDS
          ? html`<p class="filter">
              <label>${text.bot.filterCommands} <input type="search" data-filter="command-list" autocomplete="off" /></label>
              <output data-filter-count="command-list" data-none=${text.bot.noCommandFound} data-some=${JSON.stringify(text.bot.commandForms)}>${text.bot.commandCount(commands.length)}</output>
            </p>`
          : null
      }
      <dl class="commands" id="command-list">
        ${commands.map(({ name, description }) => html`<div><dt>/${name}</dt><dd>${description}</dd></div>`)}
      </dl>
    </section>
  `;
}

const Chart = createChart({
  table: text.chart.table,
  day: text.chart.day,
  unknown: text.bot.unknown,
  formatDay: Day,
  formatNumber,
});

function Charts({ votesPerDay, serverCountPerDay }: BotDetails): VNode {
  const votes = votesPerDay.map(({ votes }) => votes);
  const counts = serverCountPerDay.flatMap(({ serverCount }) => serverCount ?? []);
  const total = votes.reduce((sum, value) => sum + value, 0);
  return html`
    <section>
      <h2>${text.bot.history}</h2>
      <div class="charts">
        ${Chart({
          kind: 'bars',
          title: text.chart.votes,
          summary:
            total === 0
              ? text.chart.noVotes
              : text.chart.votesSummary(total, formatNumber(Math.max(...votes))),
          days: votesPerDay.map(({ day, votes }) => ({ day, value: votes })),
        })}
        ${Chart({
          kind: 'line',
          title: text.chart.servers,
          summary:
            counts.length === 0
              ? text.chart.noReports
              : text.chart.serversSummary(formatNumber(counts[0] ?? 0), counts.at(-1) ?? 0),
          days: serverCountPerDay.map(({ day, serverCount }) => ({ day, value: serverCount })),
        })}
      </div>
    </section>
  `;
}

function Embed({ botId, name }: BotDetails, publicUrl: string): VNode {
  const page = `${publicUrl}/bot/${botId}`;
  const picture = `${publicUrl}/widget/${botId}.svg`;
  const alt = text.bot.widgetAlt(name);
  const code = {
    html: `<a href="${page}"><img src="${picture}" width="320" height="96" alt="${escapeHtml(alt)}"></a>`,
    markdown: `[![${alt.replace(/[\\[\]]/g, '\\$&')}](${picture})](${page})`,
  };
  return html`
    <section>
      <h2>${text.bot.embed}</h2>
      <p>${text.bot.embedHint}</p>
      <picture class="widget">
        <source srcset=${`/widget/${botId}.svg?theme=dark`} media="(prefers-color-scheme: dark)" />
        <img src=${`/widget/${botId}.svg`} width="320" height="96" alt=${alt} loading="lazy" />
      </picture>
      ${Code('embed-html', text.bot.embedHtml, code.html)}
      ${Code('embed-markdown', text.bot.embedMarkdown, code.markdown)}
    </section>
  `;
}

function Code(id: string, label: string, code: string): VNode {
  return html`
    <p class="code">
      <label for=${id}>${label}</label>
      <textarea id=${id} readonly rows="3" spellcheck="false">${code}</textarea>
      <button type="button" class="quiet" data-copy=${id} data-copied=${text.bot.copied}>${text.bot.copy}</button>
    </p>
  `;
}

/** For code that is shown: the page escapes it once more. */
function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** What others are told of the page. */
export function summaryOf(bot: BotDetails, publicUrl: string): Summary {
  const canonical = `${publicUrl}/bot/${bot.botId}`;
  const image = publicUrl + bot.avatarUrl;
  return {
    description: bot.shortDescription,
    canonical,
    image,
    subject: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: bot.name,
      description: bot.shortDescription,
      url: canonical,
      image,
      applicationCategory: 'CommunicationApplication',
      keywords: bot.tags.map(({ label }) => label).join(', '),
      author: bot.owners.map(({ name, userId }) => ({
        '@type': 'Person',
        name,
        url: `${publicUrl}/user/${userId}`,
      })),
      datePublished: bot.createdAt,
      dateModified: bot.updatedAt,
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: bot.voteCount,
      },
    },
  };
}
