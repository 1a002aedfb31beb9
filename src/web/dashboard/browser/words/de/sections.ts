import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/sections.ts';

export const sections: Translation<typeof en.sections> = {
  state: 'Status',
  checklist: 'Erste Schritte',
  charts: 'Letzte 30 Tage',
  votes: 'Neueste Stimmen',
  listing: 'Eintrag',
  picture: 'Bild',
  banner: 'Banner',
  owners: 'Inhaber',
  token: 'API-Token',
  webhook: 'Webhook für Stimmen',
  deliveries: 'Zustellungen',
  snippets: 'Bot verbinden',
  widget: 'Widget',
  danger: 'Eintrag entfernen',
};
