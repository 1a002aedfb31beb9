import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import { BannerSection } from './banner-section.tsx';
import { type EditedBot, LISTING_TAB } from './documents.ts';
import { ListingSection } from './listing-section.tsx';
import { PictureSection } from './picture-section.tsx';
import type { TabProps } from './tabs.ts';

/** What strangers see of the bot. */
export function ListingTab({ botId, onName }: TabProps) {
  const load = () => query(LISTING_TAB, { botId });
  const { data, refusal, reload, setData } = useBot(load);
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { bot, tags, languages } = data;
  // The other section may have changed other fields since the last drawing. They stay changed.
  const change = (changed: Partial<EditedBot>) => {
    if (changed.name !== undefined) onName(changed.name);
    setData((before) => before && { ...before, bot: { ...before.bot, ...changed } });
  };
  const loadNewest = async () => {
    const { bot: newest } = await load();
    if (newest) change(newest);
    return newest ?? bot;
  };
  return (
    <>
      <ListingSection
        bot={bot}
        tags={tags}
        languages={languages}
        onChange={change}
        onLoadNewest={loadNewest}
      />
      <PictureSection bot={bot} onChange={(avatarUrl) => change({ avatarUrl })} />
      <BannerSection bot={bot} onChange={(bannerUrl) => change({ bannerUrl })} />
    </>
  );
}
