/** What every page has. */
export const navigation = {
  skip: 'Skip to content',
  label: 'Site',
  directory: 'Bots',
  dashboard: 'My bots',
  moderation: 'Moderation',
  submit: 'Add your bot',
  docs: 'Developers',
  menu: 'Menu',
  search: 'Site search',
  theme: 'Switch between light and dark',
  signOut: 'Sign out',
  api: 'OpenAPI file',
  home: 'Home',
} as const;

export const footer = {
  find: 'Find bots',
  newest: 'Newest bots',
  build: 'For bot developers',
  reference: 'REST API',
  site: 'This site',
  language: 'Language',
} as const;

/** The dialog that `/` and Ctrl+K open, and what is suggested in an empty search field. */
export const palette = {
  label: 'Search bots or go to…',
  places: 'Go to',
  actions: 'Actions',
  keys: '↑ ↓ to choose · Enter to open · Esc to close',
  recent: 'Recent searches',
  clear: 'Clear recent searches',
  searchFor: 'Search for “{text}”',
  nothing: 'Nothing found. Press Enter to search.',
  /** The keys that open it. */
  shortcut: 'Ctrl K',
} as const;

/** Other words for what the palette leads to, by path. Nobody reads them; those of all languages lead there. */
export const synonyms = {
  '/': 'home start',
  '/bots': 'directory list browse search all bots find',
  '/bots?order=newest': 'new newest recent latest',
  '/bots?order=servers': 'servers largest biggest popular',
  '/bots?order=trending': 'trending hot growing week',
  '/compare': 'compare comparison versus difference side',
  '/votes': 'vote votes voting voted history',
  '/favourites': 'favourites favorites bookmarks saved hearts follow followed following',
  '/notices': 'notices notifications messages news bell unread',
  '/account': 'account profile settings me user',
  '/dashboard': 'dashboard manage own my bots edit',
  '/moderation': 'moderation moderators queue reports',
  '/docs': 'docs documentation developers help guide library',
  '/docs/api': 'rest api reference endpoints',
  '/submit': 'add submit list new bot',
  '/sign-in': 'sign in login log account vote',
  '/sign-out': 'sign out logout log exit leave',
  '/about': 'about site who',
  '/review': 'review check approval safety',
  '/ranking': 'ranking rank order sort vote votes top',
  '/privacy': 'privacy data protection gdpr',
  '/terms': 'terms conditions rules',
  '/contact': 'contact email help support',
  '/imprint': 'imprint legal notice',
  theme: 'dark light theme mode night day colours colors',
  language: 'language',
} as const;

/** The titles of the pages about the site, which are also their links. */
export const sitePages = {
  about: 'About',
  review: 'How we review',
  ranking: 'How we rank',
  privacy: 'Privacy',
  terms: 'Terms',
  contact: 'Contact',
  imprint: 'Imprint',
} as const;

/** On the page that says how listings are reviewed. */
export const reviewTime = {
  waiting:
    '{count, plural, =0 {No listing is} one {One listing is} other {# listings are}} waiting for a review right now.',
} as const;

/** The frame of the dashboard. The program in it has a catalogue of its own. */
export const dashboard = {
  label: 'Dashboard',
  bots: 'My bots',
  submit: 'Add your bot',
  moderation: 'Moderation',
  team: 'Team',
  user: 'User',
  log: 'Log',
  edit: 'Manage {name}',
  editLabel: 'Manage this bot',
  /** In the order of the tabs. */
  tabs: {
    overview: 'Overview',
    listing: 'Listing',
    api: 'API',
    webhook: 'Webhook',
    team: 'Team',
    settings: 'Settings',
  },
  roleMissing: 'Your account does not have the role for this page.',
  /** The subject of `needsJavaScript`, by page. */
  purposes: {
    bots: 'The list of your bots',
    submit: 'The form for adding a bot',
    edit: 'Managing a bot',
    moderation: 'The moderation queue',
    team: 'The list of moderators',
    user: 'The page of a user',
  },
  /** The address of the API follows. */
  needsJavaScript:
    '{purpose} needs JavaScript, which is off in this browser. You can do the same with the GraphQL API at',
} as const;

/** What surrounds the pages for developers. Their prose is English only. */
export const docs = {
  navigation: 'Documentation',
  groups: { Start: 'Start', Libraries: 'Libraries', Reference: 'Reference' },
  start: 'For developers',
  listing: 'Your listing',
  reference: 'REST reference',
  webhooks: 'Webhooks',
  errors: 'Errors',
  changes: 'Changes',
  language: 'This documentation is in English.',
  ownBot: 'The examples show the ID of',
  chooseBot: 'Show',
} as const;

