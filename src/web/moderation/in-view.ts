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
