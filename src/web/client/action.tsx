import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Refused } from './api.ts';
import { focusFirst } from './parts.tsx';
import { texts } from './texts.ts';

/** What became of the last thing that somebody did. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly refusal: Refused;
      /** What else is to be said, a sentence each. */
      readonly notes?: readonly string[];
    }
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

/**
 * A page that could not be loaded, or a part of one.
 *
 * @param title where the focus goes when it was asked for again and is there: a selector of CSS
 */
export function LoadFailed({
  refusal,
  reload,
  title = '#page-title',
}: {
  refusal: Refused;
  reload: () => Promise<unknown>;
  title?: string;
}) {
  const again = useRef<HTMLButtonElement>(null);
  // Before the button is taken away, when it still has the focus.
  useLayoutEffect(() => {
    const button = again.current;
    return () => {
      if (document.activeElement === button) focusFirst(title, '#page-title');
    };
  }, [title]);
  return (
    <div class="notice bad" role="alert">
      <RefusalText refusal={refusal} />{' '}
      <button ref={again} type="button" class="quiet" onClick={() => void reload()}>
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
      {outcome?.kind === 'refused' && outcome.notes?.map((note) => <p key={note}>{note}</p>)}
    </div>
  );
}
