import type { VNode } from 'preact';
import { type ChartProps, createChart } from '../chart.tsx';
import { text } from '../text.ts';
import { formatNumber } from './numbers.ts';
import { Day } from './time.tsx';

/** Its words are those of the page that is made. */
const Chart = (props: ChartProps) =>
  createChart({
    table: text.chart.table,
    day: text.chart.day,
    unknown: text.bot.unknown,
    formatDay: Day,
    formatNumber,
  })(props);

/** A bot's votes and servers of the last 30 days. */
export function BotCharts({
  votesPerDay,
  serverCountPerDay,
}: {
  votesPerDay: readonly { readonly day: string; readonly votes: number }[];
  serverCountPerDay: readonly { readonly day: string; readonly serverCount: number | null }[];
}): VNode {
  const votes = votesPerDay.map(({ votes }) => votes);
  const counts = serverCountPerDay.flatMap(({ serverCount }) => serverCount ?? []);
  const total = votes.reduce((sum, value) => sum + value, 0);
  return (
    <section>
      <h2>{text.bot.history}</h2>
      <div class="charts">
        {Chart({
          kind: 'bars',
          title: text.chart.votes,
          summary:
            total === 0 ? text.chart.noVotes : text.chart.votesSummary({ total, most: Math.max(...votes) }),
          days: votesPerDay.map(({ day, votes }) => ({ day, value: votes })),
        })}
        {Chart({
          kind: 'line',
          title: text.chart.servers,
          summary:
            counts.length === 0
              ? text.chart.noReports
              : text.chart.serversSummary({ first: counts[0] ?? 0, last: counts.at(-1) ?? 0 }),
          days: serverCountPerDay.map(({ day, serverCount }) => ({ day, value: serverCount })),
        })}
      </div>
    </section>
  );
}
