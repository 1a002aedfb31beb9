/** Votes, and their deliveries to webhooks. */
export const VOTING = {
  'vote.windowActive': 'You have already voted for this bot within the last 12 hours.',
  'vote.accountTooYoung': 'This account is too young to vote.',
  'captcha.notSolved': 'The captcha was not solved. Please try again.',
  'captcha.notChecked': 'The captcha cannot be checked at the moment. Please try again later.',
  'webhook.malformed': 'The URL is not a valid web address.',
  'webhook.tooLong': 'The URL must be at most 2048 characters long.',
  'webhook.notHttps': 'The URL must start with https://.',
  'webhook.credentials': 'The URL must not contain a user name or a password.',
  'webhook.port': 'The URL uses a port that belongs to another kind of service.',
  'webhook.localName':
    'The URL must name a public host, not one of a local network. Use the name that your server has on the internet.',
  // It fits a name without an address and one with a private address alike: see `UNSAFE` of webhooks.
  'webhook.notPublic':
    'The URL must lead to a public https address. Check the spelling of its host. Private networks are refused.',
  'webhook.neededToRotate': 'Set a webhook URL before you rotate its secret.',
  'webhook.neededToTest': 'Set a webhook URL before you send a test.',
  'webhook.neededToResend': 'Set a webhook URL before you resend deliveries.',
  'delivery.notFound': 'Delivery not found.',
  'delivery.gone': 'The delivery no longer exists.',
  'delivery.underWay': 'An attempt is under way or due already.',
  'delivery.failedResend': 'All attempts have failed. Resend the delivery.',
  'delivery.notWaiting': 'Only a delivery that waits for its next attempt can be retried.',
  'delivery.notFailed': 'Only a failed delivery can be resent.',
  'delivery.notPending': 'Only a pending delivery can be cancelled.',
} as const;
