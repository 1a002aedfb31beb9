export const signIn = {
  title: 'Sign in',
  /** The title of a page that only members see. */
  reason: 'Sign in to open “{page}”.',
  unavailable: 'This site has no sign-in.',
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
  votes: 'When you can vote again',
  favourites: 'The bots you follow, and their news',
  profile: 'Public profile',
  profileAbout: 'What others see',
  moderation: 'Listings and reports to review',
  settings: 'Settings',
  appearance: 'Appearance',
  dark: 'Switch to dark',
  light: 'Switch to light',
  session: 'Sign-in',
  signOutEverywhere: 'Sign out on all devices',
  data: 'Your data',
  dataStored:
    'We store your user ID and name, your sign-ins, votes and their deliveries, the bots you follow, reports and listings. We store no password and no email address.',
  dataRights: 'Do you want a copy of your data, or do you want it erased? Ask the operators of this site.',
} as const;

export const vote = {
  title: 'Vote for {name}',
  voted: 'You voted for {name}',
  back: 'Back to {name}',
  button: 'Vote',
  rule: 'Free – one vote every 12 hours.',
  captcha: 'Please allow JavaScript from {host}. It checks that you are human.',
  impossible: 'Voting is not available: this site has no sign-in.',
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
  remind: 'Calendar reminder',
  next: 'Vote for these next',
} as const;

export const myVotes = {
  title: 'My votes',
  tabs: 'Your lists',
  open: 'Open now',
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

/** The form with which users report a bot. */
export const report = {
  title: 'Report {name}',
  intro:
    'Tell the moderators what is wrong with this bot or its page. The owners do not see who reported it.',
  category: 'What is wrong?',
  categories: {
    BROKEN: 'Does not work, or no longer exists',
    IMPERSONATION: 'Impersonation',
    ABUSIVE: 'Abusive, hateful or not suitable for everybody',
    MALICIOUS: 'Steals data, spies or causes damage',
    SPAM: 'Spam or unwanted advertising',
    OTHER: 'Something else',
  },
  text: 'What happened?',
  textHint: '10 to 1,000 characters.',
  button: 'Send the report',
  done: 'Thank you. A moderator will review your report.',
  signIn: 'Sign in to report',
  signedOut:
    'Your session has ended, so nothing was sent. Sign in, come back to this page, and send it again.',
  signInElsewhere: 'Sign in (new tab)',
  impossible: 'Reporting is not available: this site has no sign-in.',
  tooOften: 'You have reported too often: {when}.',
} as const;
