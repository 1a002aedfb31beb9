import type * as en from '../en/reasons.ts';
import type { Translation } from '../words.ts';

export const reasons: Translation<typeof en.reasons> = {
  REJECT: {
    offline: 'Der Bot war offline, als wir ihn getestet haben. Bring ihn online und reiche ihn erneut ein.',
    commandsFail:
      'Der Bot hat bei unserem Test nicht auf seine Befehle reagiert. Prüfe, ob sie auf einem neuen Server funktionieren.',
    tooShort:
      'Die Beschreibung sagt nicht, was der Bot tut. Beschreibe seine Funktionen und wichtigsten Befehle.',
    similarName: 'Name oder Bild lassen sich mit einem anderen Bot verwechseln. Wähle etwas Eigenes.',
    tooManyPermissions:
      'Die Einladung verlangt Berechtigungen, die der Bot nicht braucht. Verlange nur, was seine Funktionen nutzen.',
    brokenLink:
      'Ein Link des Eintrags funktioniert nicht oder führt woandershin, als er angibt. Korrigiere ihn.',
  },
  SUSPEND: {
    spam: 'Der Bot sendet Werbung oder Nachrichten, um die niemand gebeten hat.',
    malicious:
      'Der Bot schadet Servern oder ihren Mitgliedern oder greift Daten ab, die er nicht haben sollte.',
    offlineForLong: 'Der Bot ist seit langer Zeit offline. Sag uns Bescheid, wenn er wieder läuft.',
    impersonation: 'Der Bot gibt sich als ein anderer Bot aus oder als Bot von jemand anderem.',
  },
};
