import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { ActButton, ActOutcome, Acts } from './act.tsx';
import { Button } from './buttons.tsx';
import { InputField } from './fields.tsx';
import { Refused } from './graphql.ts';

/** Beside a small text. A finger finds it all the same. */
export const SMALL_COPY =
  'md:[&>button]:min-h-7 [&>button]:px-[.6rem] [&>button]:py-[.1rem] [&>button]:text-tiny ' +
  '[&>button]:shadow-none';

/** @param label the accessible name, where it is not the text */
export function CopyButton({
  class: className = '',
  text,
  label,
}: {
  class?: string;
  text: string;
  label?: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Refused('NOT_COPIED', messages.common.notCopied);
    }
    return messages.common.copied;
  };
  return (
    <span class={`copy inline-flex items-center [&>.outcome:not(:empty)]:ms-3 ${className}`}>
      <Acts>
        <ActButton label={label} act={copy} isRead>
          {messages.common.copy}
        </ActButton>
        <ActOutcome />
      </Acts>
    </span>
  );
}

/**
 * A secret that is shown once, with a button that copies it. A new one gets the focus, so that screen readers announce
 * it.
 *
 * @param onDismiss what the reader does once it is copied; without it, the secret stays until the page is left
 */
export function Secret({
  label,
  hint,
  value,
  isNew = true,
  onDismiss,
}: {
  label: string;
  hint: string;
  value: string;
  isNew?: boolean;
  onDismiss?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isNew) return;
    input.current?.focus();
    input.current?.select();
  }, [isNew]);
  return (
    <div class="framed border-wait rounded-small p-3 mb-3 [&>button]:mt-3">
      <InputField
        label={label}
        hint={hint}
        value={value}
        inputRef={input}
        readOnly
        spellcheck={false}
        beside={<CopyButton text={value} />}
      />
      {onDismiss && <Button onClick={onDismiss}>{messages.webhook.dismiss}</Button>}
    </div>
  );
}
