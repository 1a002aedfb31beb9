import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Button } from './buttons.tsx';
import { dropDraft } from './draft.tsx';
import { asRefused, type Refused } from './graphql.ts';
import { RefusalText } from './outcome.tsx';
import { useNow } from './time.tsx';

const labels = messages.held;

/** How long a decision waits in the page before it is sent. */
const HOLD_MS = 10_000;

/** Something that is hard to take back. The page acts as if it were done, and sends it a few seconds later. */
export interface Decision {
  /** The sentence that confirms it. */
  readonly text: string;
  /** What it is about, for the sentences about it. */
  readonly name: string;
  /** The listing that is opened again after an undo. */
  readonly botId?: string;
  /** Listings that leave the queue with it. */
  readonly leaving?: readonly string[];
  /** Parts of the page that go with it, by keys that name nothing else. */
  readonly hides?: readonly string[];
  /** The draft of its text, which stays until the service has it. */
  readonly draft?: string;
  /** Whether the page expects a refusal. Then it sends it at once, and shows the answer. */
  readonly isDoubtful?: boolean;
  /**
   * Sends it. All requests begin before the first `await`, and outlive the page: it may be closing.
   *
   * @returns a sentence in place of `text`; anything else is no sentence
   * @throws {Refused}
   */
  readonly send: () => Promise<unknown>;
}

/** How a decision has ended. */
export type End = 'sent' | 'undone' | 'refused';

interface Failure {
  readonly decision: Decision;
  readonly refusal: Refused;
}

interface Waiting {
  readonly decision: Decision;
  /** In milliseconds. */
  readonly endsAt: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A page has one of these. */
const state = {
  waiting: undefined as Waiting | undefined,
  underWay: new Set<Decision>(),
  hidden: new Set<string>(),
  failures: [] as readonly Failure[],
  /** Says what was done last. */
  text: undefined as string | undefined,
};
const drawings = new Set<() => void>();
const listeners = new Set<(decision: Decision, end: End) => unknown>();

function draw(): void {
  for (const each of drawings) each();
}

/** Lets a decision wait. The one that waits already is sent at once. */
export function hold(decision: Decision): void {
  sendWaiting();
  // Another tab, window or app: nobody sees the button any more, and a phone may end the page.
  addEventListener('pagehide', sendWaiting);
  document.addEventListener('visibilitychange', sendUnseen);
  state.failures = state.failures.filter(({ decision: { draft, botId } }) =>
    botId === undefined ? draft !== decision.draft : botId !== decision.botId,
  );
  for (const key of decision.hides ?? []) state.hidden.add(key);
  state.text = undefined;
  const timer = setTimeout(sendWaiting, HOLD_MS);
  state.waiting = { decision, endsAt: Date.now() + HOLD_MS, timer };
  if (decision.isDoubtful) sendWaiting();
  draw();
}

function sendUnseen(): void {
  if (document.hidden) sendWaiting();
}

function sendWaiting(): void {
  const decision = takeWaiting();
  if (!decision) return;
  if (!decision.isDoubtful) state.text = decision.text;
  state.underWay.add(decision);
  draw();
  void settle(decision);
}

function takeWaiting(): Decision | undefined {
  const { waiting } = state;
  clearTimeout(waiting?.timer);
  state.waiting = undefined;
  return waiting?.decision;
}

/** Until the page has loaded what a decision has changed, it shows nothing of what went with it. */
async function settle(decision: Decision): Promise<void> {
  try {
    const answer = await decision.send();
    const text = typeof answer === 'string' ? answer : decision.text;
    if (decision.draft !== undefined) dropDraft(decision.draft);
    if (!state.waiting) state.text = text;
    draw();
    await tell(decision, 'sent');
    state.underWay.delete(decision);
  } catch (error) {
    state.underWay.delete(decision);
    bringBack(decision);
    state.failures = [...state.failures, { decision, refusal: asRefused(error) }];
    if (state.text === decision.text) state.text = undefined;
    draw();
    await tell(decision, 'refused');
  }
  draw();
}

function bringBack({ hides = [] }: Decision): void {
  for (const key of hides) state.hidden.delete(key);
}

const tell = (decision: Decision, end: End) =>
  Promise.allSettled([...listeners].map(async (listener) => listener(decision, end)));

function undo(): void {
  const decision = takeWaiting();
  if (!decision) return;
  bringBack(decision);
  state.text = labels.undone;
  draw();
  void tell(decision, 'undone');
}

/** Forgets what was said of the last decision, and of refused ones but for those about a listing. */
export function forgetOutcome(botId?: string): void {
  state.text = undefined;
  state.failures = state.failures.filter(({ decision }) => decision.botId === botId);
  draw();
}

/** Forgets that a decision was refused, when its text is given up. */
export function forgetRefusal(draft: string): void {
  state.failures = state.failures.filter(({ decision }) => decision.draft !== draft);
  draw();
}

/** The listings that leave the queue with what waits, or is under way. */
export function leaving(): readonly string[] {
  return unsettled().flatMap((decision) => decision.leaving ?? []);
}

/** Whether a decision about a listing waits, or is under way. */
export function isUnsettled(botId: string): boolean {
  return unsettled().some((decision) => decision.botId === botId);
}

function unsettled(): Decision[] {
  return [...(state.waiting ? [state.waiting.decision] : []), ...state.underWay];
}

/** Draws a component again when something of the above changes. @returns whether a part of the page is gone */
export function useHeld(): (key: string) => boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const drawing = () => redraw(undefined);
    drawings.add(drawing);
    return () => {
      drawings.delete(drawing);
    };
  }, []);
  return (key) => state.hidden.has(key);
}

