import { useId } from 'preact/hooks';
import { fieldNamed, LINK_NAMES } from '../../../terms/listing-fields.ts';
import { InputField, SelectField } from '../../client/fields.tsx';
import { namedTags } from '../../kit/tags.tsx';
import { botLanguages } from '../../words/bot-languages.ts';
import { messages } from '../../words/messages.ts';
import type { Tag } from '../documents.ts';
import { Choices, Counter, MarkdownInput } from './inputs.tsx';
import type { FormFields } from './listing-fields.ts';
import { PermissionsInput } from './permissions-input.tsx';
import { type FormState, SharedForm, type SharedFormProps } from './shared-form.tsx';

const labels = messages.fields;

interface Offered {
  readonly tags: readonly Tag[];
  /** The codes of all languages that a bot can speak. */
  readonly languages: readonly string[];
}

/** The form of a listing, for submitting and for editing it. */
export const ListingForm = <Version,>({
  tags,
  languages,
  ...form
}: SharedFormProps<FormFields, Version> & Offered) => (
  <SharedForm {...form} tags={tags}>
    {(state) => <Controls {...state} tags={tags} languages={languages} />}
  </SharedForm>
);

function Controls({ fields, setFields, controlOf, tags, languages }: FormState<FormFields> & Offered) {
  return (
    <>
      <NameInput fields={fields} setFields={setFields} controlOf={controlOf} />
      <InputField
        {...controlOf('shortDescription')}
        hint={labels.shortDescriptionHint}
        required
        below={<Counter value={fields.shortDescription} max={fieldNamed('shortDescription').max} />}
      />
      <MarkdownInput {...controlOf('longDescription')} />
      <Choices
        {...controlOf('tags')}
        hint={labels.tagsHint({ count: fields.tags.length, max: fieldNamed('tags').max })}
        offered={namedTags(tags)}
      />
      <Choices
        {...controlOf('languages')}
        hint={labels.languagesHint({ count: fields.languages.length, max: fieldNamed('languages').max })}
        offered={botLanguages().sorted(languages)}
      />
      <SelectField
        {...controlOf('textLanguage')}
        hint={labels.textLanguageHint}
        options={[['', labels.textLanguageUnknown], ...botLanguages().sorted(languages)]}
      />
      <Choices
        {...controlOf('inviteScopes')}
        isWide
        offered={[
          ['bot', labels.scopeBot],
          ['applications.commands', labels.scopeCommands],
        ]}
      />
      <PermissionsInput {...controlOf('invitePermissions')} />
      <div class="beside">
        <InputField {...controlOf('prefix')} hint={labels.prefixHint} isOptional />
        {LINK_NAMES.map((name) => (
          <InputField key={name} {...controlOf(name)} hint={labels.linkHint} isOptional inputMode="url" />
        ))}
      </div>
    </>
  );
}

/** The name, and whether it follows the platform's. */
function NameInput({ fields, setFields, controlOf }: FormState<FormFields>) {
  const hintId = useId();
  const { value: followsPlatform, onValue: follow } = controlOf('followsPlatform');
  return (
    <>
      <InputField
        {...controlOf('name')}
        // The daily refresh must not overwrite a name that the owner has typed.
        onValue={(name) => setFields((before) => ({ ...before, name, followsPlatform: false }))}
        required
        below={<Counter value={fields.name} max={fieldNamed('name').max} />}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={followsPlatform}
          aria-describedby={hintId}
          onChange={(event) => follow(event.currentTarget.checked)}
        />
        {labels.followsPlatform}
      </label>
      <p class="hint" id={hintId}>
        {labels.followsPlatformHint}
      </p>
    </>
  );
}
