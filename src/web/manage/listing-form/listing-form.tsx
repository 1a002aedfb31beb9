import { Fragment } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type FieldName, fieldNamed, LINK_NAMES } from '../../../domain/listing/listing-fields.ts';
import { Button } from '../../client/form/button.tsx';
import { useUnsavedWarning } from '../../client/form/unsaved-warning.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import type { FieldProblem } from '../../client/request/refused.ts';
import type { Outcome } from '../../client/request/use-action.ts';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import { namedTags } from '../../words/tag-label.ts';
import { Choices } from './choices.tsx';
import type { Tag } from './documents.ts';
import { problemOf, useFocusOnProblem } from './field-problems.ts';
import { formOutcome } from './form-outcome.ts';
import type { ListingFields } from './listing-fields.ts';
import { MarkdownInput } from './markdown-input.tsx';
import { areSame, isSame, type Merged, mergeFields } from './merge-fields.ts';
import { PermissionsInput } from './permissions-input.tsx';
import { TextInput, type TextOptions } from './text-input.tsx';

const labels = messages.fields;

type Name = keyof ListingFields;

const NO_PROBLEMS: readonly FieldProblem[] = [];

/** Some problems are about something that the form has no field for, such as the bot's id. */
function isName(fields: ListingFields, field: string): field is Name {
  return Object.hasOwn(fields, field);
}

/** The form of a listing, for submitting and for editing it. */
export function ListingForm({
  initial,
  tags,
  languages,
  isBusy,
  outcome,
  sendLabel,
  onSend,
  onSent,
  onChanged,
  onLoadNewest,
}: {
  initial: ListingFields;
  tags: readonly Tag[];
  /** The codes of all languages that a bot can speak. */
  languages: readonly string[];
  isBusy: boolean;
  outcome: Outcome;
  sendLabel: string;
  /** @returns the stored fields; undefined when the listing was refused */
  onSend: (fields: ListingFields) => Promise<ListingFields | undefined>;
  onSent?: () => void;
  /** Called with whether there is unsaved input. */
  onChanged?: (isChanged: boolean) => void;
  /**
   * Loads the listing after another user has changed it.
   *
   * @returns the stored fields; undefined when they could not be loaded
   */
  onLoadNewest?: () => Promise<ListingFields | undefined>;
}) {
  const [fields, setFields] = useState(initial);
  // The stored fields as this page knows them.
  const base = useRef(initial);
  const [merged, setMerged] = useState<Merged>();
  const form = useRef<HTMLFormElement>(null);
  const hintId = useId();
  // The problems are those of the fields that were sent. A field that was changed since then has none.
  const sent = useRef(initial);
  const found = outcome?.kind === 'refused' ? outcome.refusal.problems : NO_PROBLEMS;
  const problems = found.filter(
    ({ field }) => !isName(fields, field) || isSame(fields[field], sent.current[field]),
  );
  const elsewhere = problems.filter(({ field }) => !isName(fields, field));
  const set = <Name extends keyof ListingFields>(name: Name, value: ListingFields[Name]) =>
    setFields((before) => ({ ...before, [name]: value }));

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

  const isConflict = outcome?.kind === 'refused' && outcome.refusal.code === 'CONFLICT';
  const loadNewest = async () => {
    const newest = await onLoadNewest?.();
    if (!newest) return;
    const before = base.current;
    base.current = newest;
    setMerged(mergeFields(before, fields, newest));
    setFields((now) => mergeFields(before, now, newest).fields);
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };

  const text = (name: FieldName<'line' | 'optionalLine' | 'link'>, options: TextOptions = {}) => (
    <TextInput
      {...options}
      label={labels[name]}
      value={fields[name]}
      problem={problemOf(problems, name)}
      onChange={(value) => set(name, value)}
    />
  );
  // The daily refresh must not overwrite a name that the owner has typed.
  const rename = (name: string) => setFields((before) => ({ ...before, name, followsPlatform: false }));
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        max={fieldNamed('name').max}
        isRequired
        label={labels.name}
        value={fields.name}
        problem={problemOf(problems, 'name')}
        onChange={rename}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={fields.followsPlatform}
          aria-describedby={hintId}
          onChange={(event) => set('followsPlatform', event.currentTarget.checked)}
        />
        {labels.followsPlatform}
      </label>
      <p class="hint" id={hintId}>
        {labels.followsPlatformHint}
      </p>
      {text('shortDescription', {
        max: fieldNamed('shortDescription').max,
        hint: labels.shortDescriptionHint,
        isRequired: true,
      })}
      <MarkdownInput
        value={fields.longDescription}
        problem={problemOf(problems, 'longDescription')}
        onChange={(value) => set('longDescription', value)}
      />
      <Choices
        legend={labels.tags}
        hint={labels.tagsHint({ count: fields.tags.length, max: fieldNamed('tags').max })}
        problem={problemOf(problems, 'tags')}
        offered={namedTags(tags)}
        chosen={fields.tags}
        onChange={(chosen) => set('tags', chosen)}
      />
      <Choices
        legend={labels.languages}
        hint={labels.languagesHint({ count: fields.languages.length, max: fieldNamed('languages').max })}
        problem={problemOf(problems, 'languages')}
        offered={botLanguages().sorted(languages)}
        chosen={fields.languages}
        onChange={(chosen) => set('languages', chosen)}
      />
      <Choices
        isWide
        legend={labels.inviteScopes}
        problem={problemOf(problems, 'inviteScopes')}
        offered={[
          ['bot', labels.scopeBot],
          ['applications.commands', labels.scopeCommands],
        ]}
        chosen={fields.inviteScopes}
        onChange={(chosen) => set('inviteScopes', chosen)}
      />
      <PermissionsInput
        value={fields.invitePermissions}
        problem={problemOf(problems, 'invitePermissions')}
        onChange={(permissions) => set('invitePermissions', permissions)}
      />
      <div class="beside">
        {text('prefix', { hint: labels.prefixHint, isOptional: true })}
        {LINK_NAMES.map((name) => (
          <Fragment key={name}>
            {text(name, { hint: labels.linkHint, isOptional: true, inputMode: 'url' })}
          </Fragment>
        ))}
      </div>
      {problems.length > 0 && (
        <p class="problem" role="alert">
          {elsewhere.map(({ message }) => `${message} `)}
          {problems.length > elsewhere.length &&
            labels.someWrong({ count: problems.length - elsewhere.length })}
        </p>
      )}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {sendLabel}
        </Button>
        {isConflict && onLoadNewest && <Button onClick={() => void loadNewest()}>{labels.loadNewest}</Button>}
        <OutcomeLine outcome={formOutcome(outcome, merged)} />
      </div>
    </form>
  );
}
