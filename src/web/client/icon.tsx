import { ICONS, type IconName } from '../kit/icons.ts';

/** An icon in the colour and size of the text. Screen readers skip it: text stands beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      // The shapes are a part of this project.
      dangerouslySetInnerHTML={{ __html: ICONS[name] }}
    />
  );
}
