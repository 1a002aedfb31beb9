import { Ago } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { formatNumber } from '../../words/numbers.ts';
import type { Overview } from './documents.ts';

const labels = messages.numbers;

/** The numbers of a bot that its owner looks for first. */
export function KeyNumbers({ bot }: { bot: Overview }) {
  const { votesPerDay, voteCount, serverCount, checkedInAt } = bot;
  const recent = votesPerDay.reduce((total, day) => total + day.votes, 0);
  const numbers = [
    { label: labels.recentVotes, value: formatNumber(recent) },
    { label: labels.allVotes, value: formatNumber(voteCount) },
    {
      label: labels.servers,
      value: serverCount === null ? messages.common.unknown : formatNumber(serverCount),
    },
    {
      label: messages.bots.lastReport,
      value: checkedInAt === null ? messages.bots.never : <Ago at={checkedInAt} />,
    },
  ];
  return (
    <dl class="key-numbers">
      {numbers.map(({ label, value }) => (
        <div key={label} class="card">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
