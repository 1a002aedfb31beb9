import { type ComponentChildren, createContext, type FormHTMLAttributes } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps, ConfirmButton, type ConfirmButtonProps } from './buttons.tsx';
import { useBot, useRefresh } from './data.tsx';
import { useDraft } from './draft.tsx';
import { FormProblem } from './fields.tsx';
import { Form, type FormKeyEvent } from './form.tsx';
import { asRefused, type Refused } from './graphql.ts';
import { type Outcome, OutcomeLine } from './outcome.tsx';
import { focusFirst } from './page.ts';

/** Sends something. It returns the sentence that confirms it; anything else is no sentence. */
type Act = () => Promise<unknown>;

/** The value of a field of the form, by the name of the field. */
type Typed = (name: string) => string;

/** Loads the data of the nearest tab above again. It must not reject: what could not be loaded again stays as it is. */
const Reload = createContext<() => Promise<unknown>>(async () => undefined);

export const ReloadProvider = Reload.Provider;

/** For an act that must show what a refusal has changed. */
export const useReload = () => useContext(Reload);

interface Acting {
  readonly isBusy: boolean;
  readonly outcome: Outcome;
  /** What is wrong with the field of the form. It is no outcome then. */
  readonly problem: Refused | undefined;
  /** A call during another one does nothing. @returns whether it succeeded */
  readonly act: (work: Act, options?: ActOptions) => Promise<boolean>;
}

interface ActOptions {
  /** CSS selectors: the first that finds something shown gets the focus after a success. */
  readonly focus?: readonly string[] | undefined;
  /** Whether a refusal of its input is about the field of a form. */
  readonly isOfField?: boolean;
  /** Whether it only reads: then nothing is loaded again. */
  readonly isRead?: boolean | undefined;
}

const Around = createContext<Acting | undefined>(undefined);

/** The nearest `Acts` or `Section` above, for a component that is neither a button nor a form. */
export function useActs(): Acting {
  const acting = useContext(Around);
  if (!acting) throw new Error('It must stand in an Acts or a Section.');
  return acting;
}

/**
 * The buttons and the form in it act one at a time and share one outcome. After a success the nearest tab above loads
 * its data again, so an act need not return what it has changed.
 */
