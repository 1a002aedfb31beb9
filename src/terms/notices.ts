/* biome-ignore-all format: one kind a line. */
import { ATTEMPTS } from './schedule.ts';

/**
 * All kinds of notices in the order of the settings: who gets them, the icon in the list, the path where their reader
 * acts (pages, pushes, emails and chats lead there), and what the GraphQL schema says of them.
 *
 * The sentence of a kind is `noticeTexts.titles` of the catalogue, wherever it is told.
 */
export const NOTICES = {
  vote_open: { readers: 'everybody', icon: 'vote', path: '/bot/:botId/vote', meaning: 'Voting for a bot is open again.' },
  news_published: { readers: 'everybody', icon: 'newspaper', path: '/bot/:botId', meaning: 'A bot that the viewer follows has news.' },
  report_closed: { readers: 'everybody', icon: 'flag', path: '/bot/:botId', meaning: 'A report by the viewer led to something.' },
  user_blocked: { readers: 'everybody', icon: 'lock', path: '/account#blocks', meaning: 'A moderator has blocked the viewer from something.' },
  block_reviewed: { readers: 'everybody', icon: 'lock', path: '/account#blocks', meaning: 'A moderator has lifted a block of the viewer, or declined the appeal against it.' },
  owner_invited: { readers: 'everybody', icon: 'users', path: '/dashboard', meaning: 'Somebody invites the viewer to manage a listing.' },
  transfer_offered: { readers: 'everybody', icon: 'users', path: '/dashboard', meaning: 'Somebody wants to transfer a listing to the viewer.' },
  transfer_ended: { readers: 'everybody', icon: 'users', path: '/bot/:botId', meaning: 'An offer to transfer a listing, by or to the viewer, was withdrawn or declined.' },
  owner_role_changed: { readers: 'owners', icon: 'users', path: '/bot/:botId/edit', meaning: 'The owner of a listing has changed what the viewer may do as a co-owner.' },
  owner_removed: { readers: 'owners', icon: 'users', path: '/bot/:botId', meaning: 'The viewer is no longer on the team of a listing.' },
  listing_decided: { readers: 'owners', icon: 'shield', path: '/bot/:botId/edit', meaning: 'A moderator has decided on a listing of the viewer.' },
  edit_decided: { readers: 'owners', icon: 'list-checks', path: '/bot/:botId/edit/listing', meaning: 'A moderator has decided on an edit of a listing of the viewer.' },
  picture_taken_down: { readers: 'owners', icon: 'image', path: '/bot/:botId/edit/listing', meaning: 'A moderator took a picture of a listing of the viewer down.' },
  votes_voided: { readers: 'owners', icon: 'vote', path: '/bot/:botId/edit', meaning: 'A moderator has voided votes for a bot of the viewer, or restored them.' },
  webhook_failing: { readers: 'owners', icon: 'triangle-alert', path: '/bot/:botId/edit/webhook', meaning: `A vote was not delivered after ${ATTEMPTS} attempts.` },
  deliveries_held: { readers: 'owners', icon: 'triangle-alert', path: '/bot/:botId/edit/webhook', meaning: 'Deliveries are held, because too many first attempts failed in a row.' },
  deliveries_released: { readers: 'owners', icon: 'check', path: '/bot/:botId/edit/webhook', meaning: 'Deliveries that were held because of failures go out: the receiver works again.' },
  held_expiring: { readers: 'owners', icon: 'triangle-alert', path: '/bot/:botId/edit/webhook', meaning: 'Deliveries that are held for long end within a week.' },
  bot_silent: { readers: 'owners', icon: 'radio', path: '/bot/:botId/edit/api', meaning: 'A bot of the viewer has reported nothing for seven days.' },
  owner_joined: { readers: 'owners', icon: 'users', path: '/bot/:botId/edit/team', meaning: 'A co-owner has accepted.' },
  owner_declined: { readers: 'owners', icon: 'users', path: '/bot/:botId/edit/team', meaning: 'Somebody has declined an invitation by the viewer.' },
  transfer_accepted: { readers: 'owners', icon: 'users', path: '/bot/:botId/edit/team', meaning: 'A listing of the viewer has a new owner.' },
  token_changed: { readers: 'owners', icon: 'key-round', path: '/bot/:botId/edit/api', meaning: 'Somebody else has made a new API token for a bot of the viewer.' },
  secret_changed: { readers: 'owners', icon: 'workflow', path: '/bot/:botId/edit/webhook', meaning: 'Somebody else has changed the webhook of a bot of the viewer, or its secret.' },
  queue_waiting: { readers: 'moderators', icon: 'shield-alert', path: '/moderation', meaning: 'Something waits for moderators for more than two days.' },
} as const;

/** What a notice is about. */
export type NoticeKind = keyof typeof NOTICES;

/** Who gets notices of a kind. */
export type NoticeReader = (typeof NOTICES)[NoticeKind]['readers'];

export const NOTICE_KINDS = Object.keys(NOTICES) as readonly NoticeKind[];

/** @returns where the reader of a notice acts */
export function noticePath(kind: NoticeKind, botId: string | null): string {
  return NOTICES[kind].path.replace(':botId', botId ?? '');
}
