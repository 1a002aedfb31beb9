import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused } from '../client/graphql.ts';
import type { Outcome } from '../client/outcome.tsx';
import { readStored, writeStored } from '../client/storage.ts';
import { messages } from '../words/messages.ts';

const labels = messages.moderation;
const STORED = 'single-key-shortcuts';

/**
 * The keys of the moderation page, and their list with a switch to turn them off: single keys disturb speech input
 * (WCAG 2.1.4). A key presses the button that names it in `aria-keyshortcuts`, or goes to the field that does. While the
 * listing is not on the screen, such a key only brings it there.
 *
 * @param details holds those buttons
 * @param hasListing whether a listing is shown
 */
export function Shortcuts({
  details,
  hasListing,
  onOutcome,
  onNext,
  onPrevious,
  onSearch,
}: {
  details: RefObject<HTMLElement | null>;
  hasListing: boolean;
  onOutcome: (outcome: Outcome) => void;
  onNext: () => void;
  onPrevious: () => void;
  onSearch: () => void;
}) {
  const [isOn, setOn] = useState(() => readStored('localStorage', STORED) !== 'off');
  const help = useRef<HTMLDetailsElement>(null);
  const { focus, press, prepare } = controlsOf(details, hasListing, onOutcome);
  useKeys(isOn, {
    j: onNext,
    k: onPrevious,
    a: () => press('a'),
    r: () => press('r'),
    s: () => press('s'),
    d: () => prepare('d'),
    c: () => press('c'),
    o: () => press('o'),
    n: () => focus('n') !== undefined,
    u: () => {
      const undo = document.querySelector<HTMLElement>('.undo [aria-keyshortcuts="u"]');
      undo?.click();
      return undo !== null;
    },
    '/': onSearch,
    '?': () => void help.current?.toggleAttribute('open'),
  });
  const turn = (on: boolean) => {
    writeStored('localStorage', STORED, on ? 'on' : 'off');
    setOn(on);
  };
  return (
    <details class="shortcuts mb-3" ref={help}>
      <summary aria-keyshortcuts="?">{labels.shortcuts}</summary>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
        {labels.shortcutsOn}
      </label>
      <KeyList />
    </details>
  );
}

/** The controls of the listing, by the key that they name. None is used while the listing is not on the screen. */
function controlsOf(
  details: RefObject<HTMLElement | null>,
  hasListing: boolean,
  onOutcome: (outcome: Outcome) => void,
) {
  const focus = (key: string) => {
    // A phone shows the queue or the listing. Keys for what is hidden do nothing.
    if (!details.current?.checkVisibility() || lookFirst(details.current, onOutcome)) return undefined;
    const control = details.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    if (control) focusNear(control);
    if (!control && hasListing)
      onOutcome({ kind: 'refused', refusal: new Refused('CONFLICT', labels.notPossible) });
    return control ?? undefined;
  };
  const press = (key: string) => {
    const control = focus(key);
    control?.click();
    return control !== undefined;
  };
  /** Asks for Enter, for a button that has no form of its own to stop a slip. */
  const prepare = (key: string) => {
    const control = focus(key);
    if (control) onOutcome({ kind: 'done', text: labels.pressEnter({ button: control.innerText }) });
    return control !== undefined;
  };
  return { focus, press, prepare };
}

const KEY = 'framed border-border border-b-2 rounded-[.3rem] px-[.4rem] font-mono whitespace-nowrap';

const KeyList = () => (
  <dl class="fill-16 gap-x-4 gap-y-1 my-2">
    {Object.entries(labels.keys).map(([key, what]) => (
      <div key={key} class="flex gap-2">
        <dt class="flex-none">
          <kbd class={KEY}>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);

/** Keys work again after a pause in typing of this length. */
const PAUSE_MS = 1000;
/** Two presses of a key that are closer than this are one slip. The next listing may be there already. */
const TWICE_MS = 400;
/** Keys that may decide at once. */
const DECIDING: ReadonlySet<string> = new Set(['a', 'r']);

/**
 * Runs an action for a single key, except where somebody writes. There, Escape leaves the field. After a key that could
 * do nothing, keys are ignored until a pause: a moderator who types a reason in the wrong place must not decide anything
 * with its letters.
 *
 * @param actions by key; each returns false if it could not be done
 */
function useKeys(on: boolean, actions: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!on) return;
    let ignoredUntil = 0;
    let last = { key: '', at: 0 };
    const press = (event: KeyboardEvent) => {
      // Pressed twice, it would decide on the listing or the edit that takes the place of the first, unread. Any other
      // key between the two shows that both are meant.
      const isSlip =
        DECIDING.has(event.key) && event.key === last.key && event.timeStamp < last.at + TWICE_MS;
      last = { key: event.key, at: event.timeStamp };
      // A key with which a character is composed may mean any character (229 in Safari, where the flag comes late).
      if (event.isComposing || event.keyCode === 229) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const field = fieldOf(event.target);
      if (field) {
        if (event.key === 'Escape') field.blur();
        return;
      }
      if (event.timeStamp < ignoredUntil && (event.key.length === 1 || event.key === 'Enter')) {
        // Space and Enter would press the focused button.
        event.preventDefault();
        ignoredUntil = event.timeStamp + PAUSE_MS;
        return;
      }
      // A key that is held down would decide one listing after the other, unread.
      if (event.repeat) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      if (isSlip) return;
      if (action() === false) ignoredUntil = event.timeStamp + PAUSE_MS;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}

/** The field that takes letters itself. Boxes take none: the keys work on after a tick. */
function fieldOf(target: EventTarget | null): HTMLElement | null {
  const fields =
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])';
  return target instanceof HTMLElement ? target.closest<HTMLElement>(fields) : null;
}

/** This part of the window's height shows enough of a listing to know which one it is. */
const ENOUGH = 1 / 3;

/** Whether an element is on the screen: it fills a third of the window's height, or all of it is there. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return visible >= Math.min(bottom - top, innerHeight * ENOUGH);
}

/** Scrolls the begin of an element to the top of the window, below the header of the page. */
export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'start' });
}

/**
 * Gives a control the focus, and scrolls no further than needed. The browser would bring it to the middle of the window:
 * on a desktop that scrolls queue and search away.
 *
 * @param around what has to be seen with it
 */
export function focusNear(control: HTMLElement, around: Element = control): void {
  control.focus({ preventScroll: true });
  around.scrollIntoView({ block: 'nearest' });
}

/**
 * Brings the listing onto the screen when it is not there. What would have acted on it then waits for the next try.
 *
 * @returns whether it was not there
 */
export function lookFirst(details: Element, onOutcome: (outcome: Outcome) => void): boolean {
  if (isInView(details)) return false;
  bringIntoView(details);
  onOutcome({ kind: 'done', text: labels.lookFirst });
  return true;
}
