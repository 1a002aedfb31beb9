/** Notices outside of the site: in pushes, emails and chats. The title is a sentence without a full stop. */
export const noticeTexts = {
  /** Of a decision on a listing, by its new state. */
  listings: {
    approved: '{bot} is public now',
    rejected: '{bot} was rejected',
    suspended: '{bot} was suspended',
    pending: '{bot} waits for a review again',
    removed: '{bot} was removed',
  },
  edits: {
    accepted: 'Your edit of {bot} was accepted',
    refused: 'Your edit of {bot} was refused',
    reverted: 'Your edit of {bot} was undone',
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
    owner_invited: '{actor} invites you to manage {bot}',
    owner_removed: 'You no longer manage {bot}',
    owner_joined: '{actor} now manages {bot}, too',
    token_changed: '{bot} has a new API token',
    secret_changed: 'The webhook of {bot} has changed',
    webhook_failing: 'A vote for {bot} was not delivered',
    bot_silent: '{bot} has reported nothing for seven days',
    queue_waiting: '{count, plural, one {# entry waits} other {# entries wait}} for moderators',
  },
  /** Below the title, where a moderator has written no reason. */
  bodies: {
    listing_decided: 'Open the listing for details.',
    edit_decided: 'Open the listing for details.',
    vote_open: 'Twelve hours have passed since your last vote.',
    report_closed: 'Thank you for your report.',
    block_reviewed: 'You can do everything again.',
    owner_invited: 'You can accept on your dashboard.',
    owner_removed: 'Ask its owner if you think that this is a mistake.',
    owner_joined: 'Your invitation was accepted.',
    token_changed: '{actor} has made it. The previous token no longer works.',
    secret_changed: '{actor} has set another URL or another secret.',
    webhook_failing: 'All five attempts failed. Check your receiver, then resend the delivery.',
    bot_silent: 'Check whether it still runs and sends its server count.',
    queue_waiting: 'They have waited for more than two days.',
  },
  /** In the place of a name, when the account or the listing is gone. */
  somebody: 'Somebody',
  aBot: 'a bot',
  test: 'This is a test',
  testBody: 'Your notices arrive here.',
  code: '{code} is your code',
  codeBody:
    'Enter this code to get notices by email: {code}\n\nIt is valid for 15 minutes. If you did not ask for it, ignore this email.',
  settings: 'Choose what you get by email: {url}',
} as const;
