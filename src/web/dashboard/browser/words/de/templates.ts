import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/templates.ts';

export const templates: Translation<typeof en.templates> = {
  title: 'Mit einer Vorlage beginnen',
  choose: 'Auswählen …',
  of: {
    REJECT: {
      offline: {
        name: 'Bot ist offline',
        text: 'Der Bot war offline, als wir ihn getestet haben. Bring ihn online und reiche ihn erneut ein.',
      },
      commandsFail: {
        name: 'Befehle funktionieren nicht',
        text: 'Der Bot hat bei unserem Test nicht auf seine Befehle reagiert. Prüfe, ob sie auf einem neuen Server funktionieren.',
      },
      tooShort: {
        name: 'Beschreibung sagt zu wenig',
        text: 'Die Beschreibung sagt nicht, was der Bot tut. Beschreibe seine Funktionen und wichtigsten Befehle.',
      },
      similarName: {
        name: 'Name ähnelt einem anderen Bot',
        text: 'Name oder Bild lassen sich mit einem anderen Bot verwechseln. Wähle etwas Eigenes.',
      },
      tooManyPermissions: {
        name: 'Zu viele Berechtigungen',
        text: 'Die Einladung verlangt Berechtigungen, die der Bot nicht braucht. Verlange nur, was seine Funktionen nutzen.',
      },
      brokenLink: {
        name: 'Defekter Link',
        text: 'Ein Link des Eintrags funktioniert nicht oder führt woandershin, als er angibt. Korrigiere ihn.',
      },
    },
    SUSPEND: {
      spam: {
        name: 'Spam',
        text: 'Der Bot sendet Werbung oder Nachrichten, um die niemand gebeten hat.',
      },
      malicious: {
        name: 'Schädlich',
        text: 'Der Bot schadet Servern oder ihren Mitgliedern oder greift Daten ab, die er nicht haben sollte.',
      },
      offlineForLong: {
        name: 'Lange offline',
        text: 'Der Bot ist seit langer Zeit offline. Sag uns Bescheid, wenn er wieder läuft.',
      },
      impersonation: {
        name: 'Nachahmung',
        text: 'Der Bot gibt sich als ein anderer Bot aus oder als Bot von jemand anderem.',
      },
    },
  },
};
