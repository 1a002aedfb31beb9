import type * as en from '../en/permissions.ts';
import type { Translation } from '../words.ts';

export const permissions: Translation<typeof en.permissions> = {
  title: 'Berechtigungen',
  intro: 'Der Bot verlangt diese Berechtigungen. Beim Hinzufügen kannst du sie einzeln abwählen.',
  none: 'Keine',
  asksNothing: 'Der Bot verlangt keine Berechtigungen.',
  commandsOnly: 'Der Bot bringt nur Befehle mit. Er tritt deinem Server nicht als Mitglied bei.',
  count: '{count, plural, one {# Berechtigung} other {# Berechtigungen}}',
  dangerousCount: '{count, plural, one {# davon ist heikel} other {# davon sind heikel}}',
  all: '{count, plural, one {# Berechtigung} other {Alle # Berechtigungen}}',
  others: '{count, plural, one {# weitere} other {# weitere}}',
  unknown:
    '{count, plural, one {# Berechtigung, die diese Website noch nicht kennt.} other {# Berechtigungen, die diese Website noch nicht kennt.}}',
  groups: {
    General: 'Server',
    Members: 'Mitglieder',
    Text: 'Textkanäle',
    Voice: 'Sprachkanäle',
    Apps: 'Apps',
    Events: 'Events',
  },
};
