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
  textHint: '10 to 1000 characters.',
  button: 'Send the report',
  done: 'Thank you. A moderator will review your report.',
  signIn: 'Sign in to report',
  signedOut:
    'Your session has ended, so nothing was sent. Sign in, come back to this page, and send it again.',
  signInElsewhere: 'Sign in (new tab)',
  impossible: 'Reporting is not available: this site has no sign-in.',
  tooOften: 'You have reported too often: {when}.',
} as const;