export const failures = {
  methodTitle: 'Method not allowed',
  method: 'This page does not accept this kind of request.',
  foreignTitle: 'Request refused',
  foreign: 'This form was sent from another site, so it was not accepted.',
  missing: {
    page: {
      title: 'Page not found',
      sentence: 'This page does not exist. Search for a bot, or choose a category.',
    },
    bot: {
      title: 'Bot not found',
      sentence: 'This bot is not listed here. It may have been removed, or the link is wrong.',
    },
    user: { title: 'No bots here', sentence: 'This user has no public bots, or the link is wrong.' },
  },
  inputTitle: 'Invalid request',
  input: 'This request is not valid. Check the address or what you entered.',
  tooOftenTitle: 'Too many requests',
  tooOften: 'Please {when}.',
  tooSlowTitle: 'Too slow',
  tooSlow: 'What you sent took too long to arrive. Try again.',
  tooLargeTitle: 'Too large',
  tooLarge: 'What you sent is too large.',
  busyTitle: 'We are busy',
  busy: 'We have too many visitors right now. Please try again in a few seconds.',
  brokenTitle: 'Something went wrong',
  broken: 'Please try again in a moment.',
  reference: 'If it happens again, send us this reference: {id}',
} as const;

/** A part of a sentence. */
export const tryAgain = {
  seconds: '{count, plural, one {try again in # second} other {try again in # seconds}}',
  minutes: '{count, plural, one {try again in # minute} other {try again in # minutes}}',
  hours: '{count, plural, one {try again in # hour} other {try again in # hours}}',
} as const;

/** A decision that waits some seconds before it is sent. */
export const held = {
  /** Read by screen readers after the sentence that confirms the decision. */
  how: 'You can undo this for 10 seconds.',
  undo: 'Undo ({seconds})',
  undoOf: 'Undo: {name}',
  undone: 'Undone. Nothing was changed.',
  notDone: 'Your decision about {name} was not saved.',
  show: 'Open {name}',
} as const;

export const drafts = {
  restored: 'We restored your draft from {time}.',
  discard: 'Discard the draft',
  signIn: 'Sign in (new tab)',
  ended: 'Your session has ended',
  endedHow: 'Sign in again in a new tab. Everything you typed stays here and is sent after that.',
  otherUser: 'You are signed in with another account',
  otherUserHow:
    'What you typed here belongs to the account that opened this page. To send it, sign in with that account again.',
  conflict: 'Someone else saved changes in the meantime',
  choose: 'Choose a version for each field, then save. You can still edit the fields above.',
  noneDiffers: 'Your input is kept, and both versions are the same. Save again.',
  mine: 'Your version',
  theirs: 'Their version',
  allMine: 'Use your version everywhere',
  allTheirs: 'Use their version everywhere',
} as const;

export const common = {
  loading: 'Loading…',
  offline: 'The service cannot be reached. Check your connection and try again.',
  broken: 'Something went wrong. Try again later.',
  signedOut: 'You are signed out.',
  signIn: 'Sign in again',
  tryAgain: 'Try again',
  stale: 'This page may be out of date.',
  tooOften: 'Too many requests. Try again in {wait}.',
  tooOftenUntil: 'You have reached the limit for now. You can do this again from {time}.',
  wait: {
    seconds: '{count, plural, one {# second} other {# seconds}}',
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
  },
  unknown: '–',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'This browser cannot copy here. Select the text and copy it yourself.',
  leaveUnsaved: 'You have unsaved changes. Leave without saving?',
  /** A time of the next days: "tomorrow at 06:09". */
  soon: '{day} at {time}',
  optional: 'optional',
  labelled: '{label}: {value}',
  idProblem: 'An ID has 17 to 19 digits.',
  saved: 'Saved.',
  states: {
    PENDING: 'waiting for review',
    APPROVED: 'public',
    REJECTED: 'rejected',
    SUSPENDED: 'suspended',
    REMOVED: 'removed',
  },
} as const;

/** The log of decisions, for admins. */
export const moderationLog = {
  empty: 'No decision matches these filters.',
  cut: 'This list is cut off. Choose a shorter period to see every decision.',
  kind: 'Decision',
  any: 'all',
  moderator: 'Moderator ID',
  bot: 'Bot ID',
  from: 'From',
  until: 'Until',
  filter: 'Filter',
  download: 'Download as CSV',
  older: 'Older decisions',
  newest: 'Newest decisions',
  time: 'Time',
  by: 'Moderator',
  about: 'Bot',
  reason: 'Reason',
  kinds: {
    APPROVE: 'approved',
    REJECT: 'rejected',
    SUSPEND: 'suspended',
    RESTORE: 'restored',
    TAKE_DOWN: 'picture removed',
    EDIT_ACCEPTED: 'changes accepted',
    EDIT_REFUSED: 'changes refused',
    EDIT_REVERTED: 'changes reverted',
    REPORTS_ACTED: 'reports resolved',
    REPORTS_DISMISSED: 'reports dismissed',
  },
} as const;
