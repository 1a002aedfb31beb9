import type { RefObject } from 'preact';
import { Refused } from '../client/request/refused.ts';
import type { Outcome } from '../client/request/use-action.ts';
import { messages } from '../words/messages.ts';
import { bringIntoView, isInView } from './in-view.ts';
import { useShortcuts } from './shortcuts.tsx';

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
