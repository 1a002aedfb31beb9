import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';

export const listingScore = graphql(
  'fragment ListingScore on ListingScore { total factors { name points isMet } }',
);

/** How complete a listing is, with all that counts when it is unfolded. */
export function ListingScore(score: ResultOf<typeof listingScore> | null): VNode | null {
  if (score === null) return null;
  const { total, factors } = score;
  return (
    <details class="score">
      <summary>
        <span>
          {messages.score.title}
          {Icon('chevron-down')}
        </span>
        <span>{messages.score.of({ total: formatNumber(total) })}</span>
        <meter min={0} max={100} value={total} aria-hidden="true" />
      </summary>
      <ul>
        {factors.map(({ name, points, isMet }) => (
          <li class={isMet ? 'met' : undefined}>
            {Icon(isMet ? 'check' : 'minus')}
            <span>
              {messages.score.factors[name]}
              <span class="hidden"> – {isMet ? messages.score.met : messages.score.missing}</span>
            </span>
            <small>{formatNumber(points)}</small>
          </li>
        ))}
      </ul>
      <p>
        <a href="/ranking">{messages.score.how}</a>
      </p>
    </details>
  );
}
