/** The headings of the platform's own list of permissions, in its order. */
export const PERMISSION_GROUPS = ['General', 'Members', 'Text', 'Voice', 'Apps', 'Events'] as const;

/** What an invite asks for. */
export interface InvitePermissions {
  readonly known: readonly Permission[];
  /** Bits that the platform had not documented when the list was made. */
  readonly unknownCount: number;
}

const SAFE = false;
const DANGEROUS = true;

const allow = <const Key extends string>(
  group: (typeof PERMISSION_GROUPS)[number],
  bit: number,
  key: Key,
  isDangerous: boolean,
) => ({
  /** Its position in the number of an invite link, from 0. */
  bit,
  /** Its place in the catalogues, which have its name. */
  key,
  group,
  /** In wrong hands it can harm a server or its members. */
  isDangerous,
});

/** All permissions that the chat platform documents, by group. */
export const PERMISSIONS = [
  allow('General', 3, 'administrator', DANGEROUS),
  allow('General', 10, 'viewChannels', SAFE),
  allow('General', 4, 'manageChannels', DANGEROUS),
  allow('General', 28, 'manageRoles', DANGEROUS),
  allow('General', 43, 'createExpressions', SAFE),
  allow('General', 30, 'manageExpressions', SAFE),
  allow('General', 7, 'viewAuditLog', SAFE),
  allow('General', 19, 'viewServerInsights', SAFE),
  allow('General', 41, 'viewMonetizationAnalytics', SAFE),
  allow('General', 29, 'manageWebhooks', DANGEROUS),
  allow('General', 5, 'manageServer', DANGEROUS),

  allow('Members', 0, 'createInvite', SAFE),
  allow('Members', 26, 'changeNickname', SAFE),
  allow('Members', 27, 'manageNicknames', SAFE),
  allow('Members', 1, 'kickMembers', DANGEROUS),
  allow('Members', 2, 'banMembers', DANGEROUS),
  allow('Members', 40, 'timeoutMembers', DANGEROUS),

  allow('Text', 11, 'sendMessages', SAFE),
  allow('Text', 38, 'sendMessagesInThreads', SAFE),
  allow('Text', 35, 'createPublicThreads', SAFE),
  allow('Text', 36, 'createPrivateThreads', SAFE),
  allow('Text', 14, 'embedLinks', SAFE),
  allow('Text', 15, 'attachFiles', SAFE),
  allow('Text', 6, 'addReactions', SAFE),
  allow('Text', 18, 'useExternalEmoji', SAFE),
  allow('Text', 37, 'useExternalStickers', SAFE),
  allow('Text', 17, 'mentionEveryone', DANGEROUS),
  allow('Text', 13, 'manageMessages', DANGEROUS),
  allow('Text', 51, 'pinMessages', SAFE),
  allow('Text', 52, 'bypassSlowmode', SAFE),
  allow('Text', 34, 'manageThreads', DANGEROUS),
  allow('Text', 16, 'readMessageHistory', SAFE),
  allow('Text', 12, 'sendTextToSpeechMessages', SAFE),
  allow('Text', 46, 'sendVoiceMessages', SAFE),
  allow('Text', 49, 'createPolls', SAFE),

  allow('Voice', 20, 'connect', SAFE),
  allow('Voice', 21, 'speak', SAFE),
  allow('Voice', 9, 'video', SAFE),
  allow('Voice', 42, 'useSoundboard', SAFE),
  allow('Voice', 45, 'useExternalSounds', SAFE),
  allow('Voice', 25, 'useVoiceActivity', SAFE),
  allow('Voice', 8, 'prioritySpeaker', SAFE),
  allow('Voice', 22, 'muteMembers', DANGEROUS),
  allow('Voice', 23, 'deafenMembers', DANGEROUS),
  allow('Voice', 24, 'moveMembers', DANGEROUS),
  allow('Voice', 48, 'setVoiceChannelStatus', SAFE),
  allow('Voice', 32, 'requestToSpeak', SAFE),

  allow('Apps', 31, 'useApplicationCommands', SAFE),
  allow('Apps', 39, 'useActivities', SAFE),
  allow('Apps', 50, 'useExternalApps', SAFE),

  allow('Events', 44, 'createEvents', SAFE),
  allow('Events', 33, 'manageEvents', SAFE),
];

/** A permission of the chat platform that an invite can ask for. */
export type Permission = Readonly<(typeof PERMISSIONS)[number]>;

/** The bits of the permissions that can harm a server or its members. */
export const DANGEROUS_BITS = PERMISSIONS.reduce(
  (bits, { bit, isDangerous }) => (isDangerous ? bits | (1n << BigInt(bit)) : bits),
  0n,
);

/** The bits of all permissions that the platform documents. */
export const KNOWN_BITS = PERMISSIONS.reduce((bits, { bit }) => bits | (1n << BigInt(bit)), 0n);

/** The platform stores permissions as a signed 64-bit number. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Reads permissions: a decimal number whose bits are the platform's permissions. It can be larger than JavaScript's
 * safe integers.
 *
 * @returns the number without leading zeros; undefined when it is not valid
 */
export function readPermissions(text: string): string | undefined {
  return readNumber(text)?.toString();
}

/**
 * What the invite of a bot asks for.
 *
 * @returns undefined when it only adds commands: the bot is no member of the server, so permissions do not apply
 */
export function askedPermissions(bot: {
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
}): InvitePermissions | undefined {
  return bot.inviteScopes.includes('bot') ? decodePermissions(bot.invitePermissions) : undefined;
}

/** The text is checked before it becomes a number: a text of any length would make a number of any size. */
function readNumber(text: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const number = BigInt(text);
  return number <= LARGEST ? number : undefined;
}

/**
 * Decodes the permissions of an invite link.
 *
 * @param text a decimal number, one bit for each permission
 * @returns the permissions in the order of `PERMISSIONS`; undefined if the text is not such a number
 */
export function decodePermissions(text: string): InvitePermissions | undefined {
  let rest = readNumber(text);
  if (rest === undefined) return undefined;
  const known: Permission[] = [];
  for (const permission of PERMISSIONS) {
    const mask = 1n << BigInt(permission.bit);
    if ((rest & mask) === 0n) continue;
    known.push(permission);
    rest &= ~mask;
  }
  return { known, unknownCount: rest.toString(2).replaceAll('0', '').length };
}
