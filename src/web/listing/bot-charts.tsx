import type { VNode } from 'preact';
import { Chart } from '../kit/chart.tsx';
import { messages } from '../words/messages.ts';

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
      <h2>{messages.bot.history}</h2>
      <div class="charts">
        {Chart({
          kind: 'bars',
          title: messages.chart.votes,
          summary:
            total === 0
              ? messages.chart.noVotes
              : messages.chart.votesSummary({ total, most: Math.max(...votes) }),
          days: votesPerDay.map(({ day, votes }) => ({ day, value: votes })),
        })}
        {Chart({
          kind: 'line',
          title: messages.chart.servers,
          summary:
            counts.length === 0
              ? messages.chart.noReports
              : messages.chart.serversSummary({ first: counts[0] ?? 0, last: counts.at(-1) ?? 0 }),
          days: serverCountPerDay.map(({ day, serverCount }) => ({ day, value: serverCount })),
        })}
      </div>
    </section>
  );
}
