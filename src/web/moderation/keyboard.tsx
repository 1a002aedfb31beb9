import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Outcome } from '../client/action.tsx';
import { Refused } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';

const labels = messages.moderation;

/**
 * The keys of the moderation page. A key presses the button that names it in `aria-keyshortcuts`, or goes to the field
 * that does. While the listing is not on the screen, such a key only brings it there.
 *
 * @param isOn whether shortcuts are on
 * @param page `details`: holds those buttons; `hasListing`: whether a listing is shown
 */
export function useKeyboard(
  isOn: boolean,
  page: {
    readonly details: RefObject<HTMLElement | null>;
    readonly hasListing: boolean;
    readonly onOutcome: (outcome: Outcome) => void;
    readonly onNext: () => void;
    readonly onPrevious: () => void;
    readonly onHelp: () => void;
  },
): void {
  const focus = (key: string) => {
    if (page.details.current && !isInView(page.details.current)) {
      bringIntoView(page.details.current);
      page.onOutcome({ kind: 'done', text: labels.lookFirst });
      return undefined;
    }
    const control = page.details.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    control?.focus();
    if (!control && page.hasListing)
      page.onOutcome({ kind: 'refused', refusal: new Refused('CONFLICT', labels.notPossible) });
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
    if (control) page.onOutcome({ kind: 'done', text: labels.pressEnter({ button: control.innerText }) });
    return control !== undefined;
  };
  /** For controls that are not of the listing. */
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const move = (go: () => void) => {
    go();
    return true;
  };
  useShortcuts(isOn, {
    j: () => move(page.onNext),
    k: () => move(page.onPrevious),
    a: () => press('a'),
    r: () => press('r'),
    s: () => press('s'),
    d: () => prepare('d'),
    c: () => press('c'),
    n: () => focus('n') !== undefined,
    u: () => {
      const undo = find('.undo [aria-keyshortcuts="u"]');
      undo?.click();
      return undo !== null;
    },
    '/': () => {
      find('.search-listings input')?.focus();
      return true;
    },
    '?': () => move(page.onHelp),
  });
}

const STORED = 'single-key-shortcuts';

/** Whether shortcuts are on. Single keys disturb speech input, so users can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function storeShortcutsOn(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** Keys work again after a pause in typing of this length. */
const PAUSE_MS = 1000;

/**
 * Runs an action for a single key, except where somebody writes. There, Escape leaves the field. After a key that could do nothing, keys are ignored until a
 * pause: a moderator who types a reason in the wrong place must not decide anything with its letters.
 *
 * @param actions by key; each returns whether it could be done
 */
export function useShortcuts(on: boolean, actions: Readonly<Record<string, () => boolean>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!on) return;
    let ignoredUntil = 0;
    const press = (event: KeyboardEvent) => {
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
      if (!action()) ignoredUntil = event.timeStamp + PAUSE_MS;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}

/** The field that takes the keys itself. */
function fieldOf(target: EventTarget | null): HTMLElement | null {
  const fields = 'input, textarea, select, [contenteditable]:not([contenteditable=false])';
  return target instanceof HTMLElement ? target.closest<HTMLElement>(fields) : null;
}

/** The list of shortcuts, with a switch to turn them off. The key `?` opens and closes it. */
export function ShortcutHelp({
  isOn,
  onChange,
  detailsRef,
}: {
  isOn: boolean;
  onChange: (on: boolean) => void;
  detailsRef: RefObject<HTMLDetailsElement | null>;
}) {
  return (
    <details class="shortcuts" ref={detailsRef}>
      <summary aria-keyshortcuts="?">{messages.moderation.shortcuts}</summary>
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
        {messages.moderation.shortcutsOn}
      </label>
      <dl>
        {Object.entries(messages.moderation.keys).map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** This part of the window's height shows enough of a listing to know which one it is. */
const ENOUGH = 1 / 3;

/** Whether an element is on the screen: it fills a third of the window's height, or all of it is there. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return visible >= Math.min(bottom - top, innerHeight * ENOUGH);
}

/** Scrolls the begin of an element to the top of the window, below the header of the page. */
export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'start' });
}
