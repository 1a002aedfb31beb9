import { useEffect, useId, useRef } from 'preact/hooks';
import { type FieldName, isSameValue } from '../../../terms/listing-fields.ts';
import { Button } from '../../client/buttons.tsx';
import { messages } from '../../words/messages.ts';
import type { Tag } from '../documents.ts';
import { Value } from '../edit-changes.tsx';
import type { Merged } from './listing-fields.ts';

const labels = messages.drafts;

/**
 * What the reader typed and what was stored meanwhile, side by side. The reader chooses a version of each
 * field, or one for all. The chosen one stands in the form above, where it can be edited.
 *
 * @param fields what the form shows
 */
export function Versions<Fields extends Partial<Record<FieldName, unknown>>>({
  merged: { names, mine, theirs },
  fields,
  tags = [],
  onChoose,
}: {
  merged: Merged<Fields>;
  fields: Fields;
  tags?: readonly Tag[] | undefined;
  onChoose: (chosen: Partial<Fields>) => void;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Each conflict gets the focus.
  useEffect(() => heading.current?.focus(), [theirs]);
  const versions = [
    { label: labels.mine, all: labels.allMine, version: mine, other: theirs },
    { label: labels.theirs, all: labels.allTheirs, version: theirs, other: mine },
  ];
  const choose = (version: Fields, chosen = names) =>
    onChoose(Object.fromEntries(chosen.map((name) => [name, version[name]])) as Partial<Fields>);
  return (
    <section class="notice" aria-labelledby={id}>
      <h3 class="m-0" id={id} ref={heading} tabIndex={-1}>
        {labels.conflict}
      </h3>
      <p class="mt-1 mb-2">{names.length > 0 ? labels.choose : labels.noneDiffers}</p>
      {names.length > 1 && (
        <div class="actions">
          {versions.map(({ all, version }) => (
            <Button key={all} onClick={() => choose(version)}>
              {all}
            </Button>
          ))}
        </div>
      )}
      {(names as readonly (keyof Fields & FieldName)[]).map((name) => (
        <fieldset key={name} class="unframed fit-18 gap-x-4 gap-y-2 mt-4">
          <legend class="font-semibold">{messages.fields[name]}</legend>
          {versions.map(({ label, version, other }) => (
            <div key={label} class="min-w-0 framed has-[:checked]:border-accent px-3 pt-1 pb-3">
              <label class="check">
                <input
                  type="radio"
                  name={id + name}
                  checked={isSameValue(fields[name], version[name])}
                  onChange={() => choose(version, [name])}
                />
                {label}
              </label>
              <Value field={name} value={version[name]} other={other[name]} tags={tags} />
            </div>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
