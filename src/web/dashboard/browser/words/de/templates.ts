import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/templates.ts';

export const templates: Translation<typeof en.templates> = {
  title: 'Mit einer Vorlage beginnen',
  choose: 'Auswählen …',
  language: 'Sprache der Vorlage',
  languages: { en: 'Englisch', de: 'Deutsch' },
  of: {
    REJECT: {
      offline: 'Bot ist offline',
      commandsFail: 'Befehle funktionieren nicht',
      tooShort: 'Beschreibung sagt zu wenig',
      similarName: 'Name ähnelt einem anderen Bot',
      tooManyPermissions: 'Zu viele Berechtigungen',
      brokenLink: 'Defekter Link',
    },
    SUSPEND: {
      spam: 'Spam',
      malicious: 'Schädlich',
      offlineForLong: 'Lange offline',
      impersonation: 'Nachahmung',
    },
  },
};
