import { useState } from 'preact/hooks';
import { MAX_TRANSLATIONS } from '../../terms/listing-fields.ts';
import { ActButton, ActOutcome } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { newestDraft } from '../client/draft.tsx';
import { SelectField } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { type Listing, REMOVE_TRANSLATION } from './documents.ts';
import { waitingEdit } from './listing-form/listing-fields.ts';
import { storedIn, TranslationForm, translationDraft } from './listing-form/translation-form.tsx';
import { OwnEdits } from './own-edits.tsx';

const labels = messages.translationsForm;

/** The texts of a listing in other languages: what is there, and a form for one of them. */
export function TranslationsSection({ bot, languages }: { bot: Listing; languages: readonly string[] }) {
  const { botId, translations } = bot;
  const translated = languagesOf(bot);
  const edited = [...new Set(bot.edits?.flatMap(({ language }) => language ?? []))];
  const [open, setOpen] = useState(() => newestDraft(translationDraft(botId, '')));
  // A form that opens by itself, with a draft, leaves the focus where it is.
  const [isChosen, setChosen] = useState(false);
  const choose = (language: string) => {
    setOpen(language);
    setChosen(true);
  };
  const remove = async (language: string) => {
    await mutate(REMOVE_TRANSLATION, { botId, language });
    setOpen((now) => (now === language ? undefined : now));
    return labels.removed;
  };
  return (
    <Section id="translations" title={labels.title}>
      <p class="muted">{labels.intro}</p>
      {edited.map((language) => (
        <OwnEdits key={language} bot={bot} part="TRANSLATION" language={language} />
      ))}
      {translated.length > 0 && (
        <ul class="owners" aria-labelledby="translations-title">
          {translated.map((language) => {
            const name = botLanguages().nameOf(language);
            const texts = Object.values(storedIn(bot, language).fields);
            return (
              <li key={language}>
                <span>
                  {botLanguages().labelOf(language)}{' '}
                  <span class="muted">
                    · {labels.texts({ count: texts.filter(Boolean).length, all: texts.length })}
                  </span>
                </span>
                <div class="actions">
                  <Button label={labels.editNamed({ language: name })} onClick={() => choose(language)}>
                    {labels.edit}
                  </Button>
                  {translations.some((stored) => stored.language === language) && (
                    <ActButton
                      label={labels.removeNamed({ language: name })}
                      warning={labels.removeWarning({ language: name })}
                      focus="#translations-title"
                      act={() => remove(language)}
                    >
                      {labels.remove}
                    </ActButton>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <ActOutcome />
      {open === undefined ? (
        <AddLanguage bot={bot} languages={languages} onAdd={choose} />
      ) : (
        <TranslationForm
          key={open}
          bot={bot}
          language={open}
          takesFocus={isChosen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

/** The languages of the translations, also of those that wait for a moderator. */
const languagesOf = (bot: Listing): string[] =>
  [
    ...new Set([
      ...bot.translations.map(({ language }) => language),
      ...(bot.edits ?? []).flatMap(({ language }) =>
        language !== null && waitingEdit(bot, 'TRANSLATION', language) ? language : [],
      ),
    ]),
  ].toSorted();

/** Chooses a language that has no translation yet. */
function AddLanguage({
  bot,
  languages,
  onAdd,
}: {
  bot: Listing;
  languages: readonly string[];
  onAdd: (language: string) => void;
}) {
  const [chosen, setChosen] = useState('');
  const translated = languagesOf(bot);
  if (translated.length >= MAX_TRANSLATIONS) {
    return <p class="muted">{labels.full({ max: MAX_TRANSLATIONS })}</p>;
  }
  const taken = [bot.textLanguage, ...translated];
  const free = botLanguages().sorted(languages.filter((language) => !taken.includes(language)));
  return (
    <>
      <SelectField
        label={labels.language}
        value={chosen}
        options={[['', labels.choose], ...free]}
        onValue={setChosen}
      />
      <div class="actions">
        <Button onClick={() => chosen !== '' && onAdd(chosen)}>{labels.add}</Button>
      </div>
    </>
  );
}
