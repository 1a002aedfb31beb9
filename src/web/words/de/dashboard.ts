import type * as en from '../en/dashboard.ts';
import type { Translation } from '../words.ts';

export const dashboard: Translation<typeof en.dashboard> = {
  label: 'Dashboard',
  bots: 'Meine Bots',
  submit: 'Bot eintragen',
  moderation: 'Moderation',
  team: 'Team',
  edit: '{name} verwalten',
  editLabel: 'Diesen Bot verwalten',
  tabs: {
    overview: 'Überblick',
    listing: 'Eintrag',
    api: 'API',
    webhook: 'Webhook',
    team: 'Team',
    settings: 'Einstellungen',
  },
  roleMissing: 'Dir fehlt die Rolle für diese Seite.',
  purposes: {
    bots: 'Die Liste deiner Bots',
    submit: 'Das Formular für neue Bots',
    edit: 'Die Verwaltung eines Bots',
    moderation: 'Die Warteschlange der Moderation',
    team: 'Die Liste der Moderation',
  },
  needsJavaScript:
    '{purpose} braucht JavaScript. Das ist in diesem Browser ausgeschaltet. Dasselbe geht mit der GraphQL-API unter',
  loading: 'Lädt …',
};
