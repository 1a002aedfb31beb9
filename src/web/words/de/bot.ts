import type * as en from '../en/bot.ts';
import type { Translation } from '../words.ts';

export const bot: Translation<typeof en.bot> = {
  servers: 'Server',
  votes: 'Stimmen',
  activity: 'Aktivität',
  thisWeek: '+{votes} diese Woche',
  tags: 'Kategorien',
  languages: 'Sprachen',
  prefix: 'Präfix',
  by: 'Erstellt von',
  coOwner: 'Mitinhaber',
  unknown: '–',
  reported: 'Aktiv',
  lastReported: 'Zuletzt aktiv',
  // A length of time follows. “Seit” would need another case than the one that Intl writes.
  silent: 'Inaktiv:',
  neverReported: 'Noch keine Meldung',
  vote: 'Abstimmen',
  voteIn: 'Wieder in {hours}\u00a0h\u00a0{minutes}\u00a0min',
  invite: 'Hinzufügen',
  actions: 'Aktionen',
  manage: 'Eintrag bearbeiten',
  report: 'Bot melden',
  about: 'Über den Bot',
  details: 'Details',
  links: 'Links',
  commands: 'Befehle',
  commandCount: '{count, plural, one {# Befehl} other {# Befehle}}',
  filterCommands: 'Befehle suchen',
  noCommandFound: 'Keine Befehle gefunden.',
  noCommands: 'Dieser Bot hat seine Befehle noch nicht veröffentlicht.',
  similar: 'Ähnliche Bots',
  history: 'Die letzten 30 Tage',
  copy: 'Kopieren',
  copied: 'Kopiert',
  moreBy: 'Mehr von {name}',
  allBy: 'Alle Bots dieses Profils',
};

export const chart: Translation<typeof en.chart> = {
  votes: 'Stimmen pro Tag',
  servers: 'Server',
  day: 'Tag',
  table: 'Als Tabelle',
  noVotes: 'Keine Stimmen in den letzten 30 Tagen.',
  noReports: 'Keine Serverzahlen in den letzten 30 Tagen.',
  votesSummary: '{total, plural, one {# Stimme} other {# Stimmen}} in 30 Tagen · bester Tag: {most, number}',
  serversSummary: 'Von {first, number} auf {last, plural, one {# Server} other {# Server}}.',
};

export const reporting: Translation<typeof en.reporting> = {
  label: 'Meldet sich',
  minutes: 'Alle paar Minuten',
  severalAnHour: 'Mehrmals pro Stunde',
  hourly: 'Etwa jede Stunde',
  severalADay: 'Mehrmals am Tag',
  daily: 'Etwa einmal am Tag',
  rarely: 'Seltener als einmal am Tag',
};

export const share: Translation<typeof en.share> = {
  button: 'Teilen',
  link: 'Link',
  copied: 'Link kopiert',
};

export const card: Translation<typeof en.card> = {
  alt: '{name}: Icon, Beschreibung und Zahlen',
  votes: '{count, plural, one {{shown} Stimme} other {{shown} Stimmen}}',
  servers: '{count, plural, one {{shown} Server} other {{shown} Server}}',
};
