/**
 * Moves the focus when the focused element is about to disappear: to the first of these elements that exists after the
 * next drawing.
 *
 * @param selectors CSS selectors
 */
export function focusFirst(...selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const found = document.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });
}
