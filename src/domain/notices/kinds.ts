import type { NoticeKind } from '../../db/notice-tables.ts';

/** Who gets notices of a kind. */
export type NoticeReader = 'everybody' | 'owners' | 'moderators';

/** All kinds in the order of the settings, with who gets them. */
export const NOTICE_KINDS = {
  vote_open: 'everybody',
  news_published: 'everybody',
  report_closed: 'everybody',
  user_blocked: 'everybody',
  block_reviewed: 'everybody',
  owner_invited: 'everybody',
  transfer_offered: 'everybody',
  transfer_ended: 'everybody',
  owner_role_changed: 'owners',
  owner_removed: 'owners',
  listing_decided: 'owners',
  edit_decided: 'owners',
  picture_taken_down: 'owners',
  votes_voided: 'owners',
  webhook_failing: 'owners',
  deliveries_held: 'owners',
  deliveries_released: 'owners',
  held_expiring: 'owners',
  bot_silent: 'owners',
  owner_joined: 'owners',
  owner_declined: 'owners',
  transfer_accepted: 'owners',
  token_changed: 'owners',
  secret_changed: 'owners',
  queue_waiting: 'moderators',
} as const satisfies Record<NoticeKind, NoticeReader>;
