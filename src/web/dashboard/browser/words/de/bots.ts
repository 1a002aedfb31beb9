import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/bots.ts';

export const bots: Translation<typeof en.bots> = {
  empty: 'Du hast hier noch keine Bots. Trage deinen ersten ein: Für den Anfang reicht seine Anwendungs-ID.',
  submit: 'Bot eintragen',
  votes: 'Stimmen',
  servers: 'Server',
  lastReport: 'Zuletzt aktiv',
  never: 'noch nie',
  manage: '{name} verwalten',
  publicPage: 'Öffentliche Seite',
  silent: 'inaktiv',
  search: 'Deine Bots durchsuchen',
  nothing: 'Kein Bot gefunden.',
  found: '{count, plural, one {# Bot} other {# Bots}}',
};

export const invitations: Translation<typeof en.invitations> = {
  title: 'Einladungen',
  what: 'Du bist eingeladen, {name} als Mitinhaber zu verwalten. Die Seite des Bots zeigt dann deinen Namen.',
  accept: 'Einladung zu {name} annehmen',
  decline: 'Einladung zu {name} ablehnen',
};

export const reviewWait: Translation<typeof en.reviewWait> = {
  waiting: '{count, plural, one {Ein Eintrag wartet auf Prüfung.} other {# Einträge warten auf Prüfung.}}',
  usual: 'In den letzten 30 Tagen dauerte die Hälfte aller Prüfungen weniger als {wait}.',
  unknown: 'In den letzten 30 Tagen gab es zu wenige Prüfungen, um zu sagen, wie lange eine dauert.',
};
