import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { locale } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/** A tag as the schema has it, with its name in English. */
export const tagLink = graphql('fragment TagLink on Tag { slug label }');

export type Tag = ResultOf<typeof tagLink>;

/** The name of a tag in the language of the page. A tag without a translation has its name from the schema. */
export function tagLabel({ slug, label }: Tag): string {
  const names: Readonly<Record<string, string>> = messages.tags;
  return Object.hasOwn(names, slug) ? (names[slug] ?? label) : label;
}

/** Tags with the most bots first; equal ones in alphabetical order. */
export function byUse<Of extends Tag & { readonly botCount: number }>(tags: readonly Of[]): Of[] {
  return sortTags(tags).toSorted((one, other) => other.botCount - one.botCount);
}

/** Tags in the alphabetical order of the page's language. */
export function sortTags<Of extends Tag>(tags: readonly Of[]): Of[] {
  return tags.toSorted((one, other) => tagLabel(one).localeCompare(tagLabel(other), locale()));
}

/** Tags as pairs of slug and name, in the same order. */
export const namedTags = (tags: readonly Tag[]): [slug: string, name: string][] =>
  sortTags(tags).map((tag) => [tag.slug, tagLabel(tag)]);

/** A tag in a list, with the way to its bots. */
export const TagChip = ({
  tag,
  path = `/tag/${tag.slug}`,
}: {
  tag: Tag;
  path?: string | undefined;
}): VNode => (
  <li>
    <a href={path}>
      <Icon name={iconOfTag(tag.slug)} />
      {tagLabel(tag)}
    </a>
  </li>
);

const ICON_OF: Readonly<Record<string, IconName>> = {
  anime: 'sparkles',
  art: 'palette',
  'artificial-intelligence': 'brain',
  automation: 'workflow',
  economy: 'coins',
  education: 'graduation-cap',
  events: 'calendar',
  fun: 'party-popper',
  games: 'gamepad-2',
  giveaways: 'gift',
  images: 'image',
  leveling: 'trophy',
  logging: 'scroll-text',
  moderation: 'shield',
  multipurpose: 'bot',
  music: 'music',
  news: 'newspaper',
  polls: 'vote',
  productivity: 'list-checks',
  programming: 'code',
  roles: 'users',
  'role-playing': 'drama',
  social: 'message-circle',
  streaming: 'radio',
  tickets: 'ticket',
  translation: 'languages',
  utility: 'wrench',
  welcome: 'hand',
};

/** The icon of a category. */
export function iconOfTag(slug: string): IconName {
  return ICON_OF[slug] ?? 'tag';
}
