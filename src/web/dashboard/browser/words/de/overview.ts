import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/overview.ts';

export const state: Translation<typeof en.state> = {
  now: 'Status dieses Eintrags:',
  meaning: {
    PENDING: 'Nur du und dein Team sehen ihn, bis die Moderation ihn freigibt.',
    APPROVED: 'Alle können ihn finden und für ihn abstimmen.',
    REJECTED: 'Behebe, was die Moderation nennt, speichere und reiche den Eintrag erneut ein.',
    SUSPENDED: 'Die Moderation hat ihn aus dem Verzeichnis genommen. Nur du und dein Team sehen ihn.',
  },
  history: 'Verlauf',
  noHistory: 'Freigaben, Ablehnungen und Sperren stehen später hier. Bisher gibt es keine.',
  historyBefore: 'Verlauf bei früheren Inhabern',
  votesBefore:
    'Nur die Moderation sieht das. Der frühere Eintrag hatte {count, plural, one {# Stimme} other {# Stimmen}}.',
  submitted: 'eingereicht',
  by: 'von',
  resubmit: 'Erneut zur Prüfung einreichen',
  edit: 'Eintrag bearbeiten',
  resubmitted: 'Der Eintrag wartet wieder auf Prüfung.',
};

export const submitted: Translation<typeof en.submitted> = {
  title: 'Eingereicht. Danke!',
  usual: 'Ein Mensch prüft deinen Bot. Die Hälfte aller Prüfungen dauert weniger als {wait}.',
  unknown: 'Ein Mensch prüft deinen Bot, bevor er öffentlich wird.',
  meanwhile: 'Inzwischen kannst du deinen Bot verbinden und seine Seite verbessern:',
  openListing: 'Eintrag bearbeiten',
};

export const checklist: Translation<typeof en.checklist> = {
  progress: '{done} von {all} erledigt',
  done: 'erledigt',
  open: 'offen',
  later: 'noch nicht möglich',
  obstacles: {
    noToken: 'Erzeuge zuerst dein API-Token.',
    notPublic: 'Nutzer können abstimmen, sobald dein Eintrag öffentlich ist.',
  },
  steps: {
    token: { title: 'Erzeuge dein API-Token', hint: 'Dein Bot meldet sich damit an.' },
    report: { title: 'Melde deine Serverzahl', hint: 'Kopiere den Code und lass deinen Bot sie senden.' },
    webhook: {
      title: 'Bestätige deinen Webhook',
      hint: 'Trage seine URL ein und sende einen Test, den dein Server annimmt.',
    },
    vote: { title: 'Erhalte deine erste Stimme', hint: 'Schreibe eine gute Seite und teile ihren Link.' },
  },
};

export const warnings: Translation<typeof en.warnings> = {
  silent: 'Dein Bot ist inaktiv',
  lastReport: 'Die letzte Meldung kam',
  silentHelp:
    'Prüfe, ob dein Bot läuft und seine Meldungen ankommen. Bei Status 401: Erzeuge ein neues Token.',
  openApi: 'API prüfen',
  failing: 'Dein Webhook schlägt fehl',
  failed:
    '{count, plural, one {Der letzte Versuch ist fehlgeschlagen.} other {Die letzten # Versuche sind fehlgeschlagen.}}',
  openWebhook: 'Zustellungen ansehen',
};

export const numbers: Translation<typeof en.numbers> = {
  recentVotes: 'Stimmen in 30 Tagen',
  allVotes: 'Alle Stimmen',
  noVotes: 'Noch keine Stimmen.',
  votes: 'Stimmen pro Tag',
  servers: 'Server',
  sum: '{count, plural, one {# Stimme in den letzten 30 Tagen.} other {# Stimmen in den letzten 30 Tagen.}}',
  latest: '{count, plural, one {Jetzt # Server.} other {Jetzt # Server.}}',
  noServers: 'Dein Bot hat seine Serverzahl noch nicht gemeldet.',
  table: 'Als Tabelle',
  day: 'Tag',
};
