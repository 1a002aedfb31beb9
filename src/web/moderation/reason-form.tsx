import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { Button } from '../client/buttons.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field, type Problem, SelectField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { refusedFor } from '../client/graphql.ts';
import { forgetRefusal, useRefusedDraft } from '../client/held.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { LANGUAGES, type Language } from '../words/language.ts';
import { messages, REASONS } from '../words/messages.ts';
import type { ModeratedBot, Template } from './documents.ts';
import { focusNear } from './keyboard.tsx';
import { OwnTemplates, useOwnTemplates } from './own-templates.tsx';

const labels = messages.moderation;

/** What needs a reason. */
export type Reasoned = keyof typeof messages.moderationTools.templates.of;

const SEND: Readonly<Record<Reasoned, string>> = {
  REJECT: labels.rejectNow,
  SUSPEND: labels.suspendNow,
  REFUSE: messages.edits.refuseNow,
  TAKE_DOWN: labels.takeDownNow,
  BLOCK: messages.moderatedUser.blockNow,
  VOID: messages.moderationTools.votes.voidNow,
};
const KEYS: Readonly<Partial<Record<Reasoned, string>>> = { REJECT: 'r', SUSPEND: 's', REFUSE: 'r' };

/**
 * The text of a reason, which survives the form.
 *
 * @returns `type` for what the moderator types, `write` for the text of a template, and `typed` for what was typed
 *   last: it comes back after a look through the templates
 */
export function useReason(subject: string) {
  const [reason, setReason] = useState('');
  const typed = useRef(reason);
  const type = (text: string) => {
    typed.current = text;
    setReason(text);
  };
  const draft = useDraft({
    name: reasonFor(subject),
    value: reason || undefined,
    restore: type,
    reset: () => type(''),
  });
  return { ...draft, reason, typed: () => typed.current, type, write: setReason };
}

/** The name of the draft. It is dropped when the decision is made: the form may disappear with its listing. */
export const reasonFor = (subject: string) => `reason/${subject}`;

/** Whether a form for a reason is open. It opens again when the service has refused the decision. */
export function useOpen(subject: string) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = useRefusedDraft(reasonFor(subject)) !== undefined;
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return [isOpen, setOpen] as const;
}

/**
 * The form for the reason of a rejection or a suspension, of a picture that is taken down, or of a block.
 *
 * @param props.subject what it is about, such as the listing and the decision. Its draft is kept
 */
export function ReasonForm({
  listing: { openReports, languages: spoken },
  subject,
  decision,
  send = SEND[decision],
  isOff = false,
  children,
  onSend,
  onCancel,
}: {
  listing: Pick<ModeratedBot, 'openReports' | 'languages'>;
  subject: string;
  decision: Reasoned;
  /** The words on the button, where the decision has no words of its own. */
  send?: string;
  /** Whether somebody else has decided meanwhile. The text stays. */
  isOff?: boolean;
  /** What else is decided. */
  children?: ComponentChildren;
  onSend: (reason: string, closesReports: boolean) => void;
  onCancel: () => void;
}) {
  const { reason, typed, type, write, note, flush } = useReason(subject);
  const { own, setOwn } = useOwnTemplates();
  const [problem, setProblem] = useProblem(subject);
  const canClose = decision === 'SUSPEND' && Boolean(openReports?.length);
  const [closes, setCloses] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  // The field gets the focus when the form opens, before the next key is pressed, and after each refusal.
  useLayoutEffect(() => {
    if (field.current) focusNear(field.current, field.current.form ?? undefined);
  }, [problem]);
  const change = (fill: (text: string) => void) => (text: string) => {
    setProblem(undefined);
    fill(text);
  };
  const cancel = () => {
    forgetRefusal(reasonFor(subject));
    onCancel();
  };
  return (
    <Form
      onSend={() => {
        if (isOff) return;
        flush();
        const wrong = problemOf(reason);
        setProblem(wrong);
        if (!wrong) onSend(reason, canClose && closes);
      }}
      onKeyDown={(event) => sendOrCancel(event, cancel)}
    >
      {note}
      {children}
      <Templates
        own={own}
        decision={decision}
        spoken={spoken}
        reason={reason}
        onChoose={(text) => change(write)(text ?? typed())}
        onTranslate={change(write)}
      />
      <ReasonField
        decision={decision}
        problem={problem}
        field={field}
        reason={reason}
        onType={change(type)}
      />
      <OwnTemplates templates={own} reason={reason} onChange={setOwn} />
      {canClose && <ClosesReports isChecked={closes} onChange={setCloses} />}
      <div class="actions">
        <Button kind="danger" type="submit" isOff={isOff}>
          {send}
        </Button>
        <Button onClick={cancel}>{messages.common.cancel}</Button>
      </div>
    </Form>
  );
}

