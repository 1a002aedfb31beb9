import type * as en from '../en/account.ts';
import type { Translation } from '../words.ts';

export const signIn: Translation<typeof en.signIn> = {
  title: 'Anmelden',
  unavailable: 'Auf dieser Website kann man sich nicht anmelden.',
  intro:
    'Melde dich mit deinem {provider}-Konto an. Diese Website bekommt nur deine Nutzer-ID und deinen Namen.',
  continue: 'Weiter mit {provider}',
  failedTitle: 'Nicht angemeldet',
  failed: '{provider} hat nicht wie erwartet geantwortet. Versuche es gleich noch einmal.',
  again: 'Noch einmal anmelden',
  developmentTitle: 'Anmeldung für die Entwicklung',
  developmentIntro:
    'Es ist kein Anmeldedienst eingerichtet. Dieses Formular nimmt jede Nutzer-ID an, aber nur auf diesem Rechner.',
  developmentElsewhere:
    'Diese Anmeldung ist für die Entwicklung. Sie nimmt nur direkte Anfragen an localhost an, ohne Proxy oder Tunnel.',
  developmentName: 'Entwickler',
  userId: 'Nutzer-ID',
  userIdFormat: '17 bis 19 Ziffern',
  name: 'Name',
};

export const account: Translation<typeof en.account> = {
  title: 'Konto',
  userId: 'Nutzer-ID',
  role: 'Rolle',
  roles: { MODERATOR: 'Moderation', ADMIN: 'Administration' },
  noBots: 'Trage deinen ersten Bot ein',
  botCount: '{count, plural, one {# Eintrag} other {# Einträge}}',
  votes: 'Wieder abstimmen',
  favourites: 'Die Bots, die du dir gemerkt hast',
  profile: 'Öffentliches Profil',
  profileAbout: 'Das sehen andere',
  moderation: 'Einträge und Meldungen prüfen',
  settings: 'Einstellungen',
  appearance: 'Darstellung',
  dark: 'Dunkel anzeigen',
  light: 'Hell anzeigen',
  session: 'Anmeldung',
  signOutEverywhere: 'Auf allen Geräten abmelden',
  data: 'Deine Daten',
  dataStored:
    'Wir speichern deine Nutzer-ID und deinen Namen, deine Anmeldungen, Stimmen und deren Zustellungen, Favoriten, Meldungen und Einträge. Passwort und E-Mail-Adresse speichern wir nicht.',
  dataRights:
    'Du möchtest eine Kopie deiner Daten oder willst sie löschen lassen? Wende dich an die Betreiber dieser Website.',
};
