import type { VNode } from 'preact';
import { Chart } from '../kit/chart.tsx';
import { messages } from '../words/messages.ts';

interface Numbers {
  readonly votesPerDay: readonly { readonly day: string; readonly votes: number }[];
  readonly serverCountPerDay: readonly { readonly day: string; readonly serverCount: number | null }[];
}

/** Whether a bot has a vote or a report to show. */
export const hasCharts = ({ votesPerDay, serverCountPerDay }: Numbers): boolean =>
  votesPerDay.some(({ votes }) => votes > 0) ||
  serverCountPerDay.some(({ serverCount }) => serverCount !== null);

/** A bot's votes and servers of the last 30 days. What has no numbers is left out. */
export function BotCharts({ bot: { votesPerDay, serverCountPerDay } }: { bot: Numbers }): VNode {
  const votes = votesPerDay.map(({ votes }) => votes);
  const counts = serverCountPerDay.flatMap(({ serverCount }) => serverCount ?? []);
  const total = votes.reduce((sum, value) => sum + value, 0);
  return (
    <section>
      <h2 id="history">{messages.bot.history}</h2>
      <div class="bot-charts">
        {total === 0 ? null : (
          <Chart
            kind="bars"
            title={messages.chart.votes}
            summary={messages.chart.votesSummary({ total, most: Math.max(...votes) })}
            days={votesPerDay.map(({ day, votes }) => ({ day, value: votes }))}
          />
        )}
        {counts.length === 0 ? null : (
          <Chart
            kind="line"
            title={messages.chart.servers}
            summary={messages.chart.serversSummary({ first: counts[0] ?? 0, last: counts.at(-1) ?? 0 })}
            days={serverCountPerDay.map(({ day, serverCount }) => ({ day, value: serverCount }))}
          />
        )}
      </div>
    </section>
  );
}
