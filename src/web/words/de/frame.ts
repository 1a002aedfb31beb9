import type * as en from '../en/frame.ts';
import type { Translation } from '../words.ts';

export const navigation: Translation<typeof en.navigation> = {
  skip: 'Zum Inhalt springen',
  label: 'Website',
  directory: 'Bots',
  dashboard: 'Meine Bots',
  moderation: 'Moderation',
  submit: 'Bot eintragen',
  docs: 'Entwickler',
  menu: 'Menü',
  search: 'Suche auf der Website',
  theme: 'Zwischen hell und dunkel wechseln',
  signOut: 'Abmelden',
  api: 'OpenAPI-Datei',
  home: 'Startseite',
};

export const footer: Translation<typeof en.footer> = {
  find: 'Bots finden',
  newest: 'Neueste Bots',
  build: 'Für Entwickler',
  reference: 'REST-API',
  site: 'Diese Website',
  language: 'Sprache',
};

export const palette: Translation<typeof en.palette> = {
  label: 'Bots suchen oder wechseln zu …',
  places: 'Wechseln zu',
  actions: 'Aktionen',
  keys: '↑ ↓ wählen · Enter öffnet · Esc schließt',
  recent: 'Letzte Suchen',
  clear: 'Letzte Suchen löschen',
  searchFor: 'Nach „{text}“ suchen',
  nothing: 'Nichts gefunden. Drücke Enter, um zu suchen.',
  shortcut: 'Strg K',
};

export const synonyms: Translation<typeof en.synonyms> = {
  '/': 'startseite anfang hauptseite',
  '/bots': 'verzeichnis liste suchen alle bots finden',
  '/bots?order=newest': 'neu neue neueste zuletzt',
  '/bots?order=servers': 'server größte beliebt',
  '/bots?order=trending': 'trend trends beliebt woche',
  '/compare': 'vergleichen vergleich unterschied',
  '/votes': 'abstimmen stimme stimmen abgestimmt verlauf',
  '/favourites': 'favoriten gemerkt lesezeichen merkliste gefolgt folgen',
  '/notices': 'nachrichten benachrichtigungen mitteilungen glocke ungelesen',
  '/account': 'konto profil einstellungen ich benutzer',
  '/dashboard': 'verwalten eigene meine bots bearbeiten',
  '/moderation': 'moderieren moderatoren warteschlange meldungen',
  '/docs': 'dokumentation entwickler hilfe anleitung bibliothek',
  '/docs/api': 'schnittstelle referenz',
  '/submit': 'eintragen hinzufügen anmelden neuer bot',
  '/sign-in': 'anmelden einloggen konto abstimmen',
  '/sign-out': 'abmelden ausloggen verlassen',
  '/about': 'über wer',
  '/review': 'prüfung prüfen freigabe sicherheit',
  '/ranking': 'rang rangliste reihenfolge abstimmen stimmen',
  '/privacy': 'datenschutz daten dsgvo',
  '/terms': 'nutzungsbedingungen agb regeln bedingungen',
  '/contact': 'kontakt mail hilfe',
  '/imprint': 'impressum anbieter',
  theme: 'dunkel hell design nacht tag farben modus',
  language: 'sprache',
};

export const sitePages: Translation<typeof en.sitePages> = {
  about: 'Über uns',
  review: 'So prüfen wir',
  ranking: 'So entsteht die Reihenfolge',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  contact: 'Kontakt',
  imprint: 'Impressum',
};

export const reviewTime: Translation<typeof en.reviewTime> = {
  waiting:
    'Zurzeit {count, plural, =0 {wartet kein Eintrag} one {wartet ein Eintrag} other {warten # Einträge}} auf die Prüfung.',
};

