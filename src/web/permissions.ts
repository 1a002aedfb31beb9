/** The headings of the platform's own list of permissions, in its order. */
export const PERMISSION_GROUPS = ['General', 'Members', 'Text', 'Voice', 'Apps', 'Events'] as const;

/** A permission of the chat platform that an invite can ask for. */
export interface Permission {
  /** Its position in the number of an invite link, from 0. */
  readonly bit: number;
  /** Its name on the platform. */
  readonly name: string;
  /** What a bot can do with it. */
  readonly text: string;
  readonly group: (typeof PERMISSION_GROUPS)[number];
  /** In wrong hands it can harm a server or its members. */
  readonly isDangerous: boolean;
}

/** What an invite asks for. */
export interface InvitePermissions {
  readonly known: readonly Permission[];
  /** Bits that the platform had not documented when the list was made. */
  readonly unknownCount: number;
}

const SAFE = false;
const DANGEROUS = true;

const allow = (
  group: Permission['group'],
  bit: number,
  name: string,
  isDangerous: boolean,
  text: string,
): Permission => ({ bit, name, text, group, isDangerous });

/** All permissions that the chat platform documents, by group. */
export const PERMISSIONS: readonly Permission[] = [
  allow('General', 3, 'Administrator', DANGEROUS, 'Do everything, in every channel'),
  allow('General', 10, 'View Channels', SAFE, 'See channels, and read their messages'),
  allow('General', 4, 'Manage Channels', DANGEROUS, 'Create, change and delete channels'),
  allow('General', 28, 'Manage Roles', DANGEROUS, 'Create, change and delete roles below its own'),
  allow('General', 43, 'Create Expressions', SAFE, 'Add emoji, stickers and sounds'),
  allow('General', 30, 'Manage Expressions', SAFE, "Change and delete anyone's emoji, stickers and sounds"),
  allow('General', 7, 'View Audit Log', SAFE, 'See which changes members made to the server'),
  allow('General', 19, 'View Server Insights', SAFE, "See the server's statistics"),
  allow('General', 41, 'View Monetization Analytics', SAFE, "See statistics of the server's subscriptions"),
  allow('General', 29, 'Manage Webhooks', DANGEROUS, 'Create, change and delete webhooks'),
  allow('General', 5, 'Manage Server', DANGEROUS, "Change the server's name and settings, and add bots"),

  allow('Members', 0, 'Create Invite', SAFE, 'Create links that invite people'),
  allow('Members', 26, 'Change Nickname', SAFE, 'Change its own nickname'),
  allow('Members', 27, 'Manage Nicknames', SAFE, "Change other members' nicknames"),
  allow('Members', 1, 'Kick Members', DANGEROUS, 'Remove members from the server'),
  allow('Members', 2, 'Ban Members', DANGEROUS, 'Ban and unban people'),
  allow('Members', 40, 'Timeout Members', DANGEROUS, 'Stop members from writing and speaking for a time'),

  allow('Text', 11, 'Send Messages', SAFE, 'Write messages, and create posts in forums'),
  allow('Text', 38, 'Send Messages in Threads', SAFE, 'Write messages in threads'),
  allow('Text', 35, 'Create Public Threads', SAFE, 'Create threads that everyone can see'),
  allow('Text', 36, 'Create Private Threads', SAFE, 'Create threads that only invited members see'),
  allow('Text', 14, 'Embed Links', SAFE, 'Show previews of links in its messages'),
  allow('Text', 15, 'Attach Files', SAFE, 'Upload pictures and files'),
  allow('Text', 6, 'Add Reactions', SAFE, 'React to messages'),
  allow('Text', 18, 'Use External Emoji', SAFE, 'Use emoji of other servers'),
  allow('Text', 37, 'Use External Stickers', SAFE, 'Use stickers of other servers'),
  allow('Text', 17, 'Mention @everyone, @here, and All Roles', DANGEROUS, 'Notify all members at once'),
  allow('Text', 13, 'Manage Messages', DANGEROUS, "Delete other members' messages"),
  allow('Text', 51, 'Pin Messages', SAFE, 'Pin and unpin messages'),
  allow('Text', 52, 'Bypass Slowmode', SAFE, 'Write without the pause that a channel asks for'),
  allow('Text', 34, 'Manage Threads', DANGEROUS, 'Change and delete threads, and see all private ones'),
  allow('Text', 16, 'Read Message History', SAFE, 'Read older messages'),
  allow('Text', 12, 'Send Text-to-Speech Messages', SAFE, 'Send messages that are read aloud'),
  allow('Text', 46, 'Send Voice Messages', SAFE, 'Send recorded messages'),
  allow('Text', 49, 'Create Polls', SAFE, 'Post polls'),

  allow('Voice', 20, 'Connect', SAFE, 'Join voice channels'),
  allow('Voice', 21, 'Speak', SAFE, 'Play sound in voice channels'),
  allow('Voice', 9, 'Video', SAFE, 'Share video or a screen'),
  allow('Voice', 42, 'Use Soundboard', SAFE, "Play the server's sounds"),
  allow('Voice', 45, 'Use External Sounds', SAFE, 'Play sounds of other servers'),
  allow('Voice', 25, 'Use Voice Activity', SAFE, 'Speak without a push-to-talk key'),
  allow('Voice', 8, 'Priority Speaker', SAFE, 'Be heard above others'),
  allow('Voice', 22, 'Mute Members', DANGEROUS, 'Mute members in voice channels'),
  allow('Voice', 23, 'Deafen Members', DANGEROUS, 'Stop members from hearing a voice channel'),
  allow('Voice', 24, 'Move Members', DANGEROUS, 'Move members to other voice channels, or disconnect them'),
  allow('Voice', 48, 'Set Voice Channel Status', SAFE, 'Set the line below a voice channel'),
  allow('Voice', 32, 'Request to Speak', SAFE, 'Ask to speak in stage channels'),

  allow('Apps', 31, 'Use Application Commands', SAFE, "Use other apps' commands"),
  allow('Apps', 39, 'Use Activities', SAFE, 'Start activities'),
  allow('Apps', 50, 'Use External Apps', SAFE, 'Use apps that the server has not added'),

  allow('Events', 44, 'Create Events', SAFE, 'Plan events'),
  allow('Events', 33, 'Manage Events', SAFE, "Change and cancel anyone's events"),
];

/** The platform stores permissions as a signed 64-bit number. */
const LARGEST = 2n ** 63n - 1n;

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
