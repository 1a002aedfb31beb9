export const bots = {
  empty: 'You have no bots here yet.',
  emptyHint: 'Add your first one. Its application ID is all you need to start.',
  submit: 'Add your bot',
  votes: 'Votes',
  servers: 'Servers',
  lastReport: 'Stats updated',
  never: 'never',
  manage: 'Manage {name}',
  publicPage: 'Public page',
  preview: 'Preview',
  silent: 'inactive',
  webhooks: { FAILING: 'webhook failing', HELD: 'deliveries held' },
  search: 'Search your bots',
  nothing: 'No bots found.',
  found: '{count, plural, one {# bot} other {# bots}}',
} as const;

export const invitations = {
  title: 'Invitations',
  /** By the role. */
  what: {
    MANAGE: '{inviter} invites you to manage {name} as a co-owner. Its page will show your name.',
    REPORTS:
      '{inviter} invites you to view the numbers, deliveries and history of {name}. You cannot change anything there.',
  },
  somebody: 'Someone',
  accept: 'Accept {name}',
  decline: 'Decline {name}',
  acceptAll: 'Accept all',
  declineAll: 'Decline all',
  offer: '{owner} wants to transfer {name} to you. You can accept until {time}.',
  take: 'Take over {name}',
  takeWarning:
    'You become the owner. The API token and the webhook secret are replaced immediately, so the bot needs the new ones. You see them only once. Votes still go to the current webhook URL. Check that it is yours.',
  taken: '{name} is yours now. Give the bot its new token and secret.',
  webhookStays: 'Votes still go to the current webhook URL. Check that it is yours:',
  keptAt: 'For 10 minutes you also find them here:',
  tokenOf: 'New API token of {name}',
  secretOf: 'New webhook secret of {name}',
} as const;

export const reviewWait = {
  waiting:
    '{count, plural, one {One listing is waiting for review.} other {# listings are waiting for review.}}',
  usual: 'In the last 30 days, half of all reviews took less than {wait}.',
  unknown: 'There were too few reviews in the last 30 days to say how long one takes.',
} as const;

export const submit = {
  step1: 'Which bot?',
  id: 'The bot’s application ID',
  idHint: '17 to 19 digits. You find it on the developer pages of Discord.',
  next: 'Continue',
  notFound: 'We couldn’t get this app’s details from Discord. Check the ID, or enter the details yourself.',
  filledIn: 'Name and description come from Discord. Check them.',
  step2: 'The listing of {id}',
  other: 'Another bot',
  otherWarning: 'Your input on this page will be lost.',
  otherConfirm: 'Discard it and choose another bot',
  listed: 'This bot is already listed.',
  openPage: 'Open its page',
  openDashboard: 'Manage it in your dashboard',
  send: 'Submit for review',
  what: 'We review every bot before it goes live. You can set it up in the meantime.',
} as const;

/** How often the reader may do something today. */
export const allowance = {
  left: 'You have {left} of {all} left today.',
  none: 'You have used all {all} for today. The next one is possible from {time}.',
} as const;

export const sections = {
  state: 'Status',
  checklist: 'Get started',
  charts: 'Last 30 days',
  votes: 'Recent votes',
  listing: 'Listing',
  picture: 'Picture',
  banner: 'Banner',
  screenshots: 'Screenshots',
  owners: 'Owners',
  token: 'API token',
  webhook: 'Vote webhook',
  deliveries: 'Deliveries',
  snippets: 'Connect your bot',
  widget: 'Widget',
  danger: 'Remove the listing',
} as const;

export const state = {
  now: 'This listing is',
  meaning: {
    PENDING: 'Only you and your team see it until a moderator approves it.',
    APPROVED: 'Everyone can find it and vote for it.',
    REJECTED: 'Fix what the moderator pointed out, save, and submit it again.',
    SUSPENDED: 'A moderator took it out of the directory. Only you and your team see it.',
  },
  history: 'History',
  noHistory: 'Approvals, rejections and suspensions will be listed here. There are none yet.',
  historyBefore: 'History with earlier owners',
  votesBefore:
    'Only moderators see this. The earlier listing had {count, plural, one {# vote} other {# votes}}.',
  submitted: 'submitted',
  /** What a moderator has done. */
  takenDown: { BANNER: 'banner removed', SCREENSHOT: 'screenshot removed' },
  by: 'by',
  /** Votes that a moderator voided. */
  voided: 'Voided votes',
  voidedCount: '{count, plural, one {# vote} other {# votes}} voided',
  restored: 'restored',
  /** After a suspension. */
  next: 'What you can do',
  change: 'Fix what the moderator pointed out, and save.',
  ask: 'Then write to the team of this site: ask them to look again, and give the ID {id}. Only a moderator can make the bot public again.',
  resubmitNote: 'What is different now?',
  resubmitHint:
    '10 to 500 characters. Moderators read it. You can leave it out if you have edited the listing.',
  resubmit: 'Submit for review again',
  edit: 'Edit the listing',
  resubmitted: 'The listing is waiting for review again.',
} as const;