export const dashboard: Translation<typeof en.dashboard> = {
  label: 'Dashboard',
  bots: 'Meine Bots',
  submit: 'Bot eintragen',
  moderation: 'Moderation',
  team: 'Team',
  user: 'Nutzer',
  log: 'Protokoll',
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
    user: 'Die Seite einer Person',
  },
  needsJavaScript:
    '{purpose} braucht JavaScript. Das ist in diesem Browser ausgeschaltet. Dasselbe geht mit der GraphQL-API unter',
};

export const docs: Translation<typeof en.docs> = {
  navigation: 'Dokumentation',
  groups: { Start: 'Einstieg', Libraries: 'Bibliotheken', Reference: 'Referenz' },
  start: 'Für Entwickler',
  listing: 'Dein Eintrag',
  reference: 'REST-Referenz',
  webhooks: 'Webhooks',
  errors: 'Fehler',
  changes: 'Änderungen',
  language: 'Diese Dokumentation gibt es nur auf Englisch.',
  ownBot: 'Die Beispiele zeigen die ID von',
  chooseBot: 'Anzeigen',
};

export const failures: Translation<typeof en.failures> = {
  methodTitle: 'Methode nicht erlaubt',
  method: 'Diese Seite nimmt solche Anfragen nicht an.',
  foreignTitle: 'Abgelehnt',
  foreign: 'Dieses Formular kam von einer anderen Website und wurde deshalb nicht angenommen.',
  missing: {
    page: {
      title: 'Seite nicht gefunden',
      sentence: 'Diese Seite gibt es nicht. Suche nach einem Bot oder wähle eine Kategorie.',
    },
    bot: {
      title: 'Bot nicht gefunden',
      sentence:
        'Dieser Bot ist hier nicht eingetragen. Vielleicht wurde er entfernt, oder der Link ist falsch.',
    },
    user: {
      title: 'Keine Bots gefunden',
      sentence: 'Dieses Profil hat keine öffentlichen Bots, oder der Link ist falsch.',
    },
  },
  inputTitle: 'Ungültige Anfrage',
  input: 'Diese Anfrage ist ungültig. Prüfe die Adresse oder deine Eingabe.',
  tooOftenTitle: 'Zu viele Anfragen',
  tooOften: 'Bitte {when}.',
  tooSlowTitle: 'Zu langsam',
  tooSlow: 'Deine Daten kamen nicht rechtzeitig an. Versuche es noch einmal.',
  tooLargeTitle: 'Zu groß',
  tooLarge: 'Was du gesendet hast, ist zu groß.',
  busyTitle: 'Gerade ist viel los',
  busy: 'Im Moment kommen zu viele Anfragen an. Bitte versuche es in ein paar Sekunden noch einmal.',
  brokenTitle: 'Da ist etwas schiefgegangen',
  broken: 'Bitte versuche es gleich noch einmal.',
  reference: 'Wenn es wieder passiert, melde uns diese Kennung: {id}',
};

export const tryAgain: Translation<typeof en.tryAgain> = {
  seconds:
    '{count, plural, one {versuche es in # Sekunde noch einmal} other {versuche es in # Sekunden noch einmal}}',
  minutes:
    '{count, plural, one {versuche es in # Minute noch einmal} other {versuche es in # Minuten noch einmal}}',
  hours:
    '{count, plural, one {versuche es in # Stunde noch einmal} other {versuche es in # Stunden noch einmal}}',
};

export const held: Translation<typeof en.held> = {
  how: 'Du kannst das 10 Sekunden lang zurücknehmen.',
  undo: 'Zurücknehmen ({seconds})',
  undoOf: 'Zurücknehmen: {name}',
  undone: 'Zurückgenommen. Nichts wurde geändert.',
  notDone: 'Deine Entscheidung über {name} wurde nicht gespeichert.',
  show: '{name} öffnen',
};

