import type { VNode } from 'preact';
import { graphql } from '../../documents/graphql.ts';
import { type NamedTag, tagLabel } from '../words/tag-label.ts';
import { Icon } from './icon.tsx';
import { iconOfTag } from './tag-icon.ts';

export const tagLink = graphql('fragment TagLink on Tag { slug label }');

/** A tag in a list, with the way to its bots. */
export const TagChip = (tag: NamedTag): VNode => (
  <li>
    <a href={`/tag/${tag.slug}`}>
      {Icon(iconOfTag(tag.slug))}
      {tagLabel(tag)}
    </a>
  </li>
);
