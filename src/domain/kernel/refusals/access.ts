/** Who may do it, and how often. */
export const ACCESS = {
  'token.invalid': 'Invalid token.',
  'signIn.required': 'Sign in first.',
  'signIn.notStartedHere': 'This sign-in was not started in this browser, or took more than ten minutes.',
  'signIn.foreignResponse': 'The response of the provider does not belong to this sign-in.',
  'signIn.cancelled': 'You cancelled the sign-in at the provider.',
  'signIn.refusedByProvider': 'The provider refused this sign-in.',
  'signIn.unfinished': 'The provider did not finish this sign-in.',
  'signIn.used': 'This sign-in has been used already, or took too long.',
  'role.moderatorOnly': 'Only a moderator can do this.',
  'role.adminOnly': 'Only an admin can do this.',
  'role.fromConfiguration': 'The configuration makes this user an admin. Change it there.',
  'role.missing': 'The argument role is required. Null removes the role.',
  'user.neverSignedIn': 'This user has never signed in here.',
  'user.unknown': 'Nothing is stored about this user.',
  'user.onlyOwner':
    'This user is the only owner of the listing {botId}. Remove it first, or let them invite a co-owner.',
  'rateLimit.exceeded': 'Rate limit exceeded.',
  'watch.tooMany': 'You have too many pages with live deliveries open. Close one of them.',
  'key.changed': 'Another command has changed the key. Look at the keys again.',
} as const;
