import { byName, TEXTS } from './listing-fields.ts';

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
  'signIn.used': 'This sign-in has already been used, or took too long.',
  'role.moderatorOnly': 'Only a moderator can do this.',
  'role.adminOnly': 'Only an admin can do this.',
  'role.fromConfiguration': 'The configuration makes this user an admin. Change it there.',
  'role.missing': 'The argument role is required. Null removes the role.',
  'user.neverSignedIn': 'This user has never signed in here.',
  'user.unknown': 'Nothing is stored about this user.',
  'user.onlyOwner':
    'This user is the only owner of the listing {botId}. Remove it first, or let them invite a co-owner.',
  'user.notConfirmed': 'Type your name or your user ID exactly as shown. Nothing has been deleted.',
  'block.until': 'A moderator has decided: “{why}” You cannot {block} until {until, date}.',
  'block.forGood': 'A moderator has decided: “{why}” You cannot {block}.',
  'block.noReason':
    'You cannot {block}. This block comes from an earlier account of yours, whose data was deleted.',
  'block.notFound': 'Block not found.',
  'block.over': 'This block is already over.',
  'block.already': 'The user is already blocked from this. Lift that block first.',
  'block.team': 'A user with a role cannot be blocked. An admin must take the role first.',
  'block.own': 'You cannot decide on a block of your own. Another moderator must.',
  'block.end': 'A block must end in the future, at most {max, number} days from now.',
  'appeal.already': 'You have already appealed against this block.',
  'appeal.answered': 'Another moderator has answered this appeal. Reload the page.',
  'appeal.none': 'The user has not appealed against this block.',
  'appeal.tooLate': 'Sign in again to appeal: this page is valid for a quarter of an hour.',
  'ownData.busy': 'Another export or deletion is running. Nothing has changed. Try again in a minute.',
  'rateLimit.exceeded': 'Rate limit exceeded.',
  'outside.tooMany': 'Too many checks of other servers are running. Try again in ten seconds.',
  'watch.tooMany': 'You have too many live pages open. Close one of them.',
  'stream.tooMany': 'This token or user has too many open streams. Close one of them.',
  'key.changed': 'Another command has changed the key. Look at the keys again.',

  // The result of an attempt to deliver, for the owner. The second part of a reason is the attempt's `failure`.
  'attempt.delivered': 'Delivered: the receiver answered {statusCode}.',
  'attempt.status':
    'The receiver answered {statusCode}. Only a 2xx status counts as received: let it answer 200.',
  'attempt.unauthorized':
    'The receiver answered {statusCode}: it refuses the secret. Check that it has the current one.',
  'attempt.outdated':
    'The receiver answered {statusCode}. It worked before you changed the URL or the secret, so it probably still has the old secret. Give it the current one and restart it.',
  'attempt.path':
    'The receiver answered {statusCode}. Check the path of the URL, and that it accepts POST there.',
  'attempt.content': 'The receiver answered {statusCode}. It must accept a small JSON body.',
  'attempt.limited':
    'The receiver answered {statusCode}: it limits requests. Raise its limit for this service.',
  'attempt.fault': 'The receiver answered {statusCode}: it failed. Look at its log.',
  'attempt.edge_unreachable':
    'Cloudflare, in front of your receiver, answered {statusCode}: it could not reach your server. Check that your server or tunnel runs, and that its firewall lets Cloudflare in.',
  'attempt.edge_timeout':
    'Cloudflare, in front of your receiver, answered {statusCode}: your server took too long. Answer first, then do the work.',
  'attempt.edge_tls':
    'Cloudflare, in front of your receiver, answered {statusCode}: TLS between Cloudflare and your server failed. Check the certificate of your server and the TLS mode at Cloudflare.',
  'attempt.edge_reply':
    'Cloudflare, in front of your receiver, answered {statusCode}: your server closed the connection, or its reply was not valid. Look at the log of your server.',
  'attempt.firewall':
    'A firewall in front of your receiver, such as Cloudflare’s, answered {statusCode}. The receiver got nothing. Allow the User-Agent {userAgent} and the path of the URL in the firewall.',
  'attempt.next_secret':
    'The receiver answered {statusCode}: it refuses the next secret. Let it accept the next secret beside the current one, then send another test. Votes still use the current one.',
  'attempt.redirect':
    'The receiver answered {statusCode}, a redirect. Redirects are not followed: set the URL to where it leads.',
  'attempt.redirected':
    'The receiver answered {statusCode}, a redirect to {location}. Redirects are not followed: set the URL to where it leads.',
  'attempt.blocked':
    'The URL does not lead to a public https address, so nothing was sent. Check the spelling of its host.',
  'attempt.refused':
    'The connection was refused. No server listens on this port: start your receiver, or correct the port.',
  'attempt.unreachable':
    'The host could not be reached. Check that your server runs, and that its firewall lets connections from the internet through to this port.',
  'attempt.proxy':
    'The service could not reach the host through its own proxy. If this lasts, tell the operators of this site.',
  'attempt.tls_expired': 'The TLS certificate has expired. Renew it.',
  'attempt.tls_name': 'The TLS certificate is of another host. Get one for the host in the URL.',
  'attempt.tls_untrusted':
    'The TLS certificate is not from a known authority, or your server does not send its intermediate certificates. Install the whole chain of a certificate from a public authority.',
  'attempt.tls_plain':
    'This port does not speak TLS. Use the port of your https server, or put a server with a certificate in front.',
  'attempt.tls_version': 'Your server offers only an old version of TLS. Switch on TLS 1.2 or 1.3.',
  'attempt.tls_unfinished':
    'The port is open, but the TLS handshake did not finish: your server stayed silent or closed the connection. Check that this port speaks TLS, and check any proxy or firewall in front of it.',
  'attempt.tls':
    'The TLS certificate is not valid for this host, or the TLS handshake failed. Check the certificate and the TLS settings of your server.',
  'attempt.timeout': 'There was no reply within 10 seconds. Answer first, then do the work.',
  'attempt.reset':
    'The connection was closed before a reply arrived. Look at the log of your receiver, and of any proxy in front of it.',
  'attempt.protocol': 'The reply was not valid HTTP. Check that the URL names the port of a web server.',
  // A delivery reads only the beginning of the body, so only headers can be too large.
  'attempt.too_large': 'The headers of the reply were too large. Send at most 16 KiB of them.',
  // Only old attempts have these two failures. Such attempts are no longer recorded.
  'attempt.aborted': 'A restart of this service interrupted the attempt. You need not do anything.',
  'attempt.secret': 'The webhook secret can no longer be read. Rotate it.',
  'attempt.failed': 'The attempt failed. Send a test to find out more.',

  // Arguments and bodies. Bot developers read most of these, so names of arguments are as they are in the API.
  'argument.outOfRange': '{argument} must be between {min, number} and {max, number}.',
  'argument.required': '{argument} is required.',
  'argument.tooLong': '{argument} must have at most {max, number} characters.',
  'argument.tooMany': '{argument} must have at most {max, number} items.',
  'argument.notInteger': '{argument} must be an integer.',
  'argument.notIntegerInRange': '{argument} must be an integer between {min, number} and {max, number}.',
  'argument.notId': '{argument} must be a 17 to 19 digit id.',
  'body.notJson': 'Invalid JSON body.',
  'body.notObject': 'The JSON body must be an object.',
  'serverCount.two': 'Send exactly one of server_count, guildCount and guilds, not {first} and {second}.',
  'serverCount.three':
    'Send exactly one of server_count, guildCount and guilds, not server_count and guildCount and guilds.',
  'commands.notArray': 'commands must be an array.',
  'commands.tooMany': 'commands must have at most {max, number} items.',
  'command.required': '{place} is required.',
  'command.notText': '{place} must be a string.',
  'command.length': '{place} must be {min, number} to {max, number} characters long.',
  'command.notUnicode': '{place} must be valid Unicode text without NUL.',
  'command.contextMenu': '{place} is a context menu: leave out types 2 and 3, which have no description.',
  'command.invisible':
    '{place}.name must have a visible character, and no line break or invisible character.',
  'command.notObject': '{place} must be an object with name and description.',
  'cursor.invalid': 'A cursor must come from an earlier page.',
  'cursor.ofOtherList': 'A cursor must come from an earlier page of the same list.',
  'cursor.notFromLog': 'cursor must be a next_cursor that an earlier page gave.',
  'stream.since':
    'A stream must start at the id of an earlier event, or at a time since 1970 in ISO 8601 with a time zone.',
  'id.ofBot': 'A bot id has 17 to 19 digits.',
  'id.ofUser': 'A user id has 17 to 19 digits.',
  'id.ofEdit': 'An edit id is a number.',
  'id.ofNotice': 'The id of a notice is a number.',
  'userName.notUnicode': 'A name is valid Unicode text without NUL.',
  'userName.tooLong': 'A name can have at most {max, number} characters.',
  'text.notUnicode': '{subject} must be valid Unicode text without NUL.',
  'text.length': '{subject} must be {min, number} to {max, number} characters long.',
  'search.tooLong': 'A search can have at most {max, number} characters.',
  'search.nul': 'A search must not contain the character U+0000.',
  'filter.tooManyTags': 'Choose at most {max, number} categories.',
  'filter.tooManyExcluded': 'Exclude at most {max, number} categories.',
  'filter.unknownTag': 'A filter names a category that does not exist.',
  'filter.contradiction': 'The category {tag} cannot be both required and excluded.',
  'filter.tooManyLanguages': 'Filter by at most {max, number} languages.',
  'filter.unknownLanguage': 'There is no such language to filter by.',
  'filter.servers': 'The minimum of servers must be a whole number from 0.',
  'filter.permissions': 'The maximum of permissions must be a whole number from 0.',

  // A listing: its fields, its pictures, its owners.
  'bot.notFound': 'Bot not found.',
  'listing.changed': 'The listing has changed since you read it. Read it again.',
  'listing.editedElsewhere':
    'This listing has changed since you opened it. Reload it and make your changes again.',
  'listing.otherState': 'The listing is {state} now. Reload it to see what happened.',
  'listing.unchanged': 'Nothing has changed since the rejection. Edit the listing first.',
  'listing.rejectedSo':
    'Nothing has changed since the rejection. Edit the listing, or write a note that says what is different now.',
  'listing.clearing': 'The data of the removed listing is still being deleted. Try again in a moment.',
  'listing.exists': 'This bot is already listed.',
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
  'language.unknown': 'There is no such language. Use a code of two letters, such as en.',
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
  'picture.notFound': 'The listing does not show this picture any more.',
  'picture.unread': 'The picture could not be read now. Try again, or use another one.',
  'banner.notBase64': 'The banner is not a file in base64.',
  'banner.tooLarge': 'The banner is larger than {max, number} KiB.',
  'banner.tooManyPixels': 'The picture has more than {max, number} × {max, number} pixels.',
  'banner.damaged': 'The file is not a PNG, JPEG, WebP or GIF, or it is damaged.',
  'banner.tooNarrow':
    'The banner has {width, number} × {height, number} pixels. It must be at least {min, number} wide.',
  'banner.shape':
    'The banner has {width, number} × {height, number} pixels. It must be three to four times as wide as high.',
  'banner.tooDetailed': 'The picture has too much detail to be stored. Use a simpler one.',
  'banner.unread': 'The banner could not be read now. Try again, or use another one.',
  'screenshot.tooLarge': 'The screenshot is larger than {max, number} KiB.',
  'screenshot.animated': 'A screenshot cannot be animated. Upload a still picture.',
  'screenshot.tooSmall':
    'The screenshot has {width, number} × {height, number} pixels. It must be at least {min, number} wide and high.',
  'screenshot.shape':
    'The screenshot has {width, number} × {height, number} pixels. The longer side can be at most three times the shorter one.',
  'screenshot.tooMany': 'The listing already has {max, number} screenshots. Remove one first.',
  'screenshot.twice': 'The listing already has this screenshot.',
  'screenshot.notFound': 'This screenshot no longer exists.',
  'screenshot.position': 'The position must be {min, number} to {max, number}.',
  'owner.ownersOnly': 'Only an owner of this listing can do this.',
  'owner.readsOnly': 'You can view this listing, but not change it. Ask its owner.',
  'owner.mainOwnerOnly': 'Only the owner of this listing can do this, not a co-owner.',
  'owner.neverSignedIn': 'This user has never signed in here. Ask them to sign in first.',
  'owner.tooMany':
    'A listing can have at most {max, number} co-owners and open invitations. Remove one of them first.',
  'owner.already': 'This user already manages the listing, or is invited to.',
  'owner.notCoOwner': 'This user is not a co-owner of the listing.',
  'transfer.toSelf': 'You already own this listing.',
  'transfer.open': 'This listing already has an open offer. Withdraw it first.',
  'transfer.suspended': 'A suspended listing cannot be transferred.',
  'transfer.over': 'This offer no longer exists.',
  'favourites.tooMany': 'You already follow {max, number} bots. Stop following one first.',
  'reminders.tooMany': 'You already have {max, number} reminders. Turn one off first.',
  'listings.tooMany': 'You already own {max, number} listings. Remove one first.',
  'reports.tooMany':
    'You have {max, number} open reports. Wait until moderators have looked at some of them.',

  // Reports, and the work of moderators.
  'report.ownListing': 'You cannot report your own listing.',
  'report.already': 'You have already reported this bot. A moderator will review it.',
  'report.notFound': 'Report not found.',
  'report.closed': 'One of these reports is already closed. Reload the reports.',
  'report.ids': 'reportIds must have {min, number} to {max, number} items.',
  'report.onlySuspensionCloses': 'Only a suspension closes the reports of a listing.',
  'decision.ownListing': 'You cannot decide on your own listing. Another moderator must.',
  'decision.listings': 'listings must have 1 to {max, number} different bots.',
  'decision.severalOwners': 'Listings that you decide on together must have the same owner.',
  'decision.readAlone': 'Open each listing to approve it. Together you can only reject or suspend listings.',
  'decision.interrupted': 'The service was interrupted. Look at the listing, and try again.',
  'edit.decided': 'This edit was decided on or replaced. Reload it.',
  'claim.taken': '{moderator} is working on this listing. Take it over first if you want to decide.',
  'notes.tooMany': 'A listing has at most {max, number} notes.',
  'templates.tooMany': 'You can have at most {max, number} templates. Delete one first.',
  'template.notFound': 'You have no such template.',
  'site.none': 'The listing has no website yet. Add its link first.',
  'translation.empty': 'A translation needs at least one text.',
  'translation.ownLanguage': "The listing's own texts are in this language.",
  'translation.tooMany': 'A listing can have at most {max, number} translations.',
  'translation.notFound': 'This translation no longer exists.',
  'news.notFound': 'This news no longer exists.',
  'news.notPublic': 'Only a public listing can publish news.',
  'feature.end': 'The end must be in the future, at most {max, number} days from now.',
  'feature.place': 'The place must be {min, number} to {max, number}.',
  'feature.notPublic': 'Only a public listing can be featured.',
  'feature.tooMany': 'At most {max, number} listings are featured at a time. End another one first.',
  'feature.none': 'This listing is not featured.',
  'voiding.users': 'Choose {min, number} to {max, number} users.',
  'voiding.period': 'The end must be after the start, and at most {max, number} days later.',
  'voiding.none': 'None of these users has a vote that counts in this period.',
  'voiding.tooMany':
    'At most {max, number} votes can be voided at once. Choose a shorter period or fewer users.',
  'voiding.notFound': 'There are no such voided votes.',
  'voiding.restored': 'These votes have already been restored.',

  // Where notices go outside of the site.
  'channel.tooMany': 'You already have {max, number} channels. Remove one first.',
  'channel.notFound': 'This channel no longer exists.',
  'channel.badPush': 'The browser gave an incomplete subscription. Reload the page and try again.',
  'channel.notDiscord':
    'This is not the URL of a Discord webhook. It starts with https://discord.com/api/webhooks/.',
  'channel.notSlack':
    'This is not the URL of a Slack webhook. It starts with https://hooks.slack.com/services/.',
  'channel.language': 'A language has two lower-case letters, such as en.',
  'channel.noEmail': 'This site sends no email.',
  'channel.badEmail': 'This is not an email address.',
  'channel.mailFailed': 'The email could not be sent. Check the address, or try again later.',
  'channel.wrongCode': 'This code is wrong or too old. Check it, or ask for a new one.',
  'channel.held': 'This site sends nothing at the moment. Try again later.',

  // Votes, and their deliveries to webhooks.
  'vote.windowActive': 'You have already voted for this bot within the last 12 hours.',
  'vote.accountTooYoung': 'This account is too new to vote.',
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
  'webhook.neededToChange': 'Set a webhook before you change its URL.',
  'webhook.noRotation': 'There is no next secret. Start a rotation in two steps first.',
  'webhook.neededToRotate': 'Set a webhook URL before you rotate its secret.',
  'webhook.neededToTest': 'Set a webhook URL before you send a test.',
  'webhook.checkFormat':
    'Only a webhook with signed votes can be checked. The other formats have no signature.',
  'webhook.neededToResend': 'Set a webhook URL before you resend deliveries.',
  'webhook.ending': 'The deliveries of the removed webhook are still being cancelled. Try again in a minute.',
  'webhook.neededToHold': 'Set a webhook URL before you pause it.',
  'webhook.holdAfter': 'Deliveries can be held after 3, 10 or 50 failed first attempts.',
  'delivery.notFound': 'Delivery not found.',
  'delivery.gone': 'The delivery no longer exists.',
  'delivery.underWay': 'An attempt is already in progress or due.',
  'delivery.failedResend': 'All attempts have failed. Resend the delivery.',
  'delivery.held': 'This delivery is held. Resume the webhook to send it.',
  'delivery.notWaiting': 'Only a delivery that waits for its next attempt can be retried.',
  'delivery.notResendable':
    'This delivery cannot be resent: it has not ended, its vote was voided, or the voter has deleted their account.',
  'delivery.notPending': 'Only a pending delivery can be cancelled.',
  'replay.running': 'A replay of this bot is already running. Stop it, or wait for its end.',
  'replay.notFound': 'Replay not found.',
  'replay.nothing': 'No deliveries match. Choose a longer period or more states.',
  'replay.tooMany': 'More than {max} deliveries match. Choose a shorter period.',
  'replay.range': 'The start of the period must be before its end.',
  'replay.states': 'Choose at least one state.',
  'replay.rate': 'Choose a rate of 1, 5 or 20 deliveries per second.',
} as const;

/** Words for parameters whose values are codes. */
export const TERMS = {
  /** What a text is, at the beginning of a sentence. */
  subject: {
    ...byName(TEXTS, ({ subject }) => subject),
    reportText: 'The description of what happened',
    reason: 'The reason',
    note: 'The note',
    templateName: 'The name of the template',
    newsTitle: 'The title',
    newsText: 'The text',
    channelLabel: 'The name of the browser',
    screenshotDescription: 'The description',
    search: 'The search',
    appeal: 'The appeal',
    answer: 'The answer',
  },
  /** What a user is blocked from. */
  block: {
    vote: 'vote',
    submit: 'submit bots',
    report: 'report bots',
    sign_in: 'sign in',
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
