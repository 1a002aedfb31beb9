import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import type { TabProps } from '../edit/tabs.ts';
import { TEAM_TAB } from './documents.ts';
import { OwnersSection } from './owners-section.tsx';

/** The people who manage the bot. */
export function TeamTab({ botId, userId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(TEAM_TAB, { botId }));
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { owners } = data.bot;
  return (
    <OwnersSection
      botId={botId}
      owners={owners}
      userId={userId}
      isOwner={owners.some((owner) => owner.userId === userId && !owner.isCoOwner)}
      onChange={(changed) =>
        setData((before) => before && { ...before, bot: { ...before.bot, owners: changed } })
      }
    />
  );
}