export function Acts({ children }: { children: ComponentChildren }) {
  const reload = useReload();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<Refused>();
  const isUnderWay = useRef(false);
  const act: Acting['act'] = async (work, { focus, isOfField = false, isRead = false } = {}) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    setOutcome(undefined);
    setProblem(undefined);
    try {
      const text = await work();
      if (!isRead) await reload();
      if (focus) focusFirst(...focus);
      if (typeof text === 'string') setOutcome({ kind: 'done', text });
      return true;
    } catch (error) {
      const refusal = asRefused(error);
      if (isOfField && refusal.code === 'INVALID_INPUT') setProblem(refusal);
      else setOutcome({ kind: 'refused', refusal });
      return false;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return <Around.Provider value={{ isBusy, outcome, problem, act }}>{children}</Around.Provider>;
}

/** The last outcome of the nearest `Acts` above. What is wrong with a field stands at the field. */
export function ActOutcome() {
  return <OutcomeLine outcome={useActs().outcome} />;
}

/**
 * A tab that is about a bot: what it loads, and what it shows of it. What stands in it can load it again.
 *
 * @param props.isLive whether it is also loaded now and then, for what happens elsewhere
 */
export function BotTab<Bot extends object, Data extends { readonly bot: Bot | null }>({
  load,
  isLive = false,
  children,
}: {
  load: () => Promise<Data & { readonly bot: Bot | null }>;
  isLive?: boolean;
  children: (bot: Bot, data: Omit<Data, 'bot'>) => ComponentChildren;
}) {
  const { data, instead, reload } = useBot(load);
  useRefresh(reload, isLive);
  if (!data) return <>{instead}</>;
  return <Reload.Provider value={reload}>{children(data.bot, data)}</Reload.Provider>;
}

/**
 * @param props.focus CSS selector of what gets the focus after a success, where the button disappears; of several, the
 *   first that finds something
 * @param props.isRead whether the act only reads: then nothing is loaded again
 * @param props.warning of an act that cannot be undone: a second button confirms it
 */
export function ActButton({
  act: work,
  focus,
  isRead,
  warning,
  ...button
}: Pick<ButtonProps, 'kind' | 'isOff' | 'shortcut' | 'label'> &
  Pick<Partial<ConfirmButtonProps>, 'warning' | 'confirm' | 'keep'> & {
    act: Act;
    focus?: string | readonly string[];
    isRead?: boolean;
    children: string;
  }) {
  const { isBusy, act } = useActs();
  const run = () => void act(work, { focus: focus === undefined ? undefined : [focus].flat(), isRead });
  return warning === undefined ? (
    <Button {...button} isBusy={isBusy} onClick={run} />
  ) : (
    <ConfirmButton {...button} warning={warning} isBusy={isBusy} onConfirm={run} />
  );
}

/** The button that sends the form around. */
export function SendButton(button: Pick<ButtonProps, 'kind' | 'label' | 'children'>) {
  return <Button {...button} type="submit" isBusy={useActs().isBusy} />;
}

/**
 * A form that sends the values of its fields by their names. After a success it is as it was at first.
 *
 * @param props.field the name of the field that refusals are about, which then gets the focus
 * @param props.focus CSS selector of what gets the focus after a success, where the form disappears
 * @param props.draft the name under which the browser keeps what is typed into its texts
 * @param props.keeps whether the fields keep their values after a success
 */
export function ActForm({
  act: work,
  field,
  focus,
  draft,
  keeps = false,
  children,
  ...attributes
}: Omit<FormHTMLAttributes, 'onKeyDown'> & {
  act: (typed: Typed) => Promise<unknown>;
  field: string;
  focus?: string;
  draft?: string;
  keeps?: boolean;
  onKeyDown?: (event: FormKeyEvent) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { act, isBusy, problem } = useActs();
  const [texts, setTexts] = useState<Texts>();
  const empty = () => {
    form.current?.reset();
    setTexts(undefined);
  };
  const send = async () => {
    if (!form.current || isBusy) return;
    const values = new FormData(form.current);
    const isDone = await act(
      async () => {
        const text = await work((name) => String(values.get(name) ?? ''));
        if (!keeps) empty();
        return text;
      },
      { focus: focus === undefined ? undefined : [focus], isOfField: true },
    );
    if (isDone) return;
    const refused = form.current?.elements.namedItem(field);
    if (refused instanceof HTMLElement) refused.focus();
  };
  return (
    <FormProblem.Provider value={{ field, problem }}>
      <Form
        noValidate
        {...attributes}
        formRef={form}
        onSend={send}
        onInput={() => draft !== undefined && setTexts(textsOf(form.current))}
      >
        {draft !== undefined && <Draft {...{ name: draft, form, texts, empty }} onRestore={setTexts} />}
        {children}
      </Form>
    </FormProblem.Provider>
  );
}

/** What is typed, by the names of the fields. */
type Texts = Readonly<Record<string, string>>;

function textsOf(form: HTMLFormElement | null): Texts | undefined {
  const entries = [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)] as const);
  return entries.some(([, value]) => value !== '') ? Object.fromEntries(entries) : undefined;
}

function Draft({
  name,
  form,
  texts,
  empty,
  onRestore,
}: {
  name: string;
  form: { readonly current: HTMLFormElement | null };
  texts: Texts | undefined;
  empty: () => void;
  onRestore: (texts: Texts | undefined) => void;
}) {
  const restore = (kept: Texts) => {
    for (const [name, value] of Object.entries(kept)) {
      const control = form.current?.elements.namedItem(name);
      if (control && 'value' in control) control.value = value;
    }
    onRestore(textsOf(form.current));
  };
  return <>{useDraft({ name, value: texts, restore, reset: empty }).note}</>;
}
