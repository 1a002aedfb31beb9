import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/common.ts';

export const common: Translation<typeof en.common> = {
  loading: 'Lädt …',
  offline: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es erneut.',
  broken: 'Etwas ist schiefgegangen. Versuche es später erneut.',
  signedOut: 'Du bist abgemeldet.',
  signIn: 'Erneut anmelden',
  tryAgain: 'Erneut versuchen',
  tooOften: 'Zu viele Anfragen. Versuche es in {wait} erneut.',
  wait: {
    seconds: '{count, plural, one {# Sekunde} other {# Sekunden}}',
    minutes: '{count, plural, one {# Minute} other {# Minuten}}',
    hours: '{count, plural, one {# Stunde} other {# Stunden}}',
  },
  unknown: '–',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser kann hier nicht kopieren. Markiere den Text und kopiere ihn selbst.',
  leaveUnsaved: 'Deine Eingaben sind nicht gespeichert. Trotzdem verlassen?',
  optional: 'optional',
  idProblem: 'Eine ID hat 17 bis 19 Ziffern.',
  saved: 'Gespeichert.',
  states: {
    PENDING: 'wartet auf Prüfung',
    APPROVED: 'öffentlich',
    REJECTED: 'abgelehnt',
    SUSPENDED: 'gesperrt',
    REMOVED: 'entfernt',
  },
};
