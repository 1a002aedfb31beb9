import type * as en from '../en/frame.ts';
import type { Translation } from '../words.ts';

export const navigation: Translation<typeof en.navigation> = {
  skip: 'Zum Inhalt springen',
  label: 'Website',
  account: 'Konto',
  directory: 'Bots',
  dashboard: 'Meine Bots',
  moderation: 'Moderation',
  submit: 'Bot eintragen',
  docs: 'Entwickler',
  theme: 'Zwischen hell und dunkel wechseln',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  api: 'OpenAPI-Datei',
  home: 'Startseite',
  backToAll: 'Alle Bots',
};

export const footer: Translation<typeof en.footer> = {
  find: 'Bots finden',
  all: 'Alle Bots',
  newest: 'Neue Bots',
  servers: 'Auf den meisten Servern',
  build: 'Für Entwickler',
  reference: 'REST-API',
  language: 'Sprache',
};

export const time: Translation<typeof en.time> = {
  utc: '{time} UTC',
};
