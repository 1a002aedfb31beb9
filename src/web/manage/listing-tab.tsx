import { useState } from 'preact/hooks';
import { useAction } from '../client/action.tsx';
import { useBot } from '../client/data.tsx';
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

/**
 * What strangers see of the bot. A save names the revision that the form shows, so that it cannot overwrite the changes
 * of somebody else unseen.
 */
export function ListingTab({ botId, onName }: TabProps) {
  const load = () => query(LISTING_TAB, { botId });
  const { data, instead, change } = useBot(load);
  const { isBusy, outcome, run } = useAction();
  const [withdrawals, setWithdrawals] = useState(0);
  if (!data) return instead;
  const { bot, tags, languages, reviewTime } = data;
  const keep = (stored: Listing): FormFields => {
    onName(stored.name);
    change(stored);
    return fieldsOf(stored);
  };
  const save = async (fields: FormFields) => {
    let stored: FormFields | undefined;
    await run(async () => {
      const { revision } = bot;
      const saved = await mutate(EDIT, { botId, revision, listing: toInput(fields) });
      stored = keep(saved);
      return waitingEdit(saved) ? messages.edits.savedWaiting : messages.common.saved;
    });
    return stored;
  };
  const loadNewest = async () => {
    let newest: FormFields | undefined;
    await run(async () => {
      const loaded = await load();
      newest = loaded.bot ? keep(loaded.bot) : fieldsOf(bot);
      return undefined;
    });
    return newest;
  };
  return (
    <>
      <OwnEdits
        bot={bot}
        medianSeconds={reviewTime?.medianSeconds}
        onWithdrawn={(stored) => {
          keep(stored);
          setWithdrawals((before) => before + 1);
        }}
      />
      <OwnEdits bot={bot} part="PLATFORM_NAME" onWithdrawn={keep} />
      <Section id="listing" title={messages.sections.listing}>
        <ListingForm
          // The form of a withdrawn edit begins anew.
          key={withdrawals}
          draft={`listing/${botId}`}
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
      <OtherParts bot={bot} languages={languages} load={load} change={change} />
    </>
  );
}

/** What is saved by itself: translations and pictures. */
function OtherParts({
  bot,
  languages,
  load,
  change,
}: {
  bot: Listing;
  languages: readonly string[];
  load: () => Promise<{ readonly bot: Listing | null }>;
  change: (changed: Partial<Listing>) => void;
}) {
  const loadTranslations = async () => {
    const newest = (await load()).bot ?? bot;
    change({ translations: newest.translations, edits: newest.edits });
    return newest;
  };
  // With a later revision than the next one, somebody else has changed the fields: then a save must be refused.
  const keepPart = ({
    revision,
    ...part
  }: Partial<Omit<Listing, 'revision'>> & { revision?: number | undefined }) =>
    change({ ...part, ...(revision === bot.revision + 1 && { revision }) });
  return (
    <>
      <TranslationsSection
        bot={bot}
        languages={languages}
        onChange={({ translations, edits, placeInQueue, revision }) =>
          keepPart({ translations, edits, placeInQueue, revision })
        }
        onLoadNewest={loadTranslations}
      />
      <PictureSection bot={bot} onChange={keepPart} />
      <BannerSection bot={bot} onChange={keepPart} />
      <ScreenshotsSection bot={bot} onChange={keepPart} />
    </>
  );
}