export const submitted = {
  title: 'Submitted. Thank you!',
  usual: 'A human reviews your bot. Half of all reviews take less than {wait}.',
  unknown: 'A human reviews your bot before it goes live.',
  /** Before a link to the listing's form. */
  meanwhile: 'Meanwhile you can connect your bot and improve its page:',
  openListing: 'edit the listing',
} as const;

export const checklist = {
  progress: '{done} of {all} done',
  done: 'done',
  open: 'to do',
  later: 'not possible yet',
  obstacles: {
    noToken: 'Generate your API token first.',
    notPublic: 'Users can vote once your listing is public.',
  },
  steps: {
    token: { title: 'Generate your API token', hint: 'Your bot uses it to sign in to the API.' },
    report: { title: 'Send your server count', hint: 'Copy the code into your bot.' },
    webhook: { title: 'Verify your webhook', hint: 'Set its URL and send a test that your server accepts.' },
    vote: { title: 'Get your first vote', hint: 'Write a good page and share its link.' },
  },
} as const;

export const newsForm = {
  title: 'News',
  intro:
    'Tell users what changed. It appears on your bot’s page, in its feed, and for everybody who follows the bot.',
  notPublic: 'You can publish news while the bot is public.',
  heading: 'Title',
  headingHint: '3 to 80 characters, such as “Version 2.1: playlists”.',
  text: 'Text',
  textHint: 'Markdown, at most 2,000 characters. Public as soon as you publish it.',
  publish: 'Publish',
  published: 'Published.',
  remove: 'Remove',
  removeNamed: 'Remove “{title}”',
  removed: 'Removed.',
} as const;

export const translationsForm = {
  title: 'Translations',
  intro: 'Readers in these languages see your translation. Where a text is missing, they see the one above.',
  texts: '{count} of {all} texts',
  language: 'Add a language',
  choose: 'Choose a language',
  add: 'Add',
  full: 'A listing can have {max} translations. Remove one to add another.',
  textsIn: 'Texts in {language}',
  original: 'Your own text',
  save: 'Save translation',
  saved: 'Translation saved.',
  close: 'Close',
  edit: 'Edit',
  editNamed: 'Edit {language}',
  remove: 'Remove',
  removeNamed: 'Remove {language}',
  removeWarning: 'The texts in {language} are deleted.',
  removed: 'Translation removed.',
} as const;

export const warnings = {
  silent: 'Your bot has stopped sending stats',
  /** Before a time such as "2 days ago". */
  lastReport: 'The last ones arrived',
  silentHelp: 'Check that your bot runs and that its requests succeed. A 401 means: generate a new token.',
  openApi: 'Check the API',
  unsteady: 'Send the sum of all shards',
  unsteadyHelp:
    'The last counts of your bot jump up and down: {counts}. This happens when each shard sends its own count: your page then shows one shard at a time. Add up the counts of all shards, and send the sum from one process. This message goes away once your counts are steady.',
  openDocs: 'See how',
  failing: 'Your webhook is failing',
  /** Before a time such as "2 days ago". */
  failingSince: 'It started to fail',
  openWebhook: 'See the deliveries',
  openEdit: 'See the changes',
} as const;

export const numbers = {
  recentVotes: 'Votes in 30 days',
  allVotes: 'Total votes',
  noVotes: 'No votes yet.',
  servers: 'Servers',
  sum: '{count, plural, one {# vote in the last 30 days.} other {# votes in the last 30 days.}}',
  latest: '{count, plural, one {# server now.} other {# servers now.}}',
  noServers: 'Your bot has not sent its server count yet.',
} as const;