/** What is wrong with the reason: a refusal of the service, until it is edited, or its length. */
function useProblem(subject: string) {
  const refused = useRefusedDraft(reasonFor(subject));
  return useState<Problem | undefined>(refused?.code === 'INVALID_INPUT' ? refused : undefined);
}

/** Says at once what the service would say after the decision has waited. */
export function problemOf(text: string, subject: 'reason' | 'answer' = 'reason'): Problem | undefined {
  const { min, max } = REASON_LENGTH;
  const length = [...text.trim()].length;
  if (length >= min && length <= max) return undefined;
  const parameters = { subject, min, max };
  return refusedFor({ code: 'INVALID_INPUT', message: '', reason: 'text.length', parameters });
}

/** Enter with Control or Command sends, Escape cancels. */
function sendOrCancel(event: TargetedKeyboardEvent<HTMLFormElement>, cancel: () => void): void {
  if (event.isComposing) return;
  if (event.key === 'Escape') cancel();
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

/** In an empty field, the arrow takes the first template, and goes to their list. */
function takeTemplate(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  const { value, form } = event.currentTarget;
  const list = form?.querySelector<HTMLSelectElement>('.templates select');
  if (event.key !== 'ArrowDown' || value !== '' || !list) return;
  event.preventDefault();
  focusNear(list);
  list.selectedIndex = 1;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

function ReasonField({
  decision,
  problem,
  field,
  reason,
  onType,
}: {
  decision: Reasoned;
  problem: Problem | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  reason: string;
  onType: (reason: string) => void;
}) {
  return (
    <Field
      label={labels.reason}
      hint={decision === 'BLOCK' ? messages.moderatedUser.reasonHint : labels.reasonHint}
      problem={problem}
      isAlone
    >
      {(control) => (
        <textarea
          {...control}
          ref={field}
          aria-keyshortcuts={KEYS[decision]}
          rows={3}
          value={reason}
          onKeyDown={takeTemplate}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function ClosesReports({
  isChecked,
  onChange,
}: {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {labels.closesReports}
    </label>
  );
}

const { title, choose, language: languageLabel, own: nameOfOwn, of } = messages.moderationTools.templates;

/** The language that the moderator has chosen, for all listings until the page is closed. */
let lastLanguage: Language | undefined;

/** Most owners read English. Those of a bot that speaks other languages only may prefer one of them. */
function languageFor(spoken: readonly string[]): Language {
  if (spoken.length === 0 || spoken.includes('en')) return 'en';
  return LANGUAGES.find((each) => spoken.includes(each)) ?? 'en';
}

/**
 * Reasons that moderators give often. A chosen one fills the field, where it can be edited. The focus stays in the list,
 * so that arrow keys and letters go through it. The first entry is the text that the moderator typed. A template is in
 * the language that the moderator chooses, because the owner reads it.
 *
 * @param own the moderator's own templates, in whatever language they are
 * @param spoken codes of the languages that the bot speaks
 * @param reason the present text of the field
 * @param onChoose gets the text of the chosen template; undefined for the text that the moderator typed
 * @param onTranslate gets the same text in another language, as long as nobody has edited it
 */
function Templates({
  decision,
  spoken,
  reason,
  onChoose,
  onTranslate,
  own,
}: {
  decision: Reasoned;
  own: readonly Template[];
  spoken: readonly string[];
  reason: string;
  onChoose: (text: string | undefined) => void;
  onTranslate: (text: string) => void;
}) {
  const [language, setLanguage] = useState(lastLanguage ?? languageFor(spoken));
  const ownTexts = Object.fromEntries(own.map(({ id, text }) => [id, text]));
  const textsIn = (each: Language): Readonly<Record<string, string>> => ({
    ...REASONS[each][decision],
    ...ownTexts,
  });
  const [present = ''] = Object.entries(textsIn(language)).find(([, text]) => text === reason) ?? [];
  const translate = (chosen: Language) => {
    lastLanguage = chosen;
    setLanguage(chosen);
    const translated = textsIn(chosen)[present];
    if (translated !== undefined) onTranslate(translated);
  };
  return (
    <div class="beside templates">
      <SelectField
        label={title}
        value={present}
        options={[
          ['', choose],
          ...own.map(({ id, name }) => [id, nameOfOwn({ name })] as const),
          ...Object.entries(of[decision]),
        ]}
        onValue={(id) => onChoose(textsIn(language)[id])}
      />
      <SelectField
        label={languageLabel}
        value={language}
        options={LANGUAGES.map((each) => [each, botLanguages().nameOf(each)])}
        onValue={translate}
      />
    </div>
  );
}
