import { byName, TEXTS } from '../listing/listing-fields.ts';

/**
 * The English sentence of each reason for a refusal, and of each result of an attempt, in ICU MessageFormat with plain
 * arguments and numbers. Reasons and the names of arguments are stable: clients word refusals in other languages with
 * them. REST responds with these sentences, where numbers have digits only.
 */
export const REFUSALS = {
  // Who may do it, and how often.
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

  // The result of an attempt to deliver, for the owner. The second part of a reason is the attempt's `failure`.
  'attempt.delivered': 'Delivered: the receiver answered {statusCode}.',
  'attempt.status': 'The receiver answered {statusCode}. Only a 2xx status counts as received.',
  'attempt.redirect': 'The receiver answered {statusCode}, a redirect. Redirects are not followed.',
  'attempt.blocked':
    'The URL does not lead to a public https address, so nothing was sent. Check the spelling of its host.',
  'attempt.refused': 'The connection was refused. No server listens on this port.',
  'attempt.unreachable':
    'The host could not be reached. Check that your server runs and accepts connections from the internet.',
  'attempt.proxy': 'The service could not reach the host through its own proxy.',
  'attempt.tls': 'The TLS certificate is not valid for this host, or the TLS handshake failed.',
  'attempt.timeout': 'There was no reply within 10 seconds.',
  'attempt.reset': 'The connection was closed before a reply arrived.',
  'attempt.protocol': 'The reply was not valid HTTP.',
  // A delivery reads only the beginning of the body, so only headers can be too large.
  'attempt.too_large': 'The headers of the reply were too large. The maximum is 16 KiB.',
  // Only old attempts have these two failures. Such attempts are no longer recorded.
  'attempt.aborted': 'A restart of this service interrupted the attempt.',
  'attempt.secret': 'The webhook secret can no longer be read. Rotate it.',
  'attempt.failed': 'The attempt failed.',

  // Arguments and bodies. Bot developers read most of these, so names of arguments are as they are in the API.
  'argument.outOfRange': '{argument} must be between {min, number} and {max, number}.',
  'argument.required': '{argument} is required.',
  'argument.notInteger': '{argument} must be an integer.',
  'argument.notIntegerInRange': '{argument} must be an integer between {min, number} and {max, number}.',
  'argument.notId': '{argument} must be a 17 to 19 digit id.',
  'body.notJson': 'Invalid JSON body.',
  'serverCount.two': 'Send exactly one of server_count, guildCount and guilds, not {first} and {second}.',
  'serverCount.three':
    'Send exactly one of server_count, guildCount and guilds, not server_count and guildCount and guilds.',
  'commands.notArray': 'commands must be an array.',
  'commands.tooMany': 'commands must have at most {max, number} items.',
  'command.required': '{place} is required.',
  'command.notText': '{place} must be a string.',
  'command.length': '{place} must be {min, number} to {max, number} characters long.',
  'command.notUnicode': '{place} must be valid Unicode text without NUL.',
  'command.notObject': '{place} must be an object with name and description.',
  'cursor.invalid': 'A cursor must come from an earlier page.',
  'cursor.ofOtherList': 'A cursor must come from an earlier page of the same list.',
  'cursor.notFromLog': 'cursor must be a next_cursor that an earlier page gave.',
  'id.ofBot': 'A bot id has 17 to 19 digits.',
  'id.ofUser': 'A user id has 17 to 19 digits.',
  'id.ofDelivery': 'A delivery id is a UUID.',
  'userName.notUnicode': 'A name is valid Unicode text without NUL.',
  'text.notUnicode': '{subject} must be valid Unicode text without NUL.',
  'text.length': '{subject} must be {min, number} to {max, number} characters long.',
  'search.tooLong': 'A search can have at most {max, number} characters.',
  'search.nul': 'A search must not contain the character U+0000.',
  'filter.tooManyTags': 'Choose at most {max, number} categories.',
  'filter.tooManyExcluded': 'Exclude at most {max, number} categories.',
  'filter.unknownTag': 'A filter names a category that does not exist.',
  'filter.contradiction': 'The category {tag} cannot be both required and excluded.',
  'filter.tooManyLanguages': 'Filter by at most {max, number} languages.',
  'filter.unknownLanguage': 'A filter names a language that no listing can have.',
  'filter.servers': 'The minimum of servers must be a whole number from 0.',
  'filter.permissions': 'The maximum of permissions must be a whole number from 0.',

  // A listing: its fields, its pictures, its owners.
  'bot.notFound': 'Bot not found.',
  'listing.changed': 'The listing has changed since you read it. Read it again.',
  'listing.editedElsewhere':
    'This listing has changed since you opened it. Reload it and make your changes again.',
  'listing.otherState': 'The listing is {state} now. Reload it to see what happened.',
  'listing.exists': 'This bot is listed already.',
  'botId.malformed': "The bot's application id has 17 to 19 digits.",
  'botId.future': 'No application has this id yet.',
  'field.required': '{subject} is required.',
  'field.notText': '{subject} must be text.',
  'field.tooLong': '{subject} must be at most {max, number} characters long.',
  'field.control': '{subject} must be valid Unicode text without control characters.',
  'field.direction': '{subject} must not contain characters that change the direction of writing.',
  'field.invisible': '{subject} must contain something visible.',
  'link.notHttps': '{subject} must be a web address that starts with https://.',
  'link.credentials': '{subject} must not contain a user name or a password.',
  'tags.unknown': 'Choose categories from the list.',
  'tags.count': 'Choose {min, number} to {max, number} categories.',
  'languages.unknown': 'Choose languages from the list.',
  'languages.tooMany': 'Choose at most {max, number} languages.',
  'inviteScopes.unknown': 'The scopes of the invite are {first} and {second}.',
  'inviteScopes.none': 'The invite must have at least one scope.',
  'invitePermissions.notNumber': 'The permissions must be a number.',
  'invitePermissions.outOfRange': 'The permissions must be a whole number from 0 to 9223372036854775807.',
  'followsPlatform.notBoolean': 'Whether the listing follows the platform must be true or false.',
  'markdown.tooLong': 'The text must be at most {max, number} characters long.',
  'picture.empty': 'The picture is an empty file.',
  'picture.tooLarge': 'The picture is larger than {max, number} KiB.',
  'picture.unknownType': 'The file is not a PNG, JPEG, WebP or GIF.',
  'picture.notBase64': 'The file is not a PNG, JPEG, WebP or GIF. Send it in base64.',
  'picture.tooManyPixels':
    'The picture has {width, number} × {height, number} pixels. The maximum is {max, number} per side.',
  'picture.cutOff': 'The picture is cut off: its end is missing.',
  'picture.damaged': 'The picture is damaged: it cannot be decoded. Save it again, or use another one.',
  'picture.unread': 'The picture could not be read now. Try again, or use another one.',
  'banner.notBase64': 'The banner is not a file in base64.',
  'banner.tooLarge': 'The banner is larger than {max, number} KiB.',
  'banner.tooManyPixels': 'The picture has more than {max, number} × {max, number} pixels.',
  'banner.damaged': 'The file is not a PNG, JPEG, WebP or GIF, or it is damaged.',
  'banner.tooNarrow':
    'The banner has {width, number} × {height, number} pixels. It must be at least {min, number} wide.',
  'banner.shape':
    'The banner has {width, number} × {height, number} pixels. It must be three to four times as wide as high.',
  'banner.tooDetailed': 'The picture has too many details to be stored.',
  'banner.unread': 'The banner could not be read now. Try again, or use another one.',
  'screenshot.tooLarge': 'The screenshot is larger than {max, number} KiB.',
  'screenshot.animated': 'A screenshot cannot be animated. Upload a still picture.',
  'screenshot.tooSmall':
    'The screenshot has {width, number} × {height, number} pixels. It must be at least {min, number} wide and high.',
  'screenshot.shape':
    'The screenshot has {width, number} × {height, number} pixels. The longer side can be at most three times the shorter one.',
  'screenshot.tooMany': 'The listing has {max, number} screenshots already. Remove one first.',
  'screenshot.twice': 'The listing has this screenshot already.',
  'screenshot.notFound': 'There is no such screenshot any more.',
  'screenshot.position': 'The position must be {min, number} to {max, number}.',
  'owner.ownersOnly': 'Only an owner of this listing can do this.',
  'owner.mainOwnerOnly': 'Only the owner of this listing can do this, not a co-owner.',
  'owner.neverSignedIn': 'This user has never signed in here. Ask them to sign in first.',
  'owner.tooMany': 'A listing has at most {max, number} co-owners.',
  'owner.already': 'This user already manages the listing, or is invited to.',
  'owner.notCoOwner': 'This user is not a co-owner of the listing.',
  'favourites.tooMany': 'You have {max, number} favourites already. Remove one first.',

  // Reports, and the work of moderators.
  'report.ownListing': 'You cannot report your own listing.',
  'report.already': 'You have already reported this bot. A moderator will review it.',
  'report.notFound': 'Report not found.',
  'report.closed': 'One of these reports is already closed. Reload the reports.',
  'report.ids': 'reportIds must have {min, number} to {max, number} items.',
  'report.onlySuspensionCloses': 'Only a suspension closes the reports of a listing.',
  'decision.ownListing': 'You cannot decide on your own listing. Another moderator does.',
  'decision.final': 'This decision can no longer be undone.',
  'claim.taken': '{moderator} is working on this listing. Take it over first if you want to decide.',
  'claim.decided': 'Another moderator has just decided on this listing. Reload it.',
  'notes.tooMany': 'A listing has at most {max, number} notes.',
  'news.notFound': 'There is no such note any more.',
  'feature.end': 'The end must be in the future, at most {max, number} days from now.',
  'feature.place': 'The place must be {min, number} to {max, number}.',
  'feature.notPublic': 'Only a public listing can be featured.',
  'feature.tooMany': 'At most {max, number} listings are featured at a time. End another one first.',
  'feature.none': 'This listing is not featured.',

  // Votes, and their deliveries to webhooks.
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

/** Words for parameters whose values are codes. */
export const TERMS = {
  /** What a text is, at the beginning of a sentence. */
  subject: {
    ...byName(TEXTS, ({ subject }) => subject),
    reportText: 'The description of what happened',
    reason: 'The reason',
    note: 'The note',
    newsTitle: 'The title',
    newsText: 'The text',
    screenshotDescription: 'The description',
    search: 'The search',
  },
  /** The state of a listing. */
  state: {
    pending: 'pending',
    approved: 'approved',
    rejected: 'rejected',
    suspended: 'suspended',
    removed: 'removed',
  },
} as const;
