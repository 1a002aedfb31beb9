import type { IconName } from './icons.ts';

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
