import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { fieldNamed } from '../../../terms/listing-fields.ts';
import { Acts } from '../../client/act.tsx';
import { Button } from '../../client/buttons.tsx';
import { InputField } from '../../client/fields.tsx';
import { mutate } from '../../client/graphql.ts';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import { type Listing, SET_TRANSLATION } from '../documents.ts';
import { Counter, MarkdownInput } from './inputs.tsx';
import { waitingEdit } from './listing-fields.ts';
import { SharedForm, type Stored } from './shared-form.tsx';

const labels = messages.translationsForm;
type Name = 'name' | 'shortDescription' | 'longDescription';
type Texts = Readonly<Record<Name, string>>;

/** The name of the draft of a translation. */
export const translationDraft = (botId: string, language: string) => `translation/${botId}/${language}`;

/** The texts of a listing in one language. Beside each one stands the listing's own. */
export function TranslationForm({
  bot,
  language,
  takesFocus,
  onClose,
}: {
  bot: Listing;
  language: string;
  takesFocus: boolean;
  onClose: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const { botId } = bot;
  const save = async (texts: Texts, updatedAt: string | null) => {
    const saved = await mutate(SET_TRANSLATION, { botId, language, texts, updatedAt });
    const text = waitingEdit(saved, 'TRANSLATION', language) ? messages.edits.savedWaiting : labels.saved;
    return { stored: storedIn(saved, language), text };
  };
  const title = (
    <h3 ref={heading} tabIndex={-1}>
      {labels.textsIn({ language: botLanguages().nameOf(language) })}
    </h3>
  );
  return (
    <Acts>
      <SharedForm
        draft={translationDraft(botId, language)}
        stored={storedIn(bot, language)}
        save={save}
        title={title}
        send={labels.save}
        buttons={<Button onClick={onClose}>{labels.close}</Button>}
      >
        {({ fields, controlOf }) => (
          <>
            <Beside text={bot.name} language={bot.textLanguage}>
              <InputField
                {...controlOf('name')}
                isOptional
                below={<Counter value={fields.name} max={fieldNamed('name').max} />}
              />
            </Beside>
            <Beside text={bot.shortDescription} language={bot.textLanguage}>
              <InputField
                {...controlOf('shortDescription')}
                isOptional
                hint={messages.fields.shortDescriptionHint}
                below={<Counter value={fields.shortDescription} max={fieldNamed('shortDescription').max} />}
              />
            </Beside>
            <Beside text={bot.longDescription} language={bot.textLanguage} doesScroll>
              <MarkdownInput {...controlOf('longDescription')} />
            </Beside>
          </>
        )}
      </SharedForm>
    </Acts>
  );
}

/** A field, and the listing's own text for it. */
function Beside({
  text,
  language,
  doesScroll = false,
  children,
}: {
  text: string;
  language: string | null;
  /** A text that scrolls must be in reach of the keyboard. */
  doesScroll?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class="grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-5 gap-y-2">
      {children}
      {text !== '' && (
        <div>
          <p class="muted m-0 text-small">{labels.original}</p>
          <p
            class="text max-h-64 m-0 mt-[.35rem] overflow-y-auto text-small whitespace-pre-wrap"
            dir="auto"
            lang={language ?? undefined}
            tabIndex={doesScroll ? 0 : undefined}
          >
            {text}
          </p>
        </div>
      )}
    </div>
  );
}

/** The texts in a language with the edit that waits. Their version is when they were edited: null when there are none. */
export function storedIn(
  bot: Pick<Listing, 'translations' | 'edits'>,
  language: string,
): Stored<Texts, string | null> {
  const stored = bot.translations.find((one) => one.language === language);
  const waiting = waitingEdit(bot, 'TRANSLATION', language);
  const textOf = (name: Name) => {
    const change = waiting?.changes.find(({ field }) => field === name);
    return (change ? change.after[0] : stored?.[name]) ?? '';
  };
  const fields: Texts = {
    name: textOf('name'),
    shortDescription: textOf('shortDescription'),
    longDescription: textOf('longDescription'),
  };
  return { fields, version: waiting?.editedAt ?? stored?.updatedAt ?? null };
}
