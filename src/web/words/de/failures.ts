import type * as en from '../en/failures.ts';
import type { Translation } from '../words.ts';

export const failures: Translation<typeof en.failures> = {
  methodTitle: 'Methode nicht erlaubt',
  method: 'Diese Seite nimmt solche Anfragen nicht an.',
  foreignTitle: 'Abgelehnt',
  foreign: 'Dieses Formular kam von einer anderen Website und wurde deshalb nicht angenommen.',
  missing: {
    page: {
      title: 'Seite nicht gefunden',
      sentence: 'Diese Seite gibt es nicht. Suche nach einem Bot oder wähle eine Kategorie.',
    },
    bot: {
      title: 'Bot nicht gefunden',
      sentence:
        'Dieser Bot ist hier nicht eingetragen. Vielleicht wurde er entfernt, oder der Link ist falsch.',
    },
    user: {
      title: 'Hier sind keine Bots',
      sentence: 'Dieses Profil hat keine öffentlichen Bots, oder der Link ist falsch.',
    },
  },
  inputTitle: 'Ungültige Anfrage',
  input: 'Diese Anfrage ist ungültig. Prüfe die Adresse oder deine Eingabe.',
  tooOftenTitle: 'Zu viele Anfragen',
  tooOften: 'Bitte {when}.',
  tooSlowTitle: 'Zu langsam',
  tooSlow: 'Was du gesendet hast, kam nicht rechtzeitig an. Versuche es noch einmal.',
  tooLargeTitle: 'Zu groß',
  tooLarge: 'Was du gesendet hast, ist zu groß.',
  busyTitle: 'Gerade ist viel los',
  busy: 'Im Moment kommen zu viele Anfragen an. Bitte versuche es in ein paar Sekunden noch einmal.',
  brokenTitle: 'Da ist etwas schiefgegangen',
  broken: 'Bitte versuche es gleich noch einmal.',
  reference: 'Wenn es wieder passiert, melde uns diese Kennung: {id}',
};

export const tryAgain: Translation<typeof en.tryAgain> = {
  seconds:
    '{count, plural, one {versuche es in # Sekunde noch einmal} other {versuche es in # Sekunden noch einmal}}',
  minutes:
    '{count, plural, one {versuche es in # Minute noch einmal} other {versuche es in # Minuten noch einmal}}',
  hours:
    '{count, plural, one {versuche es in # Stunde noch einmal} other {versuche es in # Stunden noch einmal}}',
};
