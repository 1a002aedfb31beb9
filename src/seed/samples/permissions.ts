/** The bits of the chat platform's permissions that sample bots ask for. */
const BITS = {
  kick: 1,
  ban: 2,
  channels: 4,
  server: 5,
  react: 6,
  audit: 7,
  view: 10,
  send: 11,
  messages: 13,
  embed: 14,
  attach: 15,
  history: 16,
  emojis: 18,
  connect: 20,
  speak: 21,
  nicknames: 27,
  roles: 28,
  webhooks: 29,
  events: 33,
  threads: 34,
  openThreads: 35,
  privateThreads: 36,
  timeout: 40,
} as const;

export type PermissionName = keyof typeof BITS;

/** @returns the decimal number of an invite link */
export function permissionBits(names: readonly PermissionName[]): string {
  return String(names.reduce((bits, name) => bits | (1n << BigInt(BITS[name])), 0n));
}
