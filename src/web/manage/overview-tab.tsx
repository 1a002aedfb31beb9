import { OutcomeLine, useAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { LoadFailed, Loading, useBot, useRefresh } from '../client/data.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section, StateBadge } from '../client/section.tsx';
import { Ago } from '../client/time.tsx';
import { Chart } from '../kit/chart.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { wordWait } from '../kit/word-wait.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { Checklist, isSetUp } from './checklist.tsx';
import { OVERVIEW_TAB, type Overview, RESUBMIT } from './documents.ts';
import { pathOf, type TabProps } from './tabs.ts';
import { Warnings } from './warnings.tsx';

/** How the bot is doing, and what to do next. */
export function OverviewTab({ botId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(OVERVIEW_TAB, { botId }));
  // Votes, reports and the moderator's decision arrive while the owner looks, also once the checklist is complete.
  useRefresh(reload);
  // What is shown stays when it cannot be loaded again.
  if (!data) return refusal ? <LoadFailed refusal={refusal} reload={reload} /> : <Loading />;
  const { bot, reviewTime } = data;
  return (
    <>
      <Warnings bot={bot} />
      {bot.state === 'PENDING' && <Submitted botId={bot.botId} medianSeconds={reviewTime?.medianSeconds} />}
      <div class="overview">
        <StateSection
          bot={bot}
          onChange={(changed) =>
            setData((before) => before && { ...before, bot: { ...before.bot, ...changed } })
          }
        />
        <div class="main">
          {!isSetUp(bot) && <Checklist bot={bot} />}
          <KeyNumbers bot={bot} />
          <ChartsSection votes={bot.votesPerDay} servers={bot.serverCountPerDay} />
        </div>
        <RecentVotes votes={bot.recentVotes ?? []} />
      </div>
    </>
  );
}

/**
 * Confirms to the owner that the listing was submitted, until a moderator has decided. It says how long that takes, and
 * what the owner can do meanwhile.
 *
 * @param medianSeconds how long reviews took lately; null when there were too few to tell
 */
export function Submitted({
  botId,
  medianSeconds,
}: {
  botId: string;
  medianSeconds: number | null | undefined;
}) {
  return (
    <section class="submitted" aria-labelledby="submitted-title">
      {WholeIcon('check')}
      <div>
        <h2 id="submitted-title">{messages.submitted.title}</h2>
        <p>
          {typeof medianSeconds === 'number'
            ? messages.submitted.usual({ wait: wordWait(medianSeconds, messages.common.wait) })
            : messages.submitted.unknown}
        </p>
        <p>
          {messages.submitted.meanwhile}{' '}
          <a href={pathOf(botId, 'listing')}>{messages.submitted.openListing}</a>
        </p>
      </div>
    </section>
  );
}

type Changed = Pick<Overview, 'state' | 'history'>;

/** The state of a listing. A rejected listing can be submitted again. */
export function StateSection({ bot, onChange }: { bot: Overview; onChange: (changed: Changed) => void }) {
  const { isBusy, outcome, run } = useAction();
  const { botId, state } = bot;
  const reason = state === 'REJECTED' || state === 'SUSPENDED' ? bot.history?.at(-1)?.reason : null;
  const resubmit = async () => {
    const { state: changed, history } = await mutate(RESUBMIT, { botId });
    onChange({ state: changed, history });
    focusFirst('#state-title');
    return messages.state.resubmitted;
  };
  return (
    <Section id="state" title={messages.sections.state}>
      <p>
        {messages.state.now} <StateBadge state={state} />{' '}
        {state === 'APPROVED' && <a href={`/bot/${botId}`}>{messages.bots.publicPage}</a>}
      </p>
      {state !== 'REMOVED' && <p class="muted">{messages.state.meaning[state]}</p>}
      {reason && <blockquote>{reason}</blockquote>}
      {state === 'REJECTED' && (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} onClick={() => void run(resubmit)}>
            {messages.state.resubmit}
          </Button>
          <a href={pathOf(botId, 'listing')}>{messages.state.edit}</a>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}

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

/** The newest votes. The log has ids of users only, no names. */
export function RecentVotes({ votes }: { votes: NonNullable<Overview['recentVotes']> }) {
  return (
    <Section id="votes" title={messages.sections.votes}>
      {votes.length === 0 ? (
        <p class="muted">{messages.numbers.noVotes}</p>
      ) : (
        <ol class="votes">
          {votes.map(({ userId, votedAt }) => (
            <li key={`${votedAt}/${userId}`}>
              <span>{userId}</span> <Ago at={votedAt} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