/** Why the decision with this draft was refused. Its form opens again, with the text. */
export function useRefusedDraft(draft: string): Refused | undefined {
  useHeld();
  return state.failures.find(({ decision }) => decision.draft === draft)?.refusal;
}

/**
 * Listens to the ends of decisions.
 *
 * @param onEnd what it returns is awaited before parts of the page come back
 */
export function useEnded(onEnd: (decision: Decision, end: End) => unknown): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const listener = (decision: Decision, end: End) => latest.current(decision, end);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** Its height stays when the button goes. */
const UNDO =
  'undo flex flex-wrap gap-x-3 gap-y-1 items-center [&:has(.outcome:not(:empty))]:min-h-11 ' +
  '[&>button]:min-w-26 [&>button]:tabular-nums';

/**
 * Says what was decided, with a button that undoes it for some seconds, and what was refused. It has a place of its own:
 * over the page, it would lie over a form. The place stays when the button goes, so that nothing moves.
 *
 * @param props.onShow opens a listing about which a decision was refused
 */
export function HeldDecision({ onShow }: { onShow?: (botId: string) => void }) {
  useHeld();
  const { waiting, text, failures } = state;
  return (
    <div class="held">
      <div class={UNDO}>
        {/* The seconds stand outside: screen readers would read each of them. */}
        <p role="status" class="outcome done m-0">
          {waiting ? waiting.decision.text : text}
          {waiting && <span class="sr-only"> {labels.how}</span>}
        </p>
        {waiting && <UndoButton key={waiting.endsAt} {...waiting} />}
      </div>
      <div role="status">
        {failures.map(({ decision: { name, botId, draft }, refusal }) => (
          <p key={`${botId} ${draft}`} class="outcome refused m-0">
            {labels.notDone({ name })} <RefusalText refusal={refusal} />{' '}
            {onShow && botId !== undefined && (
              <Button onClick={() => onShow(botId)}>{labels.show({ name })}</Button>
            )}
          </p>
        ))}
      </div>
    </div>
  );
}

function UndoButton({ decision: { name }, endsAt }: Waiting) {
  const seconds = Math.max(Math.ceil((endsAt - useNow(250)) / 1000), 1);
  return (
    <Button label={labels.undoOf({ name })} shortcut="u" onClick={undo}>
      {labels.undo({ seconds })}
    </Button>
  );
}