export const drafts: Translation<typeof en.drafts> = {
  restored: 'Dein Entwurf vom {time} ist wieder da.',
  discard: 'Entwurf verwerfen',
  signIn: 'Anmelden (neuer Tab)',
  ended: 'Deine Sitzung ist abgelaufen',
  endedHow:
    'Melde dich in einem neuen Tab wieder an. Deine Eingaben bleiben hier und werden danach gesendet.',
  otherUser: 'Du bist mit einem anderen Konto angemeldet',
  otherUserHow:
    'Deine Eingaben gehören zu dem Konto, das diese Seite geöffnet hat. Melde dich wieder mit diesem Konto an, um sie zu senden.',
  conflict: 'Jemand anderes hat inzwischen Änderungen gespeichert',
  choose:
    'Wähle für jedes Feld eine Version und speichere dann. Du kannst die Felder oben weiter bearbeiten.',
  noneDiffers: 'Deine Eingaben sind noch da, und beide Versionen sind gleich. Speichere noch einmal.',
  mine: 'Deine Version',
  theirs: 'Die andere Version',
  allMine: 'Überall deine Version',
  allTheirs: 'Überall die andere Version',
};

export const common: Translation<typeof en.common> = {
  loading: 'Lädt …',
  offline: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es erneut.',
  broken: 'Etwas ist schiefgegangen. Versuche es später erneut.',
  signedOut: 'Du bist abgemeldet.',
  signIn: 'Erneut anmelden',
  tryAgain: 'Erneut versuchen',
  stale: 'Diese Seite ist vielleicht nicht mehr aktuell.',
  tooOften: 'Zu viele Anfragen. Versuche es in {wait} erneut.',
  tooOftenUntil: 'Für den Moment ist die Grenze erreicht. Wieder möglich ab {time}.',
  wait: {
    seconds: '{count, plural, one {# Sekunde} other {# Sekunden}}',
    minutes: '{count, plural, one {# Minute} other {# Minuten}}',
    hours: '{count, plural, one {# Stunde} other {# Stunden}}',
  },
  unknown: '–',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser kann hier nicht kopieren. Markiere den Text und kopiere ihn selbst.',
  leaveUnsaved: 'Deine Änderungen sind nicht gespeichert. Seite trotzdem verlassen?',
  soon: '{day} um {time} Uhr',
  optional: 'optional',
  labelled: '{label}: {value}',
  idProblem: 'Eine ID hat 17 bis 19 Ziffern.',
  saved: 'Gespeichert.',
  states: {
    PENDING: 'wartet auf Prüfung',
    APPROVED: 'öffentlich',
    REJECTED: 'abgelehnt',
    SUSPENDED: 'gesperrt',
    REMOVED: 'entfernt',
  },
};

export const moderationLog: Translation<typeof en.moderationLog> = {
  empty: 'Keine Entscheidung passt zu diesen Filtern.',
  cut: 'Diese Liste ist gekürzt. Wähle einen kürzeren Zeitraum, um alle Entscheidungen zu sehen.',
  kind: 'Entscheidung',
  any: 'alle',
  moderator: 'Moderator-ID',
  bot: 'Bot-ID',
  from: 'Von',
  until: 'Bis',
  filter: 'Filtern',
  download: 'Als CSV herunterladen',
  older: 'Ältere Entscheidungen',
  newest: 'Neueste Entscheidungen',
  time: 'Zeitpunkt',
  by: 'Entschieden von',
  about: 'Bot',
  reason: 'Begründung',
  kinds: {
    APPROVE: 'freigegeben',
    REJECT: 'abgelehnt',
    SUSPEND: 'gesperrt',
    RESTORE: 'wieder freigegeben',
    TAKE_DOWN: 'Bild entfernt',
    EDIT_ACCEPTED: 'Änderungen angenommen',
    EDIT_REFUSED: 'Änderungen abgelehnt',
    EDIT_REVERTED: 'Änderungen rückgängig gemacht',
    REPORTS_ACTED: 'Meldungen erledigt',
    REPORTS_DISMISSED: 'Meldungen verworfen',
  },
};
