import type * as en from '../en/directory.ts';
import type { Translation } from '../words.ts';

export const directory: Translation<typeof en.directory> = {
  title: 'Alle Bots',
  description: 'Ein Verzeichnis von Bots für deinen Chat-Server: suchen, abstimmen, eigene Bots eintragen.',
  tagged: 'Bots: {tag}',
  tagDescription: 'Bots für deinen Chat-Server in der Kategorie „{tag}“.',
  searchLabel: 'Bots suchen',
  searchTaggedLabel: 'In „{tag}“ suchen',
  search: 'Suchen',
  results: 'Bots für „{search}“',
  taggedResults: '{tag}: Bots für „{search}“',
  clear: 'Alle anzeigen',
  tags: 'Kategorien',
  everyTag: 'Alle',
  order: 'Reihenfolge',
  orders: {
    RELEVANCE: 'Beste Treffer',
    VOTES: 'Meiste Stimmen',
    TRENDING: 'Im Trend',
    SERVERS: 'Meiste Server',
    NEWEST: 'Neueste',
    ACTIVE: 'Zuletzt aktiv',
  },
  pages: 'Seiten',
  next: 'Nächste Seite',
  previous: 'Vorherige Seite',
  none: 'Noch sind keine Bots eingetragen.',
  noneTagged: 'In dieser Kategorie gibt es noch keine Bots.',
  noneFound: 'Keine Bots gefunden. Suche nach etwas anderem oder stöbere in einer Kategorie.',
  missing: 'Fehlt dein Bot?',
  suggestions: 'Vorschläge',
  suggestedTags: 'Kategorien',
  suggestedBots: 'Bots',
  corrected: 'Kein Bot passt zu „{typed}“. Du siehst die Treffer für „{search}“.',
  alternative: 'Meintest du',
  named: 'Kategorien zu dieser Suche:',
  noMore: 'Hier gibt es keine weiteren Bots.',
};

export const filters: Translation<typeof en.filters> = {
  title: 'Filter',
  tags: 'In allen diesen Kategorien',
  exclude: 'Kategorien ausschließen',
  without: 'In keiner dieser Kategorien',
  servers: 'Server',
  anyServers: 'Beliebig viele',
  atLeast: '{count} oder mehr',
  active: 'In den letzten 24 Stunden aktiv',
  apply: 'Bots anzeigen',
  clear: 'Filter zurücksetzen',
  chosen: 'Aktive Filter',
  remove: 'Filter entfernen:',
  not: 'Nicht {tag}',
  serversAtLeast: 'Ab {count} Servern',
  noneFit: 'Zu diesen Filtern passt kein Bot.',
};

export const user: Translation<typeof en.user> = {
  title: 'Bots von {name}',
  description: 'Die Bots, die {name} eingetragen hat.',
};
