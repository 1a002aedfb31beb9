import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { html } from '../html.ts';
import { text } from '../text.ts';
import { Avatar } from './avatar.ts';
import { CheckIn } from './check-in.ts';

export const botRow = graphql(
  'fragment BotRow on Bot { botId name avatarUrl shortDescription serverCount voteCount checkedInAt }',
);

export type BotRow = ResultOf<typeof botRow>;

const numbers = new Intl.NumberFormat(text.locale);

export const formatNumber = (value: number) => numbers.format(value);

/** Bots as a list of rows. */
export function BotRows(bots: readonly { readonly node: BotRow }[], now: Date): VNode {
  return html`
    <ul class="rows">
      ${bots.map(
        ({ node }) => html`
          <li>
            ${Avatar(node.avatarUrl, 56)}
            <div>
              <h2><a href=${`/bot/${node.botId}`}>${node.name}</a></h2>
              <p>${node.shortDescription}</p>
              ${BotNumbers(node)}
              <p class="note">${CheckIn(node.checkedInAt, now)}</p>
            </div>
          </li>
        `,
      )}
    </ul>
  `;
}

/** A bot's servers and votes. */
export function BotNumbers({ serverCount, voteCount }: Pick<BotRow, 'serverCount' | 'voteCount'>): VNode {
  return html`
    <dl class="facts">
      <div>
        <dt>${text.bot.servers}</dt>
        <dd>${serverCount === null ? text.bot.unknown : formatNumber(serverCount)}</dd>
      </div>
      <div><dt>${text.bot.votes}</dt><dd>${formatNumber(voteCount)}</dd></div>
    </dl>
  `;
}
