import { Section } from '../../client/section.tsx';
import { Chart } from '../../kit/chart.tsx';
import { messages } from '../../words/messages.ts';
import type { Overview } from './documents.ts';

const labels = messages.numbers;

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
          title={messages.chart.votes}
          summary={labels.sum({ count: sum })}
          days={votes.map((day) => ({ day: day.day, value: day.votes }))}
        />
        <Chart
          kind="line"
          title={messages.chart.servers}
          summary={typeof latest === 'number' ? labels.latest({ count: latest }) : labels.noServers}
          days={servers.map(({ day, serverCount }) => ({ day, value: serverCount }))}
        />
      </div>
    </Section>
  );
}
