/** Notices outside of the site: in pushes, emails and chats. The title is a sentence without a full stop. */
export const noticeTexts = {
  /** Of a decision on a listing, by its new state. */
  listings: {
    approved: '{bot} is public now',
    rejected: '{bot} was rejected',
    suspended: '{bot} was suspended',
    pending: '{bot} is waiting for review again',
    removed: '{bot} was removed',
  },
  edits: {
    accepted: 'Your edit of {bot} was accepted',
    refused: 'Your edit of {bot} was refused',
    reverted: 'Your edit of {bot} was reverted',
  },
  pictures: {
    banner: 'A moderator has removed the banner of {bot}',
    screenshot: 'A moderator has removed a screenshot of {bot}',
  },
  /** Of a block, by what it is from. */
  blocks: {
    vote: 'You can no longer vote',
    submit: 'You can no longer submit bots',
    report: 'You can no longer report bots',
    sign_in: 'You can no longer sign in',
  },
  /** Of a reviewed block. */
  reviews: { lifted: 'A block was lifted', declined: 'Your appeal was declined' },
  /** Of voided votes. */
  votes: {
    voided: 'A moderator voided {count, plural, one {# vote} other {# votes}} for {bot}',
    restored: 'A moderator restored {count, plural, one {# vote} other {# votes}} for {bot}',
  },
  titles: {
    vote_open: 'You can vote for {bot} again',
    news_published: 'News from {bot}',
    report_closed: 'A moderator has acted on your report about {bot}',
    owner_invited: '{actor} invites you to the team of {bot}',
    owner_role_changed: 'Your role in the team of {bot} has changed',
    owner_removed: 'You no longer manage {bot}',
    transfer_offered: '{actor} wants to transfer {bot} to you',
    transfer_ended: 'The offer to transfer {bot} has ended',
    owner_joined: '{actor} has joined the team of {bot}',
    owner_declined: '{actor} has declined your invitation to {bot}',
    transfer_accepted: '{actor} is the new owner of {bot}',
    token_changed: '{bot} has a new API token',
    secret_changed: 'The webhook of {bot} has changed',
    webhook_failing: 'A vote for {bot} was not delivered',
    deliveries_held: 'Deliveries for {bot} are held',
    deliveries_released: 'Deliveries for {bot} go out again',
    held_expiring:
      '{count, plural, one {# held delivery} other {# held deliveries}} for {bot} will be cancelled soon',
    bot_silent: '{bot} has not sent stats for seven days',
    queue_waiting: '{count, plural, one {# entry is} other {# entries are}} waiting for moderators',
  },
  /** Below the title, where a moderator has written no reason. */
  bodies: {
    listing_decided: 'Open the listing for details.',
    edit_decided: 'Open the listing for details.',
    vote_open: 'Twelve hours have passed since your last vote.',
    report_closed: 'Thank you for your report.',
    block_reviewed: 'This block no longer applies.',
    owner_invited: 'You can accept on your dashboard.',
    owner_role_changed: 'Open the listing to see what you can do there.',
    owner_removed: 'If you think this is a mistake, ask its owner.',
    transfer_offered: 'You can accept on your dashboard within seven days.',
    transfer_ended: 'It was withdrawn or declined. The owner stays the same.',
    owner_joined: 'Your invitation was accepted.',
    owner_declined: 'You can invite someone else.',
    transfer_accepted: 'The API token and the webhook secret were replaced.',
    token_changed: '{actor} generated it. The old token no longer works.',
    secret_changed: '{actor} set a new URL or a new secret.',
    webhook_failing: 'All attempts failed. Check your receiver, then resend the delivery.',
    /** After the cause of the failures. */
    resend: 'Then resend the delivery.',
    deliveries_held:
      'Too many first attempts failed in a row. We try one vote at a time, and send the rest when your receiver works again.',
    deliveries_released: 'Your receiver works again. What was held goes out, oldest first.',
    held_expiring: 'Resume the webhook within a week. Otherwise they are cancelled.',
    bot_silent: 'Check that it still runs and sends its server count.',
    queue_waiting: 'They have been waiting for more than two days.',
  },
  /** In the place of a name, when the account or the listing is gone. */
  somebody: 'Someone',
  aBot: 'a bot',
  test: 'This is a test',
  testBody: 'Your notifications arrive here.',
  code: '{code} is your code',
  codeBody:
    'Enter this code to get notifications by email: {code}\n\nIt is valid for 15 minutes. If you did not ask for it, ignore this email.',
  settings: 'Choose what you get by email: {url}',
} as const;