export const owners = {
  owner: 'owner',
  coOwner: 'co-owner',
  invited: 'invited',
  alone: 'You manage this bot alone. Invite a co-owner to help you.',
  add: 'Invite a co-owner',
  id: 'User ID',
  hint: 'The user must have signed in here once. They accept the invitation on their dashboard.',
  role: 'Role',
  roles: { MANAGE: 'Manage the listing', REPORTS: 'View only' },
  roleHint:
    'A co-owner who manages the listing can do everything except remove it, transfer it and change its owners. “View only” shows statistics, deliveries and history, and changes nothing.',
  changeRole: { MANAGE: 'Let them manage', REPORTS: 'Limit to viewing' },
  changeRoleOf: '{change}: {name}',
  roleChanged: {
    MANAGE: '{name} can manage the listing now.',
    REPORTS: '{name} can only view the listing now.',
  },
  readsOnly:
    'You can only view this listing: its numbers, deliveries and history. Its owner can give you more rights.',
  addButton: 'Invite',
  added: 'Invited.',
  remove: 'Remove',
  removeNamed: 'Remove {name}',
  removeWarning: '{name} will no longer manage this listing.',
  leave: 'Leave this listing',
  leaveWarning: 'You will no longer manage this listing.',
  removed: 'Removed.',
} as const;

export const transfer = {
  title: 'Transfer the listing',
  what: 'Offer the listing to someone else. They have seven days to accept. Then they own it, and its API token and webhook secret are replaced immediately. Votes, numbers and co-owners stay.',
  id: 'User ID of the new owner',
  hint: 'The user must have signed in here once.',
  stays: 'I stay as a co-owner who manages the listing',
  offer: 'Offer the listing',
  offered: 'Offered. Nothing changes until they accept.',
  open: 'Offered to {name}. The offer ends on {time}.',
  withdraw: 'Withdraw the offer',
  withdrawn: 'Withdrawn. You stay the owner.',
} as const;

export const activity = {
  older: 'Show older',
  /** After “by”. */
  service: 'the team of this site',
  former: 'a former user',
  /** Each is followed by a time and a name. Not all say whom, which role and which fields. */
  kinds: {
    TOKEN_MADE: 'New API token',
    TOKEN_REVOKED: 'API token revoked',
    WEBHOOK_SET: 'Webhook URL set, with a new secret',
    SECRET_MADE: 'New webhook secret',
    ROTATION_FINISHED: 'The next webhook secret is in use',
    ROTATION_CANCELLED: 'Rotation of the webhook secret cancelled',
    WEBHOOK_REMOVED: 'Webhook removed',
    WEBHOOK_PAUSED: 'Webhook paused',
    WEBHOOK_RESUMED: 'Webhook resumed',
    HOLD_CHANGED: 'Setting “If deliveries fail” changed',
    REPLAY_STARTED: 'Started resending deliveries',
    REPLAY_STOPPED: 'Stopped resending deliveries',
    EDITED: 'Edited: {fields}',
    INVITED: 'Invited: {other} ({role})',
    JOINED: 'Invitation accepted ({role})',
    DECLINED: 'Invitation declined',
    LEFT: 'Left the team',
    REMOVED: 'Removed from the team: {other}',
    ROLE_CHANGED: 'New role: {other} ({role})',
    TRANSFER_OFFERED: 'Listing offered to {other}',
    TRANSFER_ACCEPTED: 'Listing taken over from {other}, with new token and secret',
    TRANSFER_DECLINED: 'Offer declined',
    TRANSFER_WITHDRAWN: 'Offer to {other} withdrawn',
  },
} as const;

export const siteForm = {
  title: 'Verified website',
  intro:
    'Show visitors that you run this bot: your website names you as its owner. The bot’s page then says so beside your name, for 180 days and as long as the link to the website stays.',
  line: 'The line',
  fileAt: 'Put it into a text file at',
  recordAt: 'Or into a TXT record with the name',
  either: 'One of the two is enough. The file may have other lines, too. The line is not a secret.',
  check: 'Check now',
  confirmed: 'Your website names you. The bot’s page shows it now.',
  file: 'File',
  record: 'TXT record',
  /** After “File:” or “TXT record:”. */
  found: {
    CONFIRMED: 'it names you.',
    MISSING: 'there is none.',
    OTHER: 'it does not have this line.',
    REDIRECTED: 'the address leads elsewhere. Use the website’s final address as its link.',
    UNREACHABLE: 'no usable answer. Try again later.',
  },
  methods: { FILE: 'by a file', DNS: 'by a TXT record' },
  noWebsite: 'Add the link to your website first',
} as const;

