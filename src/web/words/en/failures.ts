export const failures = {
  methodTitle: 'Method not allowed',
  method: 'This page does not accept this kind of request.',
  foreignTitle: 'Refused',
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
  brokenTitle: 'Something broke',
  broken: 'Please try again in a moment.',
  reference: 'If it happens again, report this reference: {id}',
} as const;

/** A part of a sentence. */
export const tryAgain = {
  seconds: '{count, plural, one {try again in # second} other {try again in # seconds}}',
  minutes: '{count, plural, one {try again in # minute} other {try again in # minutes}}',
  hours: '{count, plural, one {try again in # hour} other {try again in # hours}}',
} as const;
