export const signIn = {
  title: 'Sign in',
  /** The title of a page that only members see. */
  reason: 'Sign in to open “{page}”.',
  toVote: 'Sign in to vote. After that, one click is enough.',
  unavailable: 'Signing in is not possible on this site.',
  intro: 'Sign in with your {provider} account. This site gets only your user ID and your name.',
  continue: 'Continue with {provider}',
  failedTitle: 'Not signed in',
  failed: '{provider} did not respond as expected. Try again in a moment.',
  again: 'Sign in again',
  developmentTitle: 'Sign in for development',
  developmentIntro: 'No sign-in provider is configured. This form accepts any user ID, on this machine only.',
  developmentElsewhere:
    'This sign-in is for development. It accepts only direct requests to localhost, without a proxy or tunnel.',
  developmentName: 'Developer',
  userId: 'User ID',
  userIdFormat: '17 to 19 digits',
  name: 'Name',
} as const;

export const account = {
  title: 'Account',
  userId: 'User ID',
  role: 'Role',
  roles: { MODERATOR: 'Moderator', ADMIN: 'Admin' },
  noBots: 'Add your first bot',
  botCount: '{count, plural, one {# listing} other {# listings}}',
  notices: 'What happened to your bots and reports',
  votes: 'When you can vote again',
  favourites: 'The bots you follow, and their news',
  profile: 'Public profile',
  profileAbout: 'What others see of you',
  moderation: 'Listings and reports to review',
  settings: 'Settings',
  appearance: 'Appearance',
  dark: 'Switch to dark',
  light: 'Switch to light',
  session: 'Session',
  signOutEverywhere: 'Sign out on all devices',
  sessions: 'Active sessions',
  sessionsAbout: 'We do not store which device or address they belong to.',
  sessionsEnded: 'The session has ended.',
  sessionStarted: 'Signed in',
  sessionCurrent: 'This device',
  sessionEnds: 'Ends {time} if not used',
  sessionEnd: 'End',
  otherSessions: 'All others',
  otherSessionsEnd: 'End all others',
  moreSessions: '{count, plural, one {# older session} other {# older sessions}}',
  data: 'Your data',
  dataStored:
    'We store your user ID and name, your sessions, votes and their deliveries, the bots you follow, reports and listings. We store no password. We store an email address only if you add one for your notifications.',
  download: 'Download your data',
  downloadAbout: 'A JSON file with everything that we store about you.',
  downloadButton: 'Download',
  downloadTooOften: 'You have downloaded your data too often: {when}.',
  deleteAccount: 'Delete your account',
  deleteAbout: 'First you see what is deleted and what stays.',
  deleteButton: 'Delete…',
} as const;

/** What a moderator has blocked the reader from, on the account and after a refused sign-in. */
export const blocks = {
  title: 'Blocks',
  about: 'A moderator has decided this. You can appeal once against each block.',
  kinds: { VOTE: 'Voting', SUBMIT: 'Submitting bots', REPORT: 'Reporting bots', SIGN_IN: 'Signing in' },
  until: 'Blocked until {time}',
  forGood: 'Blocked permanently',
  noReason: 'This block comes from an earlier account of yours, whose data was deleted.',
  over: 'This block is over.',
  lifted: 'This block was lifted {time}.',
  appeal: 'Your appeal',
  appealHint:
    '20 to 1,000 characters. Say why the block is wrong, or what will be different. A moderator reads it.',
  appealButton: 'Send the appeal',
  appealTooOften: 'You have sent too many appeals: {when}.',
  waiting: 'We have your appeal. A moderator will answer it.',
  accepted: 'Your appeal was accepted.',
  declined: 'Your appeal was declined.',
  see: 'See your blocks, and appeal',
  blockedTitle: 'You cannot sign in',
  blockedIntro: 'A moderator has blocked you from signing in. Here you see why, and can appeal.',
  blockedOver: 'This page is out of date. Sign in again to see whether you are still blocked.',
  rows: 'your blocks',
} as const;

