import { BotTab } from '../client/act.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { EDIT, LISTING_TAB, type Listing } from './documents.ts';
import { type FormFields, fieldsOf, toInput, waitingEdit } from './listing-form/listing-fields.ts';
import { ListingForm } from './listing-form/listing-form.tsx';
import { OwnEdits } from './own-edits.tsx';
import { BannerSection, PictureSection } from './picture-section.tsx';
import { ScreenshotsSection } from './screenshots-section.tsx';
import type { TabProps } from './tabs.ts';
import { TranslationsSection } from './translations-section.tsx';

const storedOf = (bot: Listing) => ({ fields: fieldsOf(bot), version: bot.revision });

/** What strangers see of the bot. */
export function ListingTab({ botId, onName }: TabProps) {
  const load = async () => {
    const loaded = await query(LISTING_TAB, { botId });
    if (loaded.bot) onName(loaded.bot.name);
    return loaded;
  };
  const save = async (fields: FormFields, revision: number) => {
    const saved = await mutate(EDIT, { botId, revision, listing: toInput(fields) });
    const text = waitingEdit(saved) ? messages.edits.savedWaiting : messages.common.saved;
    return { stored: storedOf(saved), text };
  };
  return (
    <BotTab load={load}>
      {(bot, { tags, languages, reviewTime }) => (
        <>
          <OwnEdits bot={bot} medianSeconds={reviewTime?.medianSeconds} />
          <OwnEdits bot={bot} part="PLATFORM_NAME" />
          <Section id="listing" title={messages.sections.listing}>
            <ListingForm
              draft={`listing/${botId}`}
              stored={storedOf(bot)}
              tags={tags}
              languages={languages}
              send={messages.fields.save}
              save={save}
            />
          </Section>
          <TranslationsSection bot={bot} languages={languages} />
          <PictureSection bot={bot} />
          <BannerSection bot={bot} />
          <ScreenshotsSection bot={bot} />
        </>
      )}
    </BotTab>
  );
}
