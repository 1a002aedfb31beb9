import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import type { Overview } from './documents.ts';
import { pathOf, type Tab } from './tabs.ts';

const labels = messages.score;

type Factor = NonNullable<Overview['score']>['factors'][number];

/** Where each factor is raised. */
const TABS: Readonly<Partial<Record<Factor['name'], Tab>>> = { COMMANDS: 'api', REPORTS: 'api' };

/** How complete the listing is, and what would raise its score, the most points first. */
export function ScoreSection({ bot: { botId, score } }: { bot: Overview }) {
  if (!score) return null;
  const missing = score.factors
    .filter(({ isMet }) => !isMet)
    .toSorted((one, other) => other.points - one.points);
  return (
    <Section id="score" title={labels.title}>
      <p class="mt-0 mb-[.35rem] text-title font-semibold tabular-nums">
        {labels.of({ total: formatNumber(score.total) })}
      </p>
      <meter min={0} max={100} value={score.total} aria-hidden="true" />
      <p class="muted">{missing.length === 0 ? labels.complete : labels.raise}</p>
      <ul class="items grid empty:hidden gap-2 mb-3 text-small">
        {missing.map(({ name, points }) => (
          <li key={name} class="flex justify-between gap-3">
            <a href={pathOf(botId, TABS[name] ?? 'listing')}>{labels.factors[name]}</a>{' '}
            <small class="flex-none text-muted tabular-nums">
              {labels.points({ points: formatNumber(points) })}
            </small>
          </li>
        ))}
      </ul>
      <p>
        <a href="/ranking">{messages.sitePages.ranking}</a>
      </p>
    </Section>
  );
}