export const deletion = {
  title: 'Delete your account',
  intro: 'You cannot undo this. Download your data first if you want to keep it.',
  deleted: 'We delete',
  deletes: {
    account: 'your account, with your name and role, and all sessions',
    bots: 'the bots you follow, your invitations, and your rights as an owner or co-owner',
    reports: 'your closed reports',
    deliveries: 'deliveries of your votes that have not arrived: they are cancelled',
  },
  kept: 'We keep without your ID',
  keptWhy:
    'Random IDs that do not lead back to you take its place: a different one for your votes for each bot, and one for everything else.',
  keeps: {
    votes: 'your votes and their deliveries, because counts, charts and the bots’ logs must stay right',
    reports: 'your open reports, because moderators still review them',
    decisions:
      'your changes to the status of listings and your decisions as a moderator, as part of their history',
    blocks: 'your blocks and when they end, so that a new account does not lift them',
  },
  votesKept:
    'You voted within the last 12 hours. We keep the times of these votes under your ID until {time}, so that nobody votes twice, and delete them within a day after that.',
  copies:
    'We cannot delete what bots have already received about your votes. Ask the people who run them. Backups of this site disappear after a time.',
  passedOn: 'Listings that go to a co-owner',
  passedOnHint: 'The co-owner who accepted first becomes the owner.',
  removed: 'Listings that we remove',
  removedHint:
    'You are their only owner. Their pages disappear, and their tokens and webhooks stop working. To keep a listing, first invite a co-owner, who has to accept.',
  removes: '{count, plural, one {Remove this listing, too} other {Remove these # listings, too}}',
  confirm: 'Type your name, {name}, or your user ID, {id}, to confirm',
  button: 'Delete permanently',
  cancel: 'Back to your account',
  tooOften: 'You have tried too often: {when}.',
  doneTitle: 'Account deleted',
  done: 'Your account is deleted, and all your sessions have ended.',
  anew: 'If you sign in again, you start with a new, empty account.',
} as const;

export const vote = {
  title: 'Vote for {name}',
  voted: 'You voted for {name}',
  back: 'Back to {name}',
  button: 'Vote',
  rule: 'Free – one vote every 12 hours.',
  captcha: 'Please allow JavaScript from {host}. It checks that you are human.',
  impossible: 'Voting is not possible: nobody can sign in on this site.',
  signIn: 'Sign in to vote',
  counted: 'Your vote has been counted.',
  recorded: 'Thank you, your vote is recorded.',
  again: 'You can vote again',
  mayFrom: 'You can vote',
  tooOften: 'You have voted too often: {when}.',
  over: 'You can vote again now.',
  left: '{hours}\u00a0h {minutes}\u00a0min left',
  /** Of a countdown, such as 11:59:48. */
  countdown: '{time} left',
} as const;

export const afterVote = {
  total: 'Votes',
  rank: 'Rank by votes',
  place: '#{rank}',
  remind: 'Add to calendar',
  next: 'Vote for these next',
} as const;

export const reminder = {
  off: 'Remind me when I can vote again',
  /** The same, beside the wait. */
  short: 'Remind me',
  on: 'Reminder is on',
  start: 'You get a notification on this site when the 12 hours are over',
  stop: 'Turn the reminder off',
  ofFollowed: 'You get reminders for all bots that you follow. Change this on their list.',
  all: 'Remind me when I can vote again for any of these',
  allOn: 'Reminders are on for all of these',
  where: 'The reminder arrives in your notifications here.',
  elsewhere: 'Send it elsewhere, too',
  tooOften: 'You have changed your reminders too often: {when}.',
} as const;

export const myVotes = {
  title: 'My votes',
  tabs: 'Your lists',
  open: 'Ready for your vote',
  openNow: 'You can vote now',
  waiting: 'Voted in the last 12 hours',
  votedAt: 'Last vote:',
  justVoted: 'Your vote for {name} is recorded.',
  none: 'You have not voted yet.',
  noneHint: 'Bots that you vote for appear here, with the time of your next vote.',
} as const;

export const favourite = {
  title: 'Following',
  label: 'Follow',
  following: 'Following',
  add: 'Follow this bot: find it again, and read its news',
  remove: 'Stop following',
  none: 'You follow no bots yet.',
  noneHint: 'Press “Follow” on a bot’s page to find it and its news here.',
  refused: 'Not changed',
  tooOften: 'You have changed what you follow too often: {when}.',
} as const;

