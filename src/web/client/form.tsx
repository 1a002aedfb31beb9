import {
  type ComponentChildren,
  createContext,
  type FormHTMLAttributes,
  type RefObject,
  type TargetedKeyboardEvent,
} from 'preact';
import { useContext } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Refused } from './graphql.ts';

/** Fields in which Enter sends nothing: it is for the box, the option, the search or the calendar itself. */
const QUIET_KINDS = new Set(['checkbox', 'radio', 'search', 'file', 'date', 'datetime-local']);

const IsInForm = createContext(false);

/**
 * A form that the program sends. Enter in a text sends it, unless its button does harm: then only the button sends it,
 * or a key that the form names. A form inside a form is a group of its own: neither Enter nor its button reaches the
 * form around it.
 */
export function Form({
  onSend,
  formRef,
  onKeyDown,
  ...attributes
}: Omit<FormHTMLAttributes, 'onKeyDown'> & {
  onSend: () => unknown;
  onKeyDown?: (event: FormKeyEvent) => void;
  formRef?: RefObject<HTMLFormElement | null>;
}) {
  if (useContext(IsInForm)) return <InnerForm onSend={onSend}>{attributes.children}</InnerForm>;
  return (
    <IsInForm.Provider value>
      <form
        ref={formRef ?? null}
        class="form"
        {...attributes}
        onKeyDown={(event) => {
          if (isEnterInField(event) && !sendsOnEnter(event.currentTarget, event.target))
            event.preventDefault();
          onKeyDown?.(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      />
    </IsInForm.Provider>
  );
}

export type FormKeyEvent = TargetedKeyboardEvent<HTMLFormElement>;

const isEnterInField = ({ key, isComposing, target }: KeyboardEvent): boolean =>
  key === 'Enter' && !isComposing && target instanceof HTMLInputElement;

const sendsOnEnter = (form: HTMLFormElement, field: EventTarget | null): boolean =>
  field instanceof HTMLInputElement &&
  !QUIET_KINDS.has(field.type) &&
  form.querySelector('button.danger[type=submit]') === null;

/** HTML knows no form inside a form, so this one takes Enter and the click on its button before the outer form does. */
function InnerForm({ onSend, children }: { onSend: () => unknown; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    <div
      class="form"
      role="group"
      onKeyDown={(event) => {
        if (!isEnterInField(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onSend();
      }}
      onClick={(event) => {
        const button = event.target instanceof Element && event.target.closest('button[type=submit]');
        if (!button || event.defaultPrevented) return;
        event.preventDefault();
        onSend();
      }}
    >
      {children}
    </div>
  );
}

/**
 * Reads a typed id of a user or a bot.
 *
 * @throws {Refused} with a sentence for the field
 */
export function readId(typed: string): string {
  // Copied ids come with spaces.
  const id = typed.replace(/\s/g, '');
  if (!/^\d{17,19}$/.test(id)) throw new Refused('INVALID_INPUT', messages.common.idProblem);
  return id;
}
