import type * as en from '../en/report.ts';
import type { Translation } from '../words.ts';

export const report: Translation<typeof en.report> = {
  title: '{name} melden',
  intro:
    'Sag der Moderation, was mit diesem Bot oder seiner Seite nicht stimmt. Das Team des Bots sieht nicht, wer ihn gemeldet hat.',
  category: 'Was stimmt nicht?',
  categories: {
    BROKEN: 'Funktioniert nicht oder existiert nicht mehr',
    IMPERSONATION: 'Gibt sich als jemand anderes aus',
    ABUSIVE: 'Beleidigend, hasserfüllt oder nicht für alle geeignet',
    MALICIOUS: 'Stiehlt Daten, spioniert oder richtet Schaden an',
    SPAM: 'Spam oder unerwünschte Werbung',
    OTHER: 'Etwas anderes',
  },
  text: 'Was ist passiert?',
  textHint: '10 bis 1000 Zeichen.',
  button: 'Meldung senden',
  done: 'Danke. Die Moderation sieht sich deine Meldung an.',
  signIn: 'Zum Melden anmelden',
  signedOut:
    'Deine Sitzung ist abgelaufen, deshalb wurde nichts gesendet. Melde dich an, komm auf diese Seite zurück und sende noch einmal.',
  signInElsewhere: 'Anmelden (neuer Tab)',
  impossible: 'Melden ist hier nicht möglich: Diese Website hat keine Anmeldung.',
  tooOften: 'Du hast zu oft gemeldet: Bitte {when}.',
};
