export interface Tag {
  /** Lower-case letters and hyphens: what is stored and stands in addresses. */
  readonly slug: string;
  readonly label: string;
}

/** What bots can be listed under, in the order in which they are offered. A slug that was given out stays. */
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

export function findTag(slug: string): Tag | undefined {
  return BY_SLUG.get(slug);
}
