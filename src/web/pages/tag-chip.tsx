import type { VNode } from 'preact';
import { Icon } from '../icon.tsx';
import type { NamedTag } from '../words/tag-label.ts';
import { tagLabel } from '../words/tag-label.ts';
import { iconOfTag } from './tag-icon.ts';

/** A tag in a list, with the way to its bots. */
export const TagChip = (tag: NamedTag): VNode => (
  <li>
    <a href={`/tag/${tag.slug}`}>
      {Icon(iconOfTag(tag.slug))}
      {tagLabel(tag)}
    </a>
  </li>
);
