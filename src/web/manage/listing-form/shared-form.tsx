import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type FieldName, isSameValue } from '../../../terms/listing-fields.ts';
import { useActs, useReload } from '../../client/act.tsx';
import { Button } from '../../client/buttons.tsx';
import { useDraft } from '../../client/draft.tsx';
import { Form } from '../../client/form.tsx';
import { asRefused, type FieldProblem } from '../../client/graphql.ts';
import { OutcomeLine } from '../../client/outcome.tsx';
import { messages } from '../../words/messages.ts';
import type { Tag } from '../documents.ts';
import { areSame, type Merged, mergeFields } from './listing-fields.ts';
import { Versions } from './versions.tsx';

const NO_PROBLEMS: readonly FieldProblem[] = [];

type SomeFields = Partial<Record<FieldName, unknown>>;

/** What is stored of the fields of a form. A save names its version, so that it overwrites nothing unseen. */
export interface Stored<Fields, Version = unknown> {
  readonly fields: Fields;
  readonly version: Version;
}

/** What the controls of a form get. */
export interface FormState<Fields> {
  readonly fields: Fields;
  readonly setFields: (change: (before: Fields) => Fields) => void;
  readonly controlOf: <Name extends keyof Fields & FieldName>(
    name: Name,
  ) => {
    label: string;
    value: Fields[Name];
    problem: FieldProblem | undefined;
    onValue: (value: Fields[Name]) => void;
  };
}

export interface SharedFormProps<Fields, Version> {
  /** The name of the draft. */
  readonly draft: string;
  readonly stored: Stored<Fields, Version>;
  /** The text of the button that saves. */
  readonly send: string;
  /** @returns what is stored then, and the sentence that confirms it */
  readonly save: (
    fields: Fields,
    version: Version,
  ) => Promise<{ stored: Stored<Fields, Version>; text: string }>;
  /** Called with whether there is unsaved input. */
  readonly onChanged?: (isChanged: boolean) => void;
}

/**
 * A form of what may also be saved elsewhere. It stands in an `Acts`. It keeps a draft of what was typed. After something
 * else was saved, a save is refused; then the tab loads it, and the form shows both versions.
 */
export function SharedForm<Fields extends SomeFields, Version>({
  draft,
  stored,
  save,
  onChanged,
  title,
  send: sendLabel,
  buttons,
  tags,
  children,
}: SharedFormProps<Fields, Version> & {
  title?: ComponentChild;
  /** The buttons beside it. */
  buttons?: ComponentChild;
  tags?: readonly Tag[];
  children: (state: FormState<Fields>) => ComponentChildren;
}) {
  const { isBusy, outcome, act } = useActs();
  const reload = useReload();
  const { fields, setFields, isChanged, version, note, versions, keep, awaitsNewer, awaitNewer } =
    useVersions(draft, stored);
  const form = useRef<HTMLFormElement>(null);
  // The problems are those of the fields that were sent. A field that was changed since then has none.
  const sent = useRef(fields);
  const refusal = outcome?.kind === 'refused' ? outcome.refusal : undefined;
  const found = refusal?.problems ?? NO_PROBLEMS;
  /** Some problems are about something that the form has no field for, such as the bot's id. */
  const isField = (name: string): name is keyof Fields & FieldName => Object.hasOwn(fields, name);
  const problems = found.filter(
    ({ field }) => !isField(field) || isSameValue(fields[field], sent.current[field]),
  );
  const elsewhere = problems.filter(({ field }) => !isField(field));
  const controlOf: FormState<Fields>['controlOf'] = (name) => ({
    label: messages.fields[name],
    value: fields[name],
    problem: problems.find(({ field }) => field === name),
    onValue: (value) => setFields((before) => ({ ...before, [name]: value })),
  });
  useFocusOnProblem(form.current, found);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const send = () => {
    if (isBusy) return;
    sent.current = fields;
    void act(async () => {
      try {
        const saved = await save(fields, version);
        keep(saved.stored, fields);
        return saved.text;
      } catch (error) {
        if (!isConflict(error)) throw error;
        awaitNewer();
        await reload();
        throw error;
      }
    });
  };
  // The fields show their problems. A conflict is over once the form knows what was saved.
  const isShownElsewhere = found.length > 0 || (isConflict(refusal) && !awaitsNewer);
  return (
    <Form formRef={form} noValidate onSend={send}>
      {title}
      {note}
      {children({ fields, setFields, controlOf })}
      {problems.length > 0 && (
        <p class="problem" role="alert">
          {elsewhere.map(({ message }) => `${message} `)}
          {problems.length > elsewhere.length &&
            messages.fields.someWrong({ count: problems.length - elsewhere.length })}
        </p>
      )}
      {versions && <Versions {...versions} tags={tags} />}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {sendLabel}
        </Button>
        {buttons}
        <OutcomeLine outcome={isShownElsewhere ? undefined : outcome} />
      </div>
    </Form>
  );
}

