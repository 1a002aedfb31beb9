import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/** The icon of something in a square. */
export const Sign = ({ icon }: { icon: IconName }): VNode => (
  <span class="sign">
    <Icon name={icon} />
  </span>
);

/** A way to a part of the site, as an item of `Tiles`. */
export const Tile = ({
  path,
  icon,
  label,
  about,
}: {
  path: string;
  icon: IconName;
  label: string;
  about: string;
}): VNode => (
  <li>
    <a class="card" href={path}>
      <Sign icon={icon} />
      <span>
        {label}
        <small>{about}</small>
      </span>
    </a>
  </li>
);

export const Tiles = ({ tiles }: { tiles: readonly (VNode | null)[] }): VNode => (
  <ul class="tiles items grid gap-3">{tiles}</ul>
);
