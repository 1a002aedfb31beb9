export const signIn = {
  title: 'Sign in',
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
  roles: { MODERATOR: 'moderator', ADMIN: 'admin' },
  signOutEverywhere: 'Sign out on all devices',
} as const;
