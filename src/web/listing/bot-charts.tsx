import type { VNode } from 'preact';
import { Chart } from '../kit/chart.tsx';
import { messages } from '../words/messages.ts';

const CHARTS =
  'fit-18 gap-4 items-start [&>figure]:framed [&>figure]:rounded [&>figure]:bg-surface [&>figure]:p-4';

/** A bot's votes and servers of the last 30 days. What has no numbers is left out. */
export function BotCharts({
  votesPerDay,
  serverCountPerDay,
}: {
  readonly votesPerDay: readonly { readonly day: string; readonly votes: number }[];
  readonly serverCountPerDay: readonly { readonly day: string; readonly serverCount: number | null }[];
}): VNode | null {
  const votes = votesPerDay.map(({ votes }) => votes);
  const counts = serverCountPerDay.flatMap(({ serverCount }) => serverCount ?? []);
  const total = votes.reduce((sum, value) => sum + value, 0);
  if (total === 0 && counts.length === 0) return null;
  return (
    <section>
      <h2 id="history">{messages.bot.history}</h2>
      <div class={CHARTS}>
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
