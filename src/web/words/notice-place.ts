/** The path where the reader of a notice acts, by its kind. Pages, pushes, emails and chats lead there. */
export const NOTICE_PLACES = {
  vote_open: (id: string) => `/bot/${id}/vote`,
  news_published: (id: string) => `/bot/${id}`,
  report_closed: (id: string) => `/bot/${id}`,
  owner_invited: () => '/dashboard',
  owner_removed: (id: string) => `/bot/${id}`,
  listing_decided: (id: string) => `/bot/${id}/edit`,
  edit_decided: (id: string) => `/bot/${id}/edit/listing`,
  picture_taken_down: (id: string) => `/bot/${id}/edit/listing`,
  webhook_failing: (id: string) => `/bot/${id}/edit/webhook`,
  bot_silent: (id: string) => `/bot/${id}/edit/api`,
  owner_joined: (id: string) => `/bot/${id}/edit/team`,
  token_changed: (id: string) => `/bot/${id}/edit/api`,
  secret_changed: (id: string) => `/bot/${id}/edit/webhook`,
  user_blocked: () => '/account#blocks',
  block_reviewed: () => '/account#blocks',
  queue_waiting: () => '/moderation',
} as const;
