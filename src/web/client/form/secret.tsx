import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';
import { Field } from './field.tsx';

/** A secret that is shown once, with a button that copies it. It gets the focus, so that screen readers announce it. */
export function Secret({ label, hint, value }: { label: string; hint: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <div class="secret">
      <Field label={label} hint={hint}>
        {(control) => (
          <div class="joined">
            <input {...control} ref={field} readOnly value={value} autocomplete="off" spellcheck={false} />
            <CopyButton text={value} />
          </div>
        )}
      </Field>
    </div>
  );
}
