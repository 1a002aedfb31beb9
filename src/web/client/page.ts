import { useEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus when the focused element is about to disappear: to the first of these elements that is shown after the
 * next drawing.
 *
 * @param selectors CSS selectors
 */
export function focusFirst(...selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const found = document.querySelector<HTMLElement>(selector);
      if (found?.checkVisibility()) return found.focus();
    }
  });
}

/** A question for each form on the page: has it unsaved input? */
const questions = new Set<() => boolean>();

/** Whether any form on the page has input that is not saved. */
export function hasUnsavedInput(): boolean {
  return [...questions].some((isUnsaved) => isUnsaved());
}

/** Lets the browser ask before the reader leaves the page, or the tab, with unsaved input. */
export function useUnsavedWarning(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const question = () => latest.current();
    const warn = (event: BeforeUnloadEvent) => {
      if (question()) event.preventDefault();
    };
    questions.add(question);
    addEventListener('beforeunload', warn);
    return () => {
      questions.delete(question);
      removeEventListener('beforeunload', warn);
    };
  }, []);
}
