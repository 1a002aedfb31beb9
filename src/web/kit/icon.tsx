import type { VNode } from 'preact';
import { ICONS, type IconName } from './icons.ts';

/** An icon as part of the page, in the colour and size of the text. Screen readers skip it: text stands beside it. */
export function Icon(name: IconName): VNode {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: ICONS[name] }}
    />
  );
}
