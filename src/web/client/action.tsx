import { useCallback, useRef, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { asRefused, type Refused } from './graphql.ts';

/** The result of the reader's last action. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly refusal: Refused;
      /** More sentences, shown after the refusal. */
      readonly notes?: readonly string[];
    }
  | undefined;

interface Action {
  readonly isBusy: boolean;
  readonly outcome: Outcome;
  /**
   * Runs one action at a time. A call during another one does nothing.
   *
   * @param work returns the sentence that confirms its success, if there is one
   * @returns whether it succeeded
   */
  readonly run: (work: () => Promise<string | undefined>) => Promise<boolean>;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef(false);
  const run = useCallback(async (work: () => Promise<string | undefined>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      const text = await work();
      if (text !== undefined) setOutcome({ kind: 'done', text });
      return true;
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: asRefused(error) });
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { isBusy, outcome, run };
}

/** The outcome of an action. The element is always in the document, so that screen readers announce its changes. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  return (
    <div class={`outcome ${outcome?.kind ?? ''}`} role="status">
      {outcome?.kind === 'done' && outcome.text}
      {outcome?.kind === 'refused' && <RefusalText refusal={outcome.refusal} />}
      {outcome?.kind === 'refused' && outcome.notes?.map((note) => <p key={note}>{note}</p>)}
    </div>
  );
}

/** A refusal in words, with a link to the sign-in when the session has ended. */
export function RefusalText({ refusal }: { refusal: Refused }) {
  const returnTo = new URLSearchParams({ return: location.pathname });
  return (
    <span>
      {refusal.message}{' '}
      {refusal.code === 'UNAUTHENTICATED' && <a href={`/sign-in?${returnTo}`}>{messages.common.signIn}</a>}
      {refusal.code === 'BLOCKED' && <a href="/account#blocks">{messages.blocks.see}</a>}
    </span>
  );
}
