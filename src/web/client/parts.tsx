import type { ComponentChildren, RefObject } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Refused } from './api.ts';
import { formatDate, formatExactly } from './format.ts';
import { texts } from './texts.ts';

/** What became of the last thing that somebody did. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | undefined;

export interface Action {
  readonly isBusy: boolean;
  readonly outcome: Outcome;
  /**
   * Runs one thing at a time; what comes while one is under way is dropped.
   *
   * @param work gives the sentence for its success
   * @returns whether it succeeded
   */
  readonly run: (work: () => Promise<string | undefined>) => Promise<boolean>;
  /** Something that needed no asking. */
  readonly say: (outcome: Outcome) => void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [outcome, say] = useState<Outcome>();
  const running = useRef(false);
  const run = useCallback(async (work: () => Promise<string | undefined>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    say(undefined);
    try {
      const text = await work();
      if (text !== undefined) say({ kind: 'done', text });
      return true;
    } catch (error) {
      say({ kind: 'refused', refusal: asRefused(error) });
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { isBusy, outcome, run, say };
}

/** As `useAction`, for a form of one field: what is wrong with it is told there, and everything else in `outcome`. */
export function useFieldAction(): Action & { readonly problem: string | undefined } {
  const action = useAction();
  const { outcome } = action;
  const problem = problemIn(outcome);
  return { ...action, outcome: problem === undefined ? outcome : undefined, problem };
}

function problemIn(outcome: Outcome): string | undefined {
  const isProblem = outcome?.kind === 'refused' && outcome.refusal.code === 'INVALID_INPUT';
  return isProblem ? outcome.refusal.message : undefined;
}

export function asRefused(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused('BROKEN', texts.broken);
}

/** What the page is made of, asked for once and again on demand. */
export function useData<Data>(load: () => Promise<Data>): {
  data: Data | undefined;
  refusal: Refused | undefined;
  reload: () => Promise<void>;
  setData: (change: (before: Data | undefined) => Data | undefined) => void;
} {
  const [data, setData] = useState<Data>();
  const [refusal, setRefusal] = useState<Refused>();
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(async () => {
    try {
      setData(await latest.current());
      setRefusal(undefined);
    } catch (error) {
      setRefusal(asRefused(error));
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  return { data, refusal, reload, setData };
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {texts.loading}
    </p>
  );
}

/** A page that could not be loaded. */
export function LoadFailed({ refusal, reload }: { refusal: Refused; reload: () => Promise<void> }) {
  return (
    <div class="notice bad" role="alert">
      <RefusalText refusal={refusal} />{' '}
      <button type="button" class="quiet" onClick={() => void reload()}>
        {texts.tryAgain}
      </button>
    </div>
  );
}

function RefusalText({ refusal }: { refusal: Refused }) {
  const returnTo = new URLSearchParams({ return: location.pathname });
  return (
    <span>
      {refusal.message}{' '}
      {refusal.code === 'UNAUTHENTICATED' && <a href={`/sign-in?${returnTo}`}>{texts.signIn}</a>}
    </span>
  );
}

/** Always in the document, so that what appears in it is read out. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  return (
    <div class={`outcome ${outcome?.kind ?? ''}`} role="status">
      {outcome?.kind === 'done' && outcome.text}
      {outcome?.kind === 'refused' && <RefusalText refusal={outcome.refusal} />}
    </div>
  );
}

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly isBusy?: boolean;
  readonly kind?: 'main' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  readonly label?: string | undefined;
  readonly shortcut?: string;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** Keeps the focus while it is busy, which a disabled button would lose. */
export function Button(props: ButtonProps) {
  const { children, isBusy = false, kind = 'quiet', type = 'button', onClick, label, shortcut } = props;
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={kind === 'main' ? 'button' : kind}
      aria-label={label}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** A button for what cannot be undone: pressed, it says what happens and asks. The focus goes along, and comes back. */
export function ConfirmButton({
  children,
  label,
  warning,
  confirm,
  isBusy,
  onConfirm,
}: {
  children: string;
  label?: string;
  warning: string;
  confirm?: string;
  isBusy: boolean;
  onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const warningId = useId();
  useEffect(() => {
    if (isAsking) again.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button kind="danger" isBusy={isBusy} label={label} buttonRef={first} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      class="confirm"
      role="group"
      aria-labelledby={warningId}
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <p id={warningId}>{warning}</p>
      <div class="actions">
        <Button
          kind="danger"
          buttonRef={again}
          onClick={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {confirm ?? children}
        </Button>
        <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
      </div>
    </div>
  );
}

/**
 * A form's labelled control, with what helps and what is wrong tied to it.
 *
 * @param isAlone whether nothing else says that something is wrong, so that the problem is read out
 */
export function Field({
  label,
  hint,
  problem,
  isOptional,
  isAlone = false,
  children,
}: {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  isOptional?: boolean;
  isAlone?: boolean;
  children: (control: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <span class="muted">({texts.optional})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-problem`,
        'aria-invalid': problem !== undefined,
      })}
      <p class="problem" id={`${id}-problem`} role={isAlone ? 'alert' : undefined}>
        {problem}
      </p>
    </div>
  );
}

/** A form of one field with its button beside it. What is wrong with the field gets the focus there. */
export function FieldForm({
  label,
  hint,
  problem,
  value,
  onInput,
  inputMode,
  button,
  kind = 'quiet',
  isBusy,
  onSend,
}: {
  label: string;
  hint?: string;
  problem: string | undefined;
  value: string;
  onInput: (value: string) => void;
  inputMode?: 'numeric' | 'url' | undefined;
  button: string;
  kind?: ButtonProps['kind'];
  isBusy: boolean;
  /** @returns whether it was taken */
  onSend: () => Promise<boolean>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    if (!(await onSend())) input.current?.focus();
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={label} hint={hint} problem={problem} isAlone>
        {(control) => (
          <div class="joined">
            <input
              {...control}
              ref={input}
              value={value}
              inputMode={inputMode}
              autocomplete="off"
              required
              onInput={(event) => onInput(event.currentTarget.value)}
            />
            <Button kind={kind} type="submit" isBusy={isBusy}>
              {button}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

export function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} class="card">
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * Where the focus goes when what had it is not there any more: to the first of these that is, once what was just changed
 * is drawn.
 *
 * @param selectors of CSS
 */
export function focusFirst(...selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const found = document.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatDate(at)}
    </time>
  );
}

/** @param label what it says instead of the state's name */
export function StateBadge({
  state,
  label,
}: {
  state: keyof typeof texts.states;
  label?: string | undefined;
}) {
  return <span class={`badge ${state.toLowerCase()}`}>{label ?? texts.states[state]}</span>;
}

/** Something that is shown this one time, with a button that copies it. The focus goes there, so that it is read out. */
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

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { outcome, run } = useAction();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Refused('NOT_COPIED', texts.notCopied);
    }
    return texts.copied;
  };
  return (
    <span class="copy">
      <Button label={label} onClick={() => void run(copy)}>
        {texts.copy}
      </Button>
      <OutcomeLine outcome={outcome} />
    </span>
  );
}

/** The present, every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
