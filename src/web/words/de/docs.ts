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
  language: 'Diese Dokumentation gibt es nur auf Englisch.',
  ownBot: 'Die Beispiele zeigen die ID von',
  chooseBot: 'Anzeigen',
};
