import type { VNode } from 'preact';
import { ICONS, type IconName } from './icons.ts';

/**
 * An icon in the colour and size of the text. Screen readers skip it: text stands beside it. Its shapes are in the
 * {@link iconSheet} of the page, once for all places.
 */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** An icon with its shapes, for a part that a script adds to a page later. */
export function WholeIcon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: ICONS[name] }}
    />
  );
}

const USE = '<use href="#i-';

/**
 * The shapes of the icons that a page uses.
 *
 * @param html the page
 * @param more icons that are added to it later
 */
export function iconSheet(html: string, more: readonly IconName[]): string {
  const names = new Set<string>(more);
  // A regular expression would make several objects for each of a hundred places.
  for (let at = html.indexOf(USE); at !== -1; at = html.indexOf(USE, at)) {
    at += USE.length;
    names.add(html.slice(at, html.indexOf('"', at)));
  }
  const symbols = [...names].map(
    (name) => `<symbol id="i-${name}" viewBox="0 0 24 24">${ICONS[name as IconName]}</symbol>`,
  );
  return `<svg class="sr-only" aria-hidden="true">${symbols.join('')}</svg>`;
}
