import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import { useRefresh } from '../../client/request/use-refresh.ts';
import type { TabProps } from '../edit/tabs.ts';
import { ChartsSection } from './charts-section.tsx';
import { Checklist, isSetUp } from './checklist.tsx';
import { OVERVIEW_TAB } from './documents.ts';
import { KeyNumbers } from './key-numbers.tsx';
import { RecentVotes } from './recent-votes.tsx';
import { StateSection } from './state-section.tsx';
import { Submitted } from './submitted.tsx';
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
