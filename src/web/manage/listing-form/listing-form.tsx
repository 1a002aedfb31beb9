import { useId } from 'preact/hooks';
import { type FieldName, fieldNamed, LINK_NAMES } from '../../../domain/listing/listing-fields.ts';
import { Button } from '../../client/form/button.tsx';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { namedTags } from '../../kit/tags.tsx';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import { Choices } from './choices.tsx';
import type { Tag } from './documents.ts';
import { problemOf } from './field-problems.ts';
import { formOutcome } from './form-outcome.ts';
import { MarkdownInput } from './markdown-input.tsx';
import { PermissionsInput } from './permissions-input.tsx';
import { TextInput, type TextOptions } from './text-input.tsx';
import { type ListingFormOptions, type ListingFormState, useListingForm } from './use-listing-form.ts';

const labels = messages.fields;

interface Offered {
  readonly tags: readonly Tag[];
  /** The codes of all languages that a bot can speak. */
  readonly languages: readonly string[];
}

/** The form of a listing, for submitting and for editing it. */
export function ListingForm({
  tags,
  languages,
  sendLabel,
  ...options
}: ListingFormOptions & Offered & { sendLabel: string }) {
  const state = useListingForm(options);
  const { form, problems, elsewhere, merged, send, loadNewest } = state;
  const { isBusy, outcome, onLoadNewest } = options;
  const isConflict = outcome?.kind === 'refused' && outcome.refusal.code === 'CONFLICT';
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
      <Texts {...state} />
      <ChosenFields {...state} tags={tags} languages={languages} />
      <Links {...state} />
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

function Texts(state: ListingFormState) {
  const { fields, problems, set, setFields } = state;
  const hintId = useId();
  // The daily refresh must not overwrite a name that the owner has typed.
  const rename = (name: string) => setFields((before) => ({ ...before, name, followsPlatform: false }));
  return (
    <>
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
      <Text
        state={state}
        name="shortDescription"
        max={fieldNamed('shortDescription').max}
        hint={labels.shortDescriptionHint}
        isRequired
      />
      <MarkdownInput
        value={fields.longDescription}
        problem={problemOf(problems, 'longDescription')}
        onChange={(value) => set('longDescription', value)}
      />
    </>
  );
}

function ChosenFields({ fields, problems, set, tags, languages }: ListingFormState & Offered) {
  return (
    <>
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
    </>
  );
}

function Links(state: ListingFormState) {
  return (
    <div class="beside">
      <Text state={state} name="prefix" hint={labels.prefixHint} isOptional />
      {LINK_NAMES.map((name) => (
        <Text key={name} state={state} name={name} hint={labels.linkHint} isOptional inputMode="url" />
      ))}
    </div>
  );
}

function Text({
  state: { fields, problems, set },
  name,
  ...looks
}: TextOptions & { state: ListingFormState; name: FieldName<'line' | 'optionalLine' | 'link'> }) {
  return (
    <TextInput
      {...looks}
      label={labels[name]}
      value={fields[name]}
      problem={problemOf(problems, name)}
      onChange={(value) => set(name, value)}
    />
  );
}
