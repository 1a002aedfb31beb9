import { useAction } from '../client/action.tsx';
import { LoadFailed, Loading, useBot } from '../client/data.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { EDIT, type EditedBot, LISTING_TAB, type Listing, type Tag } from './documents.ts';
import { fieldsOf, type ListingFields, toInput } from './listing-form/listing-fields.ts';
import { ListingForm } from './listing-form/listing-form.tsx';
import { BannerSection, PictureSection } from './picture-section.tsx';
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

/**
 * Edits a listing. A save names the revision that the form shows, so that it cannot overwrite the changes of somebody
 * else unseen.
 */
export function ListingSection({
  bot,
  tags,
  languages,
  onChange,
  onLoadNewest,
}: {
  bot: Listing;
  tags: readonly Tag[];
  languages: readonly string[];
  onChange: (listing: Listing) => void;
  onLoadNewest: () => Promise<Listing>;
}) {
  const { isBusy, outcome, run } = useAction();
  const save = async (fields: ListingFields) => {
    let stored: ListingFields | undefined;
    await run(async () => {
      const { botId, revision } = bot;
      const edited = await mutate(EDIT, { botId, revision, listing: toInput(fields) });
      onChange(edited);
      stored = fieldsOf(edited);
      return messages.common.saved;
    });
    return stored;
  };
  const loadNewest = async () => {
    let newest: ListingFields | undefined;
    await run(async () => {
      newest = fieldsOf(await onLoadNewest());
      return undefined;
    });
    return newest;
  };
  return (
    <Section id="listing" title={messages.sections.listing}>
      <ListingForm
        initial={fieldsOf(bot)}
        tags={tags}
        languages={languages}
        isBusy={isBusy}
        outcome={outcome}
        sendLabel={messages.fields.save}
        onSend={save}
        onLoadNewest={loadNewest}
      />
    </Section>
  );
}
