import { Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { ActOutcome, BotTab } from '../client/act.tsx';
import { query } from '../client/graphql.ts';
import { Facts, Section, StateBadge } from '../client/section.tsx';
import { Ago, isSilent } from '../client/time.tsx';
import { Chart } from '../kit/chart.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { wordWait } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { causeOf } from './attempt-words.ts';
import { Checklist, isSetUp } from './checklist.tsx';
import { OVERVIEW_TAB, type Overview } from './documents.ts';
import { HoldBanner } from './hold-section.tsx';
import { TakenDownBadge } from './listing-history.tsx';
import { NewsSection } from './news-section.tsx';
import { EditLink, Resubmit } from './resubmit.tsx';
import { ScoreSection } from './score-section.tsx';
import { MayChange, pathOf, type TabProps } from './tabs.ts';
import { Voidings } from './voidings.tsx';
import { UnsteadyCounts, Warning } from './warning.tsx';

const labels = messages.numbers;

/** How the bot is doing, and what to do next. */
export function OverviewTab({ botId, hasContact }: TabProps) {
  const mayChange = useContext(MayChange);
  return (
    // Votes, reports and the moderator's decision arrive while the owner looks, also once the checklist is complete.
    <BotTab isLive load={() => query(OVERVIEW_TAB, { botId })}>
      {(bot, { reviewTime, viewer }) => (
        <>
          <Warnings bot={bot} />
          {mayChange && bot.state === 'PENDING' && (
            <Submitted botId={botId} place={bot.placeInQueue} medianSeconds={reviewTime?.medianSeconds} />
          )}
          <div class="overview">
            <StateSection bot={bot} hasContact={hasContact} />
            <div class="main">
              {mayChange && !isSetUp(bot) && <Checklist bot={bot} />}
              <KeyNumbers bot={bot} />
              <ChartsSection bot={bot} />
              {mayChange && <NewsSection bot={bot} allowance={viewer?.allowance} />}
            </div>
            {mayChange && <ScoreSection bot={bot} />}
            <RecentVotes votes={bot.recentVotes ?? []} voidings={bot.voidings ?? []} />
          </div>
        </>
      )}
    </BotTab>
  );
}

/** What has stopped working, and what to do about it. */
function Warnings({ bot }: { bot: Overview }) {
  const { botId, checkedInAt } = bot;
  const mayChange = useContext(MayChange);
  const { hold, health } = bot.webhook ?? {};
  return (
    <>
      {isSilent(checkedInAt) && (
        <Warning
          title={messages.warnings.silent}
          href={mayChange ? pathOf(botId, 'api') : undefined}
          link={messages.warnings.openApi}
        >
          {messages.warnings.lastReport} <Ago at={checkedInAt} />. {messages.warnings.silentHelp}
        </Warning>
      )}
      {bot.unsteadyCounts && <UnsteadyCounts counts={bot.unsteadyCounts} />}
      {bot.state === 'APPROVED' && bot.edits?.some(({ state }) => state === 'WAITING') && (
        <Warning
          icon="clock"
          title={messages.edits.waiting}
          href={mayChange ? pathOf(botId, 'listing') : undefined}
          link={messages.warnings.openEdit}
        >
          {messages.edits.waitingHelp}
        </Warning>
      )}
      {hold && <HoldBanner hold={hold} cause={health && causeOf(health)} botId={botId} />}
      {health?.state === 'FAILING' && (
        <Warning
          title={messages.warnings.failing}
          href={pathOf(botId, 'webhook')}
          link={messages.warnings.openWebhook}
        >
          {health.since && (
            <>
              {messages.warnings.failingSince} <Ago at={health.since} />.{' '}
            </>
          )}
          {causeOf(health)}
        </Warning>
      )}
    </>
  );
}

/**
 * Confirms to the owner that the listing was submitted, until a moderator has decided. It says how long that takes, and
 * what the owner can do meanwhile.
 *
 * @param place its place among the listings that wait
 * @param medianSeconds how long reviews took lately; null when there were too few to tell
 */
function Submitted({
  botId,
  place,
  medianSeconds,
}: {
  botId: string;
  place: number | null;
  medianSeconds: number | null | undefined;
}) {
  return (
    <section class="submitted" aria-labelledby="submitted-title">
      <WholeIcon name="check" />
      <div>
        <h2 id="submitted-title">{messages.submitted.title}</h2>
        <p>
          {typeof medianSeconds === 'number'
            ? messages.submitted.usual({ wait: wordWait(medianSeconds, messages.common.wait) })
            : messages.submitted.unknown}{' '}
          {place !== null && messages.edits.place({ place })}
        </p>
        <p>
          {messages.submitted.meanwhile}{' '}
          <a href={pathOf(botId, 'listing')}>{messages.submitted.openListing}</a>
        </p>
      </div>
    </section>
  );
}

const REASON = 'm-0 mb-4 line-s border-s-3 border-s-bad ps-3 whitespace-pre-line';

/** The state of a listing, and after a rejection or a suspension what its owner does next. */
function StateSection({ bot, hasContact }: { bot: Overview; hasContact: boolean }) {
  const mayChange = useContext(MayChange);
  const { botId, state } = bot;
  const lastMove = bot.history?.findLast(({ takenDown }) => takenDown === null);
  const reason = state === 'REJECTED' || state === 'SUSPENDED' ? lastMove?.reason : null;
  return (
    <Section id="state" title={messages.sections.state}>
      <p class="flex flex-wrap gap-x-[.6rem] gap-y-1 items-center m-0">
        {messages.state.now} <StateBadge state={state} />{' '}
        <a href={`/bot/${botId}`}>
          {state === 'APPROVED' ? messages.bots.publicPage : messages.bots.preview}
        </a>
      </p>
      {state !== 'REMOVED' && <p class="muted">{messages.state.meaning[state]}</p>}
      {reason && <blockquote class={REASON}>{reason}</blockquote>}
      <PicturesTakenDown bot={bot} />
      {mayChange && state === 'REJECTED' && <Resubmit botId={botId} />}
      {mayChange && state === 'SUSPENDED' && <AfterSuspension botId={botId} hasContact={hasContact} />}
      {(state === 'REJECTED' || state === 'PENDING') && <ActOutcome />}
    </Section>
  );
}

/** A suspended listing has no form that asks for another look: too many would write without a change. */
function AfterSuspension({ botId, hasContact }: { botId: string; hasContact: boolean }) {
  return (
    <>
      <h3>{messages.state.next}</h3>
      <ol class="mt-0 mb-3 ps-5">
        <li>{messages.state.change}</li>
        <li>{messages.state.ask({ id: botId })}</li>
      </ol>
      <div class="actions">
        <EditLink botId={botId} />
        {hasContact && (
          <a class="quiet" href="/contact">
            {messages.sitePages.contact}
          </a>
        )}
        <a href="/review">{messages.sitePages.review}</a>
      </div>
    </>
  );
}

/** For this time the owners are told that a moderator took a picture down. The history keeps it. */
const TOLD_MS = 30 * DAY_MS;

function PicturesTakenDown({ bot }: { bot: Overview }) {
  return bot.history?.map(
    ({ takenDown, movedAt, reason }) =>
      takenDown !== null &&
      Date.now() - Date.parse(movedAt) < TOLD_MS && (
        <Fragment key={movedAt}>
          <p>
            <TakenDownBadge picture={takenDown} /> <Ago at={movedAt} />
          </p>
          <blockquote class={REASON}>{reason}</blockquote>
        </Fragment>
      ),
  );
}

/** "10 minutes ago" fits in one line, in all languages. */
const NUMBER =
  '[&>dd]:text-title [&>dd]:font-semibold [&>dd]:tracking-[-.015em] ' +
  '[&>dd:has(time)]:text-body [&>dd:has(time)]:leading-[2.1rem]';

/** The numbers of a bot that its owner looks for first. */
function KeyNumbers({ bot }: { bot: Overview }) {
  const { voteCount, serverCount, checkedInAt } = bot;
  return (
    <Facts
      class="fit-8.5 gap-4 mt-0 mb-4"
      eachClass={`card grid content-between m-0 px-5 py-3.5 ${NUMBER}`}
      facts={{
        [labels.recentVotes]: formatNumber(recentVotesOf(bot)),
        [labels.allVotes]: formatNumber(voteCount),
        [messages.bots.servers]: serverCount === null ? messages.common.unknown : formatNumber(serverCount),
        [messages.bots.lastReport]: checkedInAt === null ? messages.bots.never : <Ago at={checkedInAt} />,
      }}
    />
  );
}

/** The votes of the last 30 days. */
const recentVotesOf = ({ votesPerDay }: Overview) => votesPerDay.reduce((sum, { votes }) => sum + votes, 0);

/** Charts of a bot's votes and servers. */
function ChartsSection({ bot }: { bot: Overview }) {
  const { votesPerDay: votes, serverCountPerDay: servers } = bot;
  const latest = servers.at(-1)?.serverCount;
  return (
    <Section id="charts" title={messages.sections.charts}>
      <div class="fit-18 gap-4 items-start">
        <Chart
          kind="bars"
          title={messages.chart.votes}
          summary={labels.sum({ count: recentVotesOf(bot) })}
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

const VOTE =
  'flex flex-wrap gap-x-3 gap-y-0 justify-between py-[.45rem] text-small tabular-nums [&>time]:text-muted';

/** The newest votes. The log has ids of users only, no names. */
function RecentVotes({
  votes,
  voidings,
}: {
  votes: NonNullable<Overview['recentVotes']>;
  voidings: NonNullable<Overview['voidings']>;
}) {
  return (
    <Section id="votes" title={messages.sections.votes}>
      {votes.length === 0 ? (
        <p class="muted">{messages.numbers.noVotes}</p>
      ) : (
        <ol class="items ruled">
          {votes.map(({ userId, votedAt, isVoided }) => (
            <li key={`${votedAt}/${userId}`} class={VOTE}>
              <span>{userId}</span>{' '}
              {isVoided && <span class="badge rejected">{messages.deliveries.voided}</span>}{' '}
              <Ago at={votedAt} />
            </li>
          ))}
        </ol>
      )}
      <Voidings voidings={voidings} />
    </Section>
  );
}
