import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldNamed } from '../../../domain/listing/listing-fields.ts';
import { OutcomeLine, useAction } from '../../client/action.tsx';
import { Button } from '../../client/buttons.tsx';
import { InputField } from '../../client/fields.tsx';
import { Form } from '../../client/form.tsx';
import { mutate } from '../../client/graphql.ts';
import { useUnsavedWarning } from '../../client/page.ts';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import { type Listing, SET_TRANSLATION } from '../documents.ts';
import { Counter, MarkdownInput } from './inputs.tsx';
import { useFocusOnProblem } from './use-listing-form.ts';

const labels = messages.translationsForm;
const NAMES = ['name', 'shortDescription', 'longDescription'] as const;
type Name = (typeof NAMES)[number];
type Texts = Readonly<Record<Name, string>>;

const NO_PROBLEMS: readonly never[] = [];

/** The texts of a listing in one language. Beside each one stands the listing's own. */
export function TranslationForm({
  bot,
  language,
  onChange,
  onClose,
}: {
  bot: Listing;
  language: string;
  onChange: (stored: Listing) => void;
  onClose: () => void;
}) {
  const [base, setBase] = useState(() => textsOf(bot, language));
  const [texts, setTexts] = useState(base);
  const [sent, setSent] = useState(base);
  const { isBusy, outcome, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const found = outcome?.kind === 'refused' ? outcome.refusal.problems : NO_PROBLEMS;
  const isChanged = NAMES.some((name) => texts[name] !== base[name]);
  useEffect(() => heading.current?.focus(), []);
  useFocusOnProblem(form.current, found);
  useUnsavedWarning(() => isChanged);
  const save = () =>
    void run(async () => {
      setSent(texts);
      const { botId } = bot;
      const stored = await mutate(SET_TRANSLATION, { botId, language, texts });
      const saved = textsOf(stored, language);
      setBase(saved);
      // Input during the request is not saved yet, so it stays in the form.
      setTexts((now) => (now === texts ? saved : now));
      onChange(stored);
      return labels.saved;
    });
  const close = () => {
    if (!isChanged || confirm(messages.common.leaveUnsaved)) onClose();
  };
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
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {labels.save}
        </Button>
        <Button onClick={close}>{labels.close}</Button>
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

function textsOf({ translations }: Pick<Listing, 'translations'>, language: string): Texts {
  const stored = translations.find((one) => one.language === language);
  return {
    name: stored?.name ?? '',
    shortDescription: stored?.shortDescription ?? '',
    longDescription: stored?.longDescription ?? '',
  };
}
