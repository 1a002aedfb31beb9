import { formatDay } from '../../client/format.ts';
import { Section } from '../../client/section.tsx';
import { createChart } from '../../kit/chart.tsx';
import { messages } from '../../words/messages.ts';
import { formatNumber } from '../../words/numbers.ts';
import type { Overview } from './documents.ts';

const labels = messages.numbers;

const Chart = createChart({
  table: labels.table,
  day: labels.day,
  unknown: messages.common.unknown,
  formatDay: (day) => <time dateTime={day}>{formatDay(day)}</time>,
  formatNumber,
});

/** Charts of a bot's votes and servers. */
export function ChartsSection({
  votes,
  servers,
}: {
  votes: Overview['votesPerDay'];
  servers: Overview['serverCountPerDay'];
}) {
  const sum = votes.reduce((total, day) => total + day.votes, 0);
  const latest = servers.at(-1)?.serverCount;
  return (
    <Section id="charts" title={messages.sections.charts}>
      <div class="charts">
        <Chart
          kind="bars"
          title={labels.votes}
          summary={labels.sum({ count: sum })}
          days={votes.map((day) => ({ day: day.day, value: day.votes }))}
        />
        <Chart
          kind="line"
          title={labels.servers}
          summary={typeof latest === 'number' ? labels.latest({ count: latest }) : labels.noServers}
          days={servers.map(({ day, serverCount }) => ({ day, value: serverCount }))}
        />
      </div>
    </Section>
  );
}