/** A draft of what was typed. */
interface KeptInput<Fields> {
  readonly fields: Fields;
  /** The stored fields when the reader began. */
  readonly origin: Fields;
  /** The stored fields that `fields` has where the reader typed nothing. */
  readonly base: Fields;
}

const isConflict = (error: unknown): boolean => asRefused(error).reason === 'listing.editedElsewhere';

/**
 * What was typed into a form, with a draft of it, and both versions after something else was saved.
 *
 * @param newest what is stored, as the tab has loaded it last
 * @returns `versions`: what `Versions` shows. `keep` takes what was stored, and what was sent for it. `awaitNewer`: what the
 *   tab loads next was saved elsewhere; `awaitsNewer`, until it is loaded
 */
function useVersions<Fields extends SomeFields, Version>(name: string, newest: Stored<Fields, Version>) {
  const [fields, setFields] = useState(newest.fields);
  // What is stored as far as this form knows.
  const [base, setBase] = useState(newest);
  // The stored fields when the reader began to type: more may have been saved since then.
  const origin = useRef(newest.fields);
  const [merged, setMerged] = useState<Merged<Fields>>();
  const [awaitsNewer, setAwaitsNewer] = useState(false);
  const isChanged = !areSame(fields, base.fields);
  if (!isChanged) origin.current = base.fields;
  const { note } = useDraft<KeptInput<Fields>>({
    name,
    value: isChanged ? { fields, origin: origin.current, base: base.fields } : undefined,
    restore: (kept) => {
      origin.current = kept.origin;
      const both = mergeFields(kept.base, kept.fields, base.fields, kept.origin);
      setFields(both.fields);
      setMerged(both.names.length > 0 ? both : undefined);
    },
    reset: () => {
      setFields(base.fields);
      setMerged(undefined);
      setAwaitsNewer(false);
    },
  });
  useLayoutEffect(() => {
    if (base.version === newest.version && areSame(base.fields, newest.fields)) return;
    setBase(newest);
    // Another part of the listing was saved, perhaps in this tab: a conflict stays as it is, and takes no focus again.
    if (!awaitsNewer && areSame(base.fields, newest.fields)) return;
    const both = mergeFields(base.fields, fields, newest.fields, origin.current);
    setFields(both.fields);
    setMerged(awaitsNewer || (isChanged && both.names.length > 0) ? both : undefined);
    setAwaitsNewer(false);
  }, [JSON.stringify(newest)]);
  const keep = (stored: Stored<Fields, Version>, sent: Fields) => {
    setAwaitsNewer(false);
    setBase(stored);
    origin.current = stored.fields;
    setMerged(undefined);
    // Input during the request is not saved yet, so it stays in the form.
    setFields((now) => (now === sent ? stored.fields : now));
  };
  const onChoose = (chosen: Partial<Fields>) => setFields((before) => ({ ...before, ...chosen }));
  const versions = merged && { merged, fields, onChoose };
  return {
    fields,
    setFields,
    isChanged,
    version: base.version,
    note,
    versions,
    keep,
    awaitsNewer,
    awaitNewer: () => setAwaitsNewer(true),
  };
}

/** Moves the focus to the first wrong field, once for each refusal. */
function useFocusOnProblem(form: HTMLFormElement | null, problems: readonly FieldProblem[]): void {
  const shown = useRef(problems);
  useLayoutEffect(() => {
    if (problems === shown.current || problems.length === 0) return;
    shown.current = problems;
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}