/** What users are told. In a sentence, `name` is the link: a bot, or `queue`; `actor` has caused the event. */
export const notices = {
  title: 'Notifications',
  noneUnread: 'No unread notifications',
  unread: '{count, plural, one {# unread notification} other {# unread notifications}}',
  manyUnread: 'More than {count, number} unread notifications',
  intro: 'We keep notifications for 90 days.',
  readAll: 'Mark all as read',
  isNew: 'New',
  today: 'Today',
  yesterday: 'Yesterday',
  none: 'You have no notifications.',
  noneHint:
    'We tell you here about decisions on your bots and reports, failed deliveries, invitations, news of the bots you follow, and when you can vote again.',
  refused: 'Not changed',
  tooOften: 'You have changed this too often: {when}.',
  queue: 'moderation queue',
  VOTE_OPEN: 'You can vote for {name} again.',
  NEWS_PUBLISHED: '{name} has news:',
  REPORT_CLOSED: 'We acted on your report about {name}. Thank you!',
  USER_BLOCKED: {
    VOTE: 'You can no longer vote. See {name}.',
    SUBMIT: 'You can no longer submit bots. See {name}.',
    REPORT: 'You can no longer report bots. See {name}.',
    SIGN_IN: 'You were blocked from signing in. See {name}.',
  },
  BLOCK_REVIEWED: {
    LIFTED: 'A block was lifted. See {name}.',
    DECLINED: 'Your appeal was declined. See {name}.',
  },
  OWNER_INVITED: '{actor} invites you to the team of {name}.',
  OWNER_ROLE_CHANGED: 'Your role in the team of {name} has changed.',
  OWNER_REMOVED: 'You no longer manage {name}.',
  TRANSFER_OFFERED: '{actor} wants to transfer {name} to you. You can accept within seven days.',
  TRANSFER_ENDED: 'The offer to transfer {name} has ended.',
  LISTING_DECIDED: {
    APPROVED: '{name} is public.',
    REJECTED: '{name} was rejected.',
    SUSPENDED: '{name} was suspended.',
  },
  EDIT_DECIDED: {
    ACCEPTED: 'Your changes to {name} were accepted.',
    REFUSED: 'Your changes to {name} were refused.',
    REVERTED: 'Your changes to {name} were reverted.',
  },
  PICTURE_TAKEN_DOWN: {
    BANNER: 'A moderator removed the banner of {name}.',
    SCREENSHOT: 'A moderator removed a screenshot of {name}.',
  },
  VOTES_VOIDED: {
    VOIDED:
      'A moderator voided {count, plural, one {# vote} other {# votes}} for {name}. They no longer count.',
    RESTORED:
      'A moderator restored {count, plural, one {# vote} other {# votes}} for {name}. They count again.',
  },
  WEBHOOK_FAILING: 'A vote for {name} was not delivered: all attempts failed.',
  DELIVERIES_HELD: 'Deliveries for {name} are held, because too many first attempts failed in a row.',
  DELIVERIES_RELEASED: 'The receiver of {name} works again. Held deliveries go out.',
  HELD_EXPIRING:
    '{count, plural, one {# held delivery} other {# held deliveries}} for {name} will be cancelled within a week.',
  BOT_SILENT: '{name} has not sent stats for seven days.',
  OWNER_JOINED: '{actor} has joined the team of {name}.',
  OWNER_DECLINED: '{actor} has declined your invitation to {name}.',
  TRANSFER_ACCEPTED: '{actor} is the new owner of {name}. Its token and webhook secret were replaced.',
  TOKEN_CHANGED: 'The API token of {name} was changed.',
  SECRET_CHANGED: 'The webhook of {name} was changed.',
  QUEUE_WAITING:
    '{count, plural, one {# entry has} other {# entries have}} been waiting for more than two days in the {name}.',
} as const;

