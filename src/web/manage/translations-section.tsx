import { useState } from 'preact/hooks';
import { MAX_TRANSLATIONS } from '../../domain/listing/listing-fields.ts';
import { OutcomeLine, useAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { newestDraft } from '../client/draft.tsx';
import { SelectField } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { type Listing, REMOVE_TRANSLATION } from './documents.ts';
import { TranslationForm, translationDraft } from './listing-form/translation-form.tsx';

const labels = messages.translationsForm;
const TEXTS = 3;

/** The texts of a listing in other languages: what is there, and a form for one of them. */
export function TranslationsSection({
  bot,
  languages,
  onChange,
  onLoadNewest,
}: {
  bot: Listing;
  languages: readonly string[];
  onChange: (stored: Pick<Listing, 'translations'> & Partial<Listing>) => void;
  onLoadNewest: () => Promise<Listing>;
}) {
  const { botId, translations } = bot;
  const [open, setOpen] = useState(() => newestDraft(translationDraft(botId, '')));
  // A form that opens by itself, with a draft, leaves the focus where it is.
  const [isChosen, setChosen] = useState(false);
  const choose = (language: string) => {
    setOpen(language);
    setChosen(true);
  };
  const { isBusy, outcome, run } = useAction();
  const remove = (language: string) =>
    void run(async () => {
      const stored = await mutate(REMOVE_TRANSLATION, { botId, language });
      // A removal is no edit, so a higher revision would be somebody else's.
      onChange({ translations: stored.translations });
      setOpen((now) => (now === language ? undefined : now));
      focusFirst('#translations-title');
      return labels.removed;
    });
  return (
    <Section id="translations" title={labels.title}>
      <p class="muted">{labels.intro}</p>
      {translations.length > 0 && (
        <ul class="owners" aria-labelledby="translations-title">
          {translations.map(({ language, completeness }) => {
            const name = botLanguages().nameOf(language);
            return (
              <li key={language}>
                <span>
                  {botLanguages().labelOf(language)}{' '}
                  <span class="muted">· {labels.texts({ count: completeness, all: TEXTS })}</span>
                </span>
                <div class="actions">
                  <Button label={labels.editNamed({ language: name })} onClick={() => choose(language)}>
                    {labels.edit}
                  </Button>
                  <ConfirmButton
                    label={labels.removeNamed({ language: name })}
                    isBusy={isBusy}
                    warning={labels.removeWarning({ language: name })}
                    onConfirm={() => remove(language)}
                  >
                    {labels.remove}
                  </ConfirmButton>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <OutcomeLine outcome={outcome} />
      {open === undefined ? (
        <AddLanguage bot={bot} languages={languages} onAdd={choose} />
      ) : (
        <TranslationForm
          key={open}
          bot={bot}
          language={open}
          takesFocus={isChosen}
          onChange={onChange}
          onLoadNewest={onLoadNewest}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

/** Chooses a language that has no translation yet. */
function AddLanguage({
  bot: { textLanguage, translations },
  languages,
  onAdd,
}: {
  bot: Listing;
  languages: readonly string[];
  onAdd: (language: string) => void;
}) {
  const [chosen, setChosen] = useState('');
  if (translations.length >= MAX_TRANSLATIONS) {
    return <p class="muted">{labels.full({ max: MAX_TRANSLATIONS })}</p>;
  }
  const taken = [textLanguage, ...translations.map(({ language }) => language)];
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
