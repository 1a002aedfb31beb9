import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSameValue } from '../../../terms/listing-fields.ts';
import type { Outcome } from '../../client/action.tsx';
import { useDraft } from '../../client/draft.tsx';
import type { FieldProblem } from '../../client/graphql.ts';
import { messages } from '../../words/messages.ts';
import { areSame, type FormFields, type Merged, mergeFields } from './listing-fields.ts';

type Name = keyof FormFields;

const NO_PROBLEMS: readonly FieldProblem[] = [];

/** Some problems are about something that the form has no field for, such as the bot's id. */
function isName(fields: FormFields, field: string): field is Name {
  return Object.hasOwn(fields, field);
}

/** What happens with the input of a form. */
export interface ListingFormOptions {
  /** The name of the draft. */
  readonly draft: string;
  readonly initial: FormFields;
  readonly isBusy: boolean;
  readonly outcome: Outcome;
  /** @returns the stored fields; undefined when the listing was refused */
  readonly onSend: (fields: FormFields) => Promise<FormFields | undefined>;
  readonly onSent?: () => void;
  /** Called with whether there is unsaved input. */
  readonly onChanged?: (isChanged: boolean) => void;
  /**
   * Loads the listing after another user has changed it.
   *
   * @returns the stored fields; undefined when they could not be loaded
   */
  readonly onLoadNewest?: () => Promise<FormFields | undefined>;
}

/**
 * The fields of a form that other users edit, too: what was typed, with a draft of it, and both versions after another
 * user has saved.
 *
 * @param form.draft the name of the draft
 * @param form.initial the stored fields
 * @param form.loadNewest loads what is stored after a save was refused because of it; undefined when that failed. It
 *   must not reject
 * @returns `versions`: what `Versions` shows. `keep` takes what was stored, and what was sent for it
 */
export function useSharedFields<Fields extends object>({
  draft: name,
  initial,
  outcome,
  loadNewest,
}: {
  draft: string;
  initial: Fields;
  outcome: Outcome;
  loadNewest: () => Promise<Fields | undefined>;
}) {
  const [fields, setFields] = useState(initial);
  // The stored fields as this page knows them.
  const [base, setBase] = useState(initial);
  // The stored fields when the reader began to type: others may have saved since then.
  const origin = useRef(initial);
  const [merged, setMerged] = useState<Merged<Fields>>();
  const isChanged = !areSame(fields, base);
  const { note } = useDraft({
    name,
    value: isChanged ? { fields, origin: origin.current } : undefined,
    restore: (kept) => {
      origin.current = kept.origin;
      const both = mergeFields(kept.origin, kept.fields, base);
      setFields(both.fields);
      setMerged(both.names.length > 0 ? both : undefined);
    },
    reset: () => {
      origin.current = base;
      setFields(base);
      setMerged(undefined);
    },
  });
  const isConflict = outcome?.kind === 'refused' && outcome.refusal.reason === 'listing.editedElsewhere';
  // Once for each refusal.
  useEffect(() => {
    if (!isConflict) return;
    void loadNewest().then((newest) => {
      if (!newest) return;
      setBase(newest);
      setMerged(mergeFields(base, fields, newest));
      setFields((now) => mergeFields(base, now, newest).fields);
    });
  }, [isConflict]);
  const keep = (stored: Fields, sent: Fields) => {
    setBase(stored);
    origin.current = stored;
    setMerged(undefined);
    // Input during the request is not saved yet, so it stays in the form.
    setFields((now) => (now === sent ? stored : now));
  };
  const onChoose = (chosen: Partial<Fields>) => setFields((before) => ({ ...before, ...chosen }));
  const versions = merged && { merged, fields, onChoose };
  return { fields, setFields, isChanged, note, versions, keep };
}

/** The input of the form of a listing: what was typed, what is stored, and what is wrong with it. */
export function useListingForm({
  draft,
  initial,
  isBusy,
  outcome,
  onSend,
  onSent,
  onChanged,
  onLoadNewest,
}: ListingFormOptions) {
  const { fields, setFields, isChanged, keep, ...shared } = useSharedFields({
    draft,
    initial,
    outcome,
    loadNewest: async () => onLoadNewest?.(),
  });
  const form = useRef<HTMLFormElement>(null);
  // The problems are those of the fields that were sent. A field that was changed since then has none.
  const sent = useRef(initial);
  const found = outcome?.kind === 'refused' ? outcome.refusal.problems : NO_PROBLEMS;
  const problems = found.filter(
    ({ field }) => !isName(fields, field) || isSameValue(fields[field], sent.current[field]),
  );
  const elsewhere = problems.filter(({ field }) => !isName(fields, field));
  /** What the control of a field gets. */
  const controlOf = <Of extends Name>(name: Of) => ({
    label: messages.fields[name],
    value: fields[name],
    problem: problems.find(({ field }) => field === name),
    onValue: (value: FormFields[Of]) => setFields((before) => ({ ...before, [name]: value })),
  });

  useFocusOnProblem(form.current, found);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const send = async () => {
    if (!isBusy) sent.current = fields;
    const stored = isBusy ? undefined : await onSend(fields);
    if (!stored) return;
    keep(stored, fields);
    onSent?.();
  };
  return { form, fields, controlOf, setFields, problems, elsewhere, send, ...shared };
}

/** Moves the focus to the first wrong field, once for each refusal. */
export function useFocusOnProblem(form: HTMLFormElement | null, problems: readonly FieldProblem[]): void {
  const shown = useRef(problems);
  useLayoutEffect(() => {
    if (problems === shown.current || problems.length === 0) return;
    shown.current = problems;
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}
