/** A category of bots. */
export interface Tag {
  /** Lower-case letters and hyphens. It is stored, and part of URLs. */
  readonly slug: string;
  readonly label: string;
}

/** All tags, in the order of the form. Never change or remove a slug that is in use. */
export const TAGS: readonly Tag[] = [
  { slug: 'anime', label: 'Anime' },
  { slug: 'art', label: 'Art' },
  { slug: 'artificial-intelligence', label: 'Artificial intelligence' },
  { slug: 'automation', label: 'Automation' },
  { slug: 'economy', label: 'Economy' },
  { slug: 'education', label: 'Education' },
  { slug: 'events', label: 'Events' },
  { slug: 'fun', label: 'Fun' },
  { slug: 'games', label: 'Games' },
  { slug: 'giveaways', label: 'Giveaways' },
  { slug: 'images', label: 'Images' },
  { slug: 'leveling', label: 'Leveling' },
  { slug: 'logging', label: 'Logging' },
  { slug: 'moderation', label: 'Moderation' },
  { slug: 'multipurpose', label: 'Multipurpose' },
  { slug: 'music', label: 'Music' },
  { slug: 'news', label: 'News' },
  { slug: 'polls', label: 'Polls' },
  { slug: 'productivity', label: 'Productivity' },
  { slug: 'programming', label: 'Programming' },
  { slug: 'roles', label: 'Roles' },
  { slug: 'role-playing', label: 'Role-playing' },
  { slug: 'social', label: 'Social' },
  { slug: 'streaming', label: 'Streaming' },
  { slug: 'tickets', label: 'Tickets' },
  { slug: 'translation', label: 'Translation' },
  { slug: 'utility', label: 'Utility' },
  { slug: 'welcome', label: 'Welcome' },
];

const BY_SLUG = new Map(TAGS.map((tag) => [tag.slug, tag]));

/** @returns undefined when there is no tag with this slug */
export function findTag(slug: string): Tag | undefined {
  return BY_SLUG.get(slug);
}
