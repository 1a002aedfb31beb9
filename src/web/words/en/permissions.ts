/** What an invite asks for. */
export const permissions = {
  title: 'Permissions',
  intro: 'The bot asks for these. You can untick any of them when you add it.',
  none: 'None',
  asksNothing: 'The bot asks for no permissions.',
  commandsOnly: 'The bot only adds commands. It does not join your server as a member.',
  count: '{count, plural, one {# permission} other {# permissions}}',
  dangerousCount: '{count, plural, one {# needs trust} other {# need trust}}',
  all: '{count, plural, one {# permission} other {All # permissions}}',
  others: '{count, plural, one {# more} other {# more}}',
  unknown:
    '{count, plural, one {# permission that this site does not know yet.} other {# permissions that this site does not know yet.}}',
  groups: {
    General: 'Server',
    Members: 'Members',
    Text: 'Text channels',
    Voice: 'Voice channels',
    Apps: 'Apps',
    Events: 'Events',
  },
} as const;
