import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSameValue } from '../../../domain/listing/listing-fields.ts';
import type { Outcome } from '../../client/action.tsx';
import type { FieldProblem } from '../../client/graphql.ts';
import { useUnsavedWarning } from '../../client/page.ts';
import { messages } from '../../words/messages.ts';
import { areSame, type ListingFields, type Merged, mergeFields } from './listing-fields.ts';

type Name = keyof ListingFields;

const NO_PROBLEMS: readonly FieldProblem[] = [];

/** Some problems are about something that the form has no field for, such as the bot's id. */
function isName(fields: ListingFields, field: string): field is Name {
  return Object.hasOwn(fields, field);
}

/** What happens with the input of a form. */
export interface ListingFormOptions {
  readonly initial: ListingFields;
  readonly isBusy: boolean;
  readonly outcome: Outcome;
  /** @returns the stored fields; undefined when the listing was refused */
  readonly onSend: (fields: ListingFields) => Promise<ListingFields | undefined>;
  readonly onSent?: () => void;
  /** Called with whether there is unsaved input. */
  readonly onChanged?: (isChanged: boolean) => void;
  /**
   * Loads the listing after another user has changed it.
   *
   * @returns the stored fields; undefined when they could not be loaded
   */
  readonly onLoadNewest?: () => Promise<ListingFields | undefined>;
}

/** The input of the form of a listing: what was typed, what is stored, and what is wrong with it. */
export function useListingForm({
  initial,
  isBusy,
  outcome,
  onSend,
  onSent,
  onChanged,
  onLoadNewest,
}: ListingFormOptions) {
  const [fields, setFields] = useState(initial);
  // The stored fields as this page knows them.
  const base = useRef(initial);
  const [merged, setMerged] = useState<Merged<ListingFields>>();
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
    onValue: (value: ListingFields[Of]) => setFields((before) => ({ ...before, [name]: value })),
  });

  useFocusOnProblem(form.current, found);
  const isChanged = !areSame(fields, base.current);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  useUnsavedWarning(() => !areSame(fields, base.current));
  const send = async () => {
    setMerged(undefined);
    if (!isBusy) sent.current = fields;
    const stored = isBusy ? undefined : await onSend(fields);
    if (!stored) return;
    base.current = stored;
    // Input during the request is not saved yet, so it stays in the form.
    setFields((now) => (now === fields ? stored : now));
    onSent?.();
  };

  const loadNewest = async () => {
    const newest = await onLoadNewest?.();
    if (!newest) return;
    const before = base.current;
    base.current = newest;
    setMerged(mergeFields(before, fields, newest));
    setFields((now) => mergeFields(before, now, newest).fields);
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  return { form, fields, controlOf, setFields, problems, elsewhere, merged, send, loadNewest };
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