export const danger = {
  what: 'The bot disappears from the directory, and its token and webhook stop working. If you or a co-owner submit it again, it keeps its votes and history. For anyone else it starts from zero. You can undo the removal for 10 seconds.',
  ownerOnly: 'Only the owner can remove the listing, not a co-owner.',
  label: 'Type the name, {name}, to confirm',
  confirm: 'Remove the listing',
  mismatch: 'That is not the name.',
} as const;

/** On the page after a removal. */
export const removed = {
  soon: '{name} is being removed from the directory.',
  done: '{name} is removed. Its webhook and screenshots are deleted. You can submit the bot again.',
} as const;

export const token = {
  what: 'Your bot sends it in the Authorization header. We store only its hash, so you see it only once.',
  createdAt: 'Generated',
  lastUsedAt: 'Last used',
  neverUsed: 'never',
  generate: 'Generate a token',
  regenerate: 'Generate a new token',
  warning: 'Your current token will stop working immediately.',
  confirm: 'Generate',
  label: 'Your new token',
  once: 'Copy it now. We show it for 10 minutes only.',
  onceHere: 'Copy it now. It will be gone when you reload this page.',
  made: 'The token is created.',
  replaced: 'The token is replaced. The old one no longer works.',
} as const;

export const snippets = {
  what: 'Set these variables in a terminal, then run the code there.',
  withToken: 'They include the token you just generated.',
  withoutToken: 'Replace YOUR_TOKEN with your API token.',
  language: 'Language',
  variables: 'Variables',
  stats: 'Send the server count',
  check: 'Check whether a user has voted',
  copyOf: 'Copy: {what}',
  /** Before an address. */
  more: 'All endpoints are described at',
} as const;

export const widget = {
  what: 'An image with the current numbers, for your website or README.',
  later: 'An image with the current numbers, for your website or README. It appears once your bot is public.',
  theme: 'Background',
  themes: { auto: 'Same as the reader’s', light: 'Light', dark: 'Dark' },
  html: 'HTML',
  markdown: 'Markdown',
} as const;

/** Edits of a public listing, for its owners and for moderators. */
export const edits = {
  waiting: 'Your changes are waiting for review',
  waitingHelp: 'Until then your page shows the accepted version. You can keep editing.',
  pictureHelp: 'Until then your page shows the accepted version. A new upload replaces the waiting one.',
  reasons: {
    NAME: 'The name is new.',
    LINKS: 'A link leads to a site that is new here.',
    PERMISSIONS: 'The invite asks for a new scope or a new sensitive permission.',
    PICTURE: 'A picture or its description is new.',
  },
  place: 'Number {place, number} in the queue.',
  usual: 'Half of all reviews take less than {wait}.',
  savedWaiting: 'Saved. These changes are waiting for review.',
  pictureWaiting: 'Uploaded. The picture is waiting for review.',
  withdraw: 'Withdraw the changes',
  refused: 'A moderator refused your last changes',
  reverted: 'A moderator reverted your last changes',
  how: 'How we review',
  before: 'Before',
  after: 'After',
  translation: 'Translation',
  platformName: 'Name on Discord',
  nothing: 'nothing',
  yes: 'yes',
  no: 'no',
  scopes: { bot: 'joins the server', 'applications.commands': 'adds commands' },
  unknownBits: '{count, plural, one {one bit without a name} other {# bits without a name}}',
  // For moderators.
  edited: 'changed',
  list: 'Which listings',
  queue: 'To review ({count, number})',
  later: 'Changed ({count, number})',
  laterEmpty: 'Nothing to look at. Changes that went public without a review appear here.',
  toDecide: 'Changes that are waiting for a decision',
  seen: 'Changes that are already public',
  by: 'by {name}',
  accept: 'Accept the changes',
  refuse: 'Refuse…',
  refuseNow: 'Refuse the changes',
  keep: 'Keep the changes',
  revert: 'Revert…',
  revertNow: 'Revert the changes',
  accepted: 'The changes of {name} are accepted.',
  refusedOf: 'The changes of {name} are refused.',
  kept: 'The changes of {name} stay.',
  revertedOf: 'The changes of {name} are reverted.',
} as const;