/** Where users want notices of each kind. */
export const noticeSettings = {
  title: 'Notification settings',
  intro: 'Choose where we tell you about each event. “Everywhere” means on this site and in your channels.',
  back: 'Notifications',
  kind: 'Event',
  deliveries: { NONE: 'Nowhere', SITE: 'Here', EVERYWHERE: 'Everywhere' },
  readers: { everybody: 'For you', owners: 'For owners', moderators: 'For moderators' },
  kinds: {
    VOTE_OPEN: 'You can vote again',
    NEWS_PUBLISHED: 'News of a bot you follow',
    REPORT_CLOSED: 'We acted on your report',
    USER_BLOCKED: 'You were blocked from something',
    BLOCK_REVIEWED: 'A block was lifted, or your appeal declined',
    OWNER_INVITED: 'You were invited to the team of a bot',
    OWNER_ROLE_CHANGED: 'Your role in a team has changed',
    OWNER_REMOVED: 'You no longer manage a bot',
    TRANSFER_OFFERED: 'Someone wants to transfer a bot to you',
    TRANSFER_ENDED: 'An offer to transfer a bot has ended',
    LISTING_DECIDED: 'Decision on your listing',
    EDIT_DECIDED: 'Decision on your changes',
    PICTURE_TAKEN_DOWN: 'A moderator removed a picture',
    VOTES_VOIDED: 'A moderator voided or restored votes',
    WEBHOOK_FAILING: 'A vote was not delivered',
    DELIVERIES_HELD: 'Deliveries are held because they fail',
    DELIVERIES_RELEASED: 'Held deliveries go out again',
    HELD_EXPIRING: 'Held deliveries will be cancelled soon',
    BOT_SILENT: 'Your bot stopped sending stats',
    OWNER_JOINED: 'A co-owner joined',
    OWNER_DECLINED: 'An invitation was declined',
    TRANSFER_ACCEPTED: 'A bot has a new owner',
    TOKEN_CHANGED: 'API token changed',
    SECRET_CHANGED: 'Webhook changed',
    QUEUE_WAITING: 'Entries have been in the queue for two days',
  },
  save: 'Save',
  saved: 'Your settings are saved.',
} as const;

/** How notices leave the site. */
export const noticeChannels = {
  title: 'Channels',
  none: 'You have no channels. Until you add one, “Everywhere” means on this site only.',
  kinds: { PUSH: 'This browser', EMAIL: 'Email', DISCORD: 'Discord', SLACK: 'Slack' },
  hints: {
    PUSH: 'A notification on this device, even when this site is closed. On an iPhone or iPad, add this site to the home screen first.',
    EMAIL: 'We send a code to the address first.',
    DISCORD:
      'A message in a channel of your server. Find the URL in Server Settings, Integrations, Webhooks.',
    SLACK: 'A message in a channel of your workspace, through an incoming webhook.',
  },
  fields: { EMAIL: 'Email address', DISCORD: 'Webhook URL', SLACK: 'Webhook URL' },
  examples: { DISCORD: 'https://discord.com/api/webhooks/…', SLACK: 'https://hooks.slack.com/services/…' },
  turnOn: 'Turn on',
  add: 'Add',
  pushDenied: 'Your browser blocks notifications from this site. Allow them in its settings, then try again.',
  pushFailed: 'Your browser could not turn on notifications. Try again later.',
  noPush: 'This browser does not support push notifications.',
  code: 'Code from the email',
  confirm: 'Confirm',
  test: 'Send a test',
  testNamed: 'Send a test: {label}',
  remove: 'Remove',
  removeNamed: 'Remove: {label}',
  failures: {
    GONE: 'The receiver no longer exists.',
    REFUSED: 'The receiver refused the last message.',
    UNAVAILABLE: 'The last message could not be delivered.',
  },
  outcomes: {
    saved: 'Your channels are saved.',
    code: 'We have sent a code to this address. It is valid for 15 minutes.',
    sent: 'The test has arrived.',
    failed: 'The test did not arrive.',
  },
} as const;

/** The form with which users report a bot. */
export const report = {
  title: 'Report {name}',
  intro:
    'Tell the moderators what is wrong with this bot or its page. The owners do not see who reported it.',
  category: 'What is wrong?',
  noCategory: 'Choose what is wrong.',
  categories: {
    BROKEN: 'Does not work, or no longer exists',
    IMPERSONATION: 'Impersonation',
    ABUSIVE: 'Abusive, hateful or not suitable for everybody',
    MALICIOUS: 'Steals data, spies or causes damage',
    SPAM: 'Spam or unwanted advertising',
    OTHER: 'Something else',
  },
  text: 'What happened?',
  original: 'Which is the original?',
  textHint: '10 to 1,000 characters.',
  button: 'Send the report',
  done: 'Thank you. A moderator will review your report.',
  signIn: 'Sign in to report',
  signedOut:
    'Your session has ended, so nothing was sent. Sign in, come back to this page, and send it again.',
  impossible: 'Reporting is not possible: nobody can sign in on this site.',
  tooOften: 'You have reported too often: {when}.',
} as const;
