import type * as en from '../en/permissions.ts';
import type { Translation } from '../words.ts';

export const permissions: Translation<typeof en.permissions> = {
  title: 'Berechtigungen',
  intro:
    'Der Link „Hinzufügen“ fragt nach diesen Berechtigungen. Du kannst sie abwählen, bevor du den Bot hinzufügst.',
  none: 'Keine',
  asksNothing: 'Der Link „Hinzufügen“ fragt nach keinen Berechtigungen.',
  commandsOnly: 'Der Bot bringt nur Befehle mit. Er tritt deinem Server nicht als Mitglied bei.',
  count: '{count, plural, one {# Berechtigung} other {# Berechtigungen}}',
  dangerousCount: '{count, plural, one {# braucht Vertrauen} other {# brauchen Vertrauen}}',
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
