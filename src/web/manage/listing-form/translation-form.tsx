import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldNamed } from '../../../terms/listing-fields.ts';
import { OutcomeLine, useAction } from '../../client/action.tsx';
import { Button } from '../../client/buttons.tsx';
import { InputField } from '../../client/fields.tsx';
import { Form } from '../../client/form.tsx';
import { mutate } from '../../client/graphql.ts';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import { type Listing, SET_TRANSLATION } from '../documents.ts';
import { Counter, MarkdownInput } from './inputs.tsx';
import { waitingEdit } from './listing-fields.ts';
import { useFocusOnProblem, useSharedFields } from './use-listing-form.ts';
import { Versions } from './versions.tsx';

const labels = messages.translationsForm;
const NAMES = ['name', 'shortDescription', 'longDescription'] as const;
type Name = (typeof NAMES)[number];
type Texts = Readonly<Record<Name, string>>;

const NO_PROBLEMS: readonly never[] = [];

/** The name of the draft of a translation. */
export const translationDraft = (botId: string, language: string) => `translation/${botId}/${language}`;

/** The texts of a listing in one language. Beside each one stands the listing's own. */
export function TranslationForm({
  bot,
  language,
  takesFocus,
  onChange,
  onLoadNewest,
  onClose,
}: {
  bot: Listing;
  language: string;
  takesFocus: boolean;
  onChange: (stored: Listing) => void;
  /** Loads the listing after somebody else has changed the texts. */
  onLoadNewest: () => Promise<Listing>;
  onClose: () => void;
}) {
  const [stored] = useState(() => storedIn(bot, language));
  // When the texts were edited that this form knows.
  const [updatedAt, setUpdatedAt] = useState(stored.updatedAt);
  const [sent, setSent] = useState(stored.texts);
  const { isBusy, outcome, run } = useAction();
  const loadNewest = async () => {
    let newest: Texts | undefined;
    await run(async () => {
      const loaded = storedIn(await onLoadNewest(), language);
      setUpdatedAt(loaded.updatedAt);
      newest = loaded.texts;
      return undefined;
    });
    return newest;
  };
  const {
    fields: texts,
    setFields: setTexts,
    note,
    versions,
    keep,
  } = useSharedFields({
    draft: translationDraft(bot.botId, language),
    initial: stored.texts,
    outcome,
    loadNewest,
  });
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const found = outcome?.kind === 'refused' ? outcome.refusal.problems : NO_PROBLEMS;
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useFocusOnProblem(form.current, found);
  const save = () =>
    void run(async () => {
      setSent(texts);
      const { botId } = bot;
      const saved = await mutate(SET_TRANSLATION, { botId, language, texts, updatedAt });
      const now = storedIn(saved, language);
      setUpdatedAt(now.updatedAt);
      keep(now.texts, texts);
      onChange(saved);
      return waitingEdit(saved, 'TRANSLATION', language) ? messages.edits.savedWaiting : labels.saved;
    });
  const controlOf = (name: Name) => ({
    label: messages.fields[name],
    value: texts[name],
    problem: found.find(({ field }) => field === name && texts[name] === sent[name]),
    onValue: (value: string) => setTexts((before) => ({ ...before, [name]: value })),
  });
  // Problems of fields are at their fields.
  const isElsewhere = found.every(({ field }) => !NAMES.includes(field as Name));
  return (
    <Form class="form translation" formRef={form} noValidate onSend={() => !isBusy && save()}>
      <h3 ref={heading} tabIndex={-1}>
        {labels.textsIn({ language: botLanguages().nameOf(language) })}
      </h3>
      {note}
      <Beside text={bot.name} language={bot.textLanguage}>
        <InputField
          {...controlOf('name')}
          isOptional
          below={<Counter value={texts.name} max={fieldNamed('name').max} />}
        />
      </Beside>
      <Beside text={bot.shortDescription} language={bot.textLanguage}>
        <InputField
          {...controlOf('shortDescription')}
          isOptional
          hint={messages.fields.shortDescriptionHint}
          below={<Counter value={texts.shortDescription} max={fieldNamed('shortDescription').max} />}
        />
      </Beside>
      <Beside text={bot.longDescription} language={bot.textLanguage} doesScroll>
        <MarkdownInput {...controlOf('longDescription')} />
      </Beside>
      {versions && <Versions {...versions} />}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {labels.save}
        </Button>
        <Button onClick={onClose}>{labels.close}</Button>
        <OutcomeLine outcome={isElsewhere ? outcome : undefined} />
      </div>
    </Form>
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
    <div class="translated">
      {children}
      {text !== '' && (
        <div class="original">
          <p class="muted">{labels.original}</p>
          <p class="text" dir="auto" lang={language ?? undefined} tabIndex={doesScroll ? 0 : undefined}>
            {text}
          </p>
        </div>
      )}
    </div>
  );
}

/** The texts in a language with the edit that waits, and when they were edited: null when there are none. */
export function storedIn(bot: Pick<Listing, 'translations' | 'edits'>, language: string) {
  const stored = bot.translations.find((one) => one.language === language);
  const waiting = waitingEdit(bot, 'TRANSLATION', language);
  const textOf = (name: Name) => {
    const change = waiting?.changes.find(({ field }) => field === name);
    return (change ? change.after[0] : stored?.[name]) ?? '';
  };
  const texts: Texts = {
    name: textOf('name'),
    shortDescription: textOf('shortDescription'),
    longDescription: textOf('longDescription'),
  };
  return { texts, updatedAt: waiting?.editedAt ?? stored?.updatedAt ?? null };
}
