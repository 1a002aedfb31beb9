import type * as en from '../en/docs.ts';
import type { Translation } from '../words.ts';

export const docs: Translation<typeof en.docs> = {
  navigation: 'Dokumentation',
  groups: { Start: 'Einstieg', Libraries: 'Bibliotheken', Reference: 'Referenz' },
  start: 'Für Entwickler',
  reference: 'REST-Referenz',
  webhooks: 'Webhooks',
  errors: 'Fehler',
  changes: 'Änderungen',
  ownBot: 'Die Beispiele haben die ID deines Bots',
  chooseBot: 'Anzeigen',
};
