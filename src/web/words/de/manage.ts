import type * as en from '../en/manage.ts';
import type { Translation } from '../words.ts';

export const bots: Translation<typeof en.bots> = {
  empty: 'Du hast hier noch keine Bots.',
  emptyHint: 'Trage deinen ersten ein: Für den Anfang reicht seine Anwendungs-ID.',
  submit: 'Bot eintragen',
  votes: 'Stimmen',
  servers: 'Server',
  lastReport: 'Zuletzt aktiv',
  never: 'noch nie',
  manage: '{name} verwalten',
  publicPage: 'Öffentliche Seite',
  preview: 'Vorschau',
  silent: 'inaktiv',
  webhooks: { FAILING: 'Webhook gestört', HELD: 'Zustellungen angehalten' },
  search: 'Deine Bots durchsuchen',
  nothing: 'Kein Bot gefunden.',
  found: '{count, plural, one {# Bot} other {# Bots}}',
};

export const invitations: Translation<typeof en.invitations> = {
  title: 'Einladungen',
  what: {
    MANAGE:
      '{inviter} lädt dich ein, {name} als Mitinhaber zu verwalten. Die Seite des Bots zeigt dann deinen Namen.',
    REPORTS:
      '{inviter} lädt dich ein, Zahlen, Zustellungen und Verlauf von {name} anzusehen. Ändern kannst du dort nichts.',
  },
  somebody: 'Jemand',
  accept: 'Einladung zu {name} annehmen',
  decline: 'Einladung zu {name} ablehnen',
  acceptAll: 'Alle annehmen',
  declineAll: 'Alle ablehnen',
  offer: '{owner} möchte dir {name} übergeben. Du kannst bis {time} annehmen.',
  take: '{name} übernehmen',
  takeWarning:
    'Du wirst der Inhaber. API-Token und Webhook-Secret werden sofort ersetzt, also braucht der Bot die neuen. Du siehst sie nur einmal. Stimmen gehen weiter an die aktuelle Webhook-URL. Prüfe, ob sie dir gehört.',
  taken: '{name} gehört jetzt dir. Gib dem Bot das neue Token und das neue Secret.',
  webhookStays: 'Stimmen gehen weiter an die aktuelle Webhook-URL. Prüfe, ob sie dir gehört:',
  keptAt: 'Noch 10 Minuten lang findest du sie auch hier:',
  tokenOf: 'Neues API-Token von {name}',
  secretOf: 'Neues Webhook-Secret von {name}',
};

export const reviewWait: Translation<typeof en.reviewWait> = {
  waiting: '{count, plural, one {Ein Eintrag wartet auf Prüfung.} other {# Einträge warten auf Prüfung.}}',
  usual: 'In den letzten 30 Tagen dauerte die Hälfte aller Prüfungen weniger als {wait}.',
  unknown: 'In den letzten 30 Tagen gab es zu wenige Prüfungen, um zu sagen, wie lange eine dauert.',
};

export const submit: Translation<typeof en.submit> = {
  step1: 'Welcher Bot?',
  id: 'Anwendungs-ID des Bots',
  idHint: '17 bis 19 Ziffern. Du findest sie auf den Entwicklerseiten von Discord.',
  next: 'Weiter',
  notFound:
    'Discord hat uns keine Angaben zu dieser App geliefert. Prüfe die ID oder trage die Angaben selbst ein.',
  filledIn: 'Name und Beschreibung stammen von Discord. Prüfe sie.',
  step2: 'Eintrag für {id}',
  other: 'Anderer Bot',
  otherWarning: 'Deine Eingaben auf dieser Seite gehen verloren.',
  otherConfirm: 'Verwerfen und anderen Bot wählen',
  listed: 'Dieser Bot ist schon eingetragen.',
  openPage: 'Seite öffnen',
  openDashboard: 'In deinem Dashboard verwalten',
  send: 'Zur Prüfung einreichen',
  what: 'Wir prüfen jeden Bot, bevor er öffentlich wird. Du kannst ihn in der Zwischenzeit einrichten.',
};

export const allowance: Translation<typeof en.allowance> = {
  left: 'Heute hast du noch {left} von {all} übrig.',
  none: 'Du hast alle {all} für heute verbraucht. Wieder möglich ab {time}.',
};

export const sections: Translation<typeof en.sections> = {
  state: 'Status',
  checklist: 'Erste Schritte',
  charts: 'Letzte 30 Tage',
  votes: 'Neueste Stimmen',
  listing: 'Eintrag',
  picture: 'Bild',
  banner: 'Banner',
  screenshots: 'Screenshots',
  owners: 'Inhaber',
  token: 'API-Token',
  webhook: 'Webhook für Stimmen',
  deliveries: 'Zustellungen',
  snippets: 'Bot verbinden',
  widget: 'Widget',
  danger: 'Eintrag entfernen',
};

export const state: Translation<typeof en.state> = {
  now: 'Status dieses Eintrags:',
  meaning: {
    PENDING: 'Nur du und dein Team sehen ihn, bis die Moderation ihn freigibt.',
    APPROVED: 'Alle können ihn finden und für ihn abstimmen.',
    REJECTED: 'Behebe, was die Moderation beanstandet, speichere und reiche den Eintrag erneut ein.',
    SUSPENDED: 'Die Moderation hat ihn aus dem Verzeichnis genommen. Nur du und dein Team sehen ihn.',
  },
  history: 'Verlauf',
  noHistory: 'Freigaben, Ablehnungen und Sperren stehen später hier. Bisher gibt es keine.',
  historyBefore: 'Verlauf bei früheren Inhabern',
  votesBefore:
    'Nur die Moderation sieht das. Der frühere Eintrag hatte {count, plural, one {# Stimme} other {# Stimmen}}.',
  submitted: 'eingereicht',
  /** What a moderator has done. */
  takenDown: { BANNER: 'Banner entfernt', SCREENSHOT: 'Screenshot entfernt' },
  by: 'von',
  voided: 'Ungültige Stimmen',
  voidedCount: '{count, plural, one {# Stimme} other {# Stimmen}} ungültig',
  restored: 'wieder gültig',
  next: 'Was du tun kannst',
  change: 'Behebe, was die Moderation beanstandet, und speichere.',
  ask: 'Schreibe dann dem Team dieser Website: Bitte um eine neue Prüfung und nenne die ID {id}. Nur die Moderation kann den Bot wieder öffentlich machen.',
  resubmitNote: 'Was ist jetzt anders?',
  resubmitHint:
    '10 bis 500 Zeichen. Die Moderation liest es. Wenn du den Eintrag bearbeitet hast, kannst du das Feld leer lassen.',
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
    report: { title: 'Sende deine Serverzahl', hint: 'Kopiere den Code in deinen Bot.' },
    webhook: {
      title: 'Bestätige deinen Webhook',
      hint: 'Trage seine URL ein und sende einen Test, den dein Server annimmt.',
    },
    vote: { title: 'Hol dir die erste Stimme', hint: 'Schreibe eine gute Seite und teile ihren Link.' },
  },
};

export const newsForm: Translation<typeof en.newsForm> = {
  title: 'Neuigkeiten',
  intro:
    'Sag, was sich geändert hat. Es steht auf der Seite deines Bots, in seinem Feed und bei allen, die ihm folgen.',
  notPublic: 'Du kannst Neuigkeiten veröffentlichen, solange der Bot öffentlich ist.',
  heading: 'Titel',
  headingHint: '3 bis 80 Zeichen, etwa „Version 2.1: Playlists“.',
  text: 'Text',
  textHint: 'Markdown, höchstens 2.000 Zeichen. Sofort öffentlich.',
  publish: 'Veröffentlichen',
  published: 'Veröffentlicht.',
  remove: 'Entfernen',
  removeNamed: '„{title}“ entfernen',
  removed: 'Entfernt.',
};

export const translationsForm: Translation<typeof en.translationsForm> = {
  title: 'Übersetzungen',
  intro:
    'Wer die Seite in einer dieser Sprachen liest, sieht deine Übersetzung. Fehlt ein Text, erscheint der von oben.',
  texts: '{count} von {all} Texten',
  language: 'Sprache hinzufügen',
  choose: 'Wähle eine Sprache',
  add: 'Hinzufügen',
  full: 'Ein Eintrag kann {max} Übersetzungen haben. Entferne eine, um eine andere hinzuzufügen.',
  textsIn: 'Texte auf {language}',
  original: 'Dein eigener Text',
  save: 'Übersetzung speichern',
  saved: 'Übersetzung gespeichert.',
  close: 'Schließen',
  edit: 'Bearbeiten',
  editNamed: '{language} bearbeiten',
  remove: 'Entfernen',
  removeNamed: '{language} entfernen',
  removeWarning: 'Die Texte auf {language} werden gelöscht.',
  removed: 'Übersetzung entfernt.',
};

export const warnings: Translation<typeof en.warnings> = {
  silent: 'Dein Bot sendet keine Zahlen mehr',
  lastReport: 'Die letzten kamen',
  silentHelp:
    'Prüfe, ob dein Bot läuft und seine Anfragen gelingen. Bei Status 401: Erzeuge ein neues Token.',
  openApi: 'API prüfen',
  unsteady: 'Sende die Summe aller Shards',
  unsteadyHelp:
    'Die letzten Serverzahlen deines Bots springen auf und ab: {counts}. Das passiert, wenn jeder Shard seine eigene Zahl sendet: Deine Seite zeigt dann mal den einen, mal den anderen Shard. Zähle die Server aller Shards zusammen und sende die Summe aus einem einzigen Prozess. Der Hinweis verschwindet, sobald deine Zahlen gleichmäßig sind.',
  openDocs: 'So geht es',
  failing: 'Dein Webhook schlägt fehl',
  failingSince: 'Der erste Fehler war',
  openWebhook: 'Zustellungen ansehen',
  openEdit: 'Änderungen ansehen',
};

export const numbers: Translation<typeof en.numbers> = {
  recentVotes: 'Stimmen in 30 Tagen',
  allVotes: 'Alle Stimmen',
  noVotes: 'Noch keine Stimmen.',
  servers: 'Server',
  sum: '{count, plural, one {# Stimme in den letzten 30 Tagen.} other {# Stimmen in den letzten 30 Tagen.}}',
  latest: '{count, plural, one {Aktuell # Server.} other {Aktuell # Server.}}',
  noServers: 'Dein Bot hat seine Serverzahl noch nicht gesendet.',
};

export const owners: Translation<typeof en.owners> = {
  owner: 'Inhaber',
  coOwner: 'Mitinhaber',
  invited: 'eingeladen',
  alone: 'Du verwaltest diesen Bot allein. Lade jemanden, der dir hilft, als Mitinhaber ein.',
  add: 'Mitinhaber einladen',
  id: 'Nutzer-ID',
  hint: 'Der Nutzer muss sich hier schon einmal angemeldet haben. Er nimmt die Einladung in seinem Dashboard an.',
  role: 'Rolle',
  roles: { MANAGE: 'Eintrag verwalten', REPORTS: 'Nur ansehen' },
  roleHint:
    'Wer den Eintrag verwaltet, darf alles, außer ihn zu entfernen, ihn zu übergeben und seine Inhaber zu ändern. Mit „Nur ansehen“ sieht man Statistiken, Zustellungen und Verlauf und kann nichts ändern.',
  changeRole: { MANAGE: 'Verwalten lassen', REPORTS: 'Nur ansehen lassen' },
  changeRoleOf: '{change}: {name}',
  roleChanged: {
    MANAGE: '{name} kann den Eintrag jetzt verwalten.',
    REPORTS: '{name} kann den Eintrag jetzt nur ansehen.',
  },
  readsOnly:
    'Du kannst diesen Eintrag nur ansehen: Zahlen, Zustellungen und Verlauf. Der Inhaber kann dir mehr Rechte geben.',
  addButton: 'Einladen',
  added: 'Eingeladen.',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  removeWarning: '{name} verwaltet diesen Eintrag dann nicht mehr.',
  leave: 'Diesen Eintrag verlassen',
  leaveWarning: 'Du verwaltest diesen Eintrag dann nicht mehr.',
  removed: 'Entfernt.',
};

export const transfer: Translation<typeof en.transfer> = {
  title: 'Den Eintrag übergeben',
  what: 'Biete den Eintrag einer anderen Person an. Sie hat sieben Tage Zeit, anzunehmen. Dann gehört ihr der Eintrag, und API-Token und Webhook-Secret werden sofort ersetzt. Stimmen, Zahlen und Mitinhaber bleiben.',
  id: 'Nutzer-ID des neuen Inhabers',
  hint: 'Der Nutzer muss sich hier schon einmal angemeldet haben.',
  stays: 'Ich bleibe als Mitinhaber, der den Eintrag verwaltet',
  offer: 'Den Eintrag anbieten',
  offered: 'Angeboten. Bis zur Annahme ändert sich nichts.',
  open: 'Angeboten: {name}. Das Angebot endet am {time}.',
  withdraw: 'Das Angebot zurückziehen',
  withdrawn: 'Zurückgezogen. Du bleibst der Inhaber.',
};

export const activity: Translation<typeof en.activity> = {
  older: 'Ältere zeigen',
  service: 'dem Team dieser Website',
  former: '(früheres Konto)',
  kinds: {
    TOKEN_MADE: 'Neues API-Token',
    TOKEN_REVOKED: 'API-Token widerrufen',
    WEBHOOK_SET: 'Webhook-URL gesetzt, mit neuem Secret',
    SECRET_MADE: 'Neues Webhook-Secret',
    ROTATION_FINISHED: 'Das nächste Webhook-Secret ist in Gebrauch',
    ROTATION_CANCELLED: 'Wechsel des Webhook-Secrets abgebrochen',
    WEBHOOK_REMOVED: 'Webhook entfernt',
    WEBHOOK_PAUSED: 'Webhook pausiert',
    WEBHOOK_RESUMED: 'Webhook fortgesetzt',
    HOLD_CHANGED: 'Einstellung „Wenn Zustellungen fehlschlagen“ geändert',
    REPLAY_STARTED: 'Erneutes Senden gestartet',
    REPLAY_STOPPED: 'Erneutes Senden gestoppt',
    EDITED: 'Bearbeitet: {fields}',
    INVITED: 'Eingeladen: {other} ({role})',
    JOINED: 'Einladung angenommen ({role})',
    DECLINED: 'Einladung abgelehnt',
    LEFT: 'Team verlassen',
    REMOVED: 'Aus dem Team entfernt: {other}',
    ROLE_CHANGED: 'Neue Rolle: {other} ({role})',
    TRANSFER_OFFERED: 'Eintrag angeboten: {other}',
    TRANSFER_ACCEPTED: 'Eintrag übernommen von {other}, mit neuem Token und Secret',
    TRANSFER_DECLINED: 'Angebot abgelehnt',
    TRANSFER_WITHDRAWN: 'Angebot zurückgezogen: {other}',
  },
};

export const siteForm: Translation<typeof en.siteForm> = {
  title: 'Verifizierte Website',
  intro:
    'Zeige Besuchern, dass der Bot dir gehört: Deine Website nennt dich als Inhaber. Auf der Seite des Bots steht das dann neben deinem Namen, 180 Tage lang und solange der Link zur Website bleibt.',
  line: 'Die Zeile',
  fileAt: 'Schreibe sie in eine Textdatei unter',
  recordAt: 'Oder in einen TXT-Eintrag mit dem Namen',
  either: 'Eines von beiden genügt. Die Datei darf noch andere Zeilen haben. Die Zeile ist nicht geheim.',
  check: 'Jetzt prüfen',
  confirmed: 'Deine Website nennt dich. Die Seite des Bots zeigt es jetzt.',
  file: 'Datei',
  record: 'TXT-Eintrag',
  found: {
    CONFIRMED: 'nennt dich.',
    MISSING: 'gibt es nicht.',
    OTHER: 'enthält diese Zeile nicht.',
    REDIRECTED: 'die Adresse leitet weiter. Nimm die endgültige Adresse der Website als Link.',
    UNREACHABLE: 'keine brauchbare Antwort. Versuche es später noch einmal.',
  },
  methods: { FILE: 'durch eine Datei', DNS: 'durch einen TXT-Eintrag' },
  noWebsite: 'Füge zuerst den Link zu deiner Website hinzu',
};

export const danger: Translation<typeof en.danger> = {
  what: 'Der Bot verschwindet aus dem Verzeichnis. Sein Token und sein Webhook funktionieren nicht mehr. Wenn du oder ein Mitinhaber ihn erneut einreicht, behält er seine Stimmen und seinen Verlauf. Bei allen anderen fängt er bei null an. Das Entfernen lässt sich 10 Sekunden lang rückgängig machen.',
  ownerOnly: 'Nur der Inhaber kann den Eintrag entfernen, ein Mitinhaber nicht.',
  label: 'Gib zur Bestätigung den Namen ein: {name}',
  confirm: 'Eintrag entfernen',
  mismatch: 'Das ist nicht der Name.',
};

export const removed: Translation<typeof en.removed> = {
  soon: '{name} wird aus dem Verzeichnis entfernt.',
  done: '{name} ist entfernt. Webhook und Screenshots sind gelöscht. Du kannst den Bot erneut einreichen.',
};

export const token: Translation<typeof en.token> = {
  what: 'Dein Bot sendet es im Authorization-Header. Wir speichern nur seinen Hash, deshalb siehst du es nur einmal.',
  createdAt: 'Erzeugt',
  lastUsedAt: 'Zuletzt verwendet',
  neverUsed: 'noch nie',
  generate: 'Token erzeugen',
  regenerate: 'Neues Token erzeugen',
  warning: 'Dein aktuelles Token funktioniert dann sofort nicht mehr.',
  confirm: 'Erzeugen',
  label: 'Dein neues Token',
  once: 'Kopiere es jetzt. Wir zeigen es nur 10 Minuten lang.',
  onceHere: 'Kopiere es jetzt. Beim Neuladen der Seite ist es weg.',
  made: 'Das Token ist erstellt.',
  replaced: 'Das Token ist ersetzt. Das alte funktioniert nicht mehr.',
};

export const snippets: Translation<typeof en.snippets> = {
  what: 'Setze diese Variablen in einem Terminal und führe dort den Code aus.',
  withToken: 'Sie enthalten das Token, das du gerade erzeugt hast.',
  withoutToken: 'Ersetze YOUR_TOKEN durch dein API-Token.',
  language: 'Sprache',
  variables: 'Variablen',
  stats: 'Serverzahl senden',
  check: 'Prüfen, ob ein Nutzer abgestimmt hat',
  copyOf: 'Kopieren: {what}',
  more: 'Alle Endpunkte beschreibt',
};

export const widget: Translation<typeof en.widget> = {
  what: 'Ein Bild mit den aktuellen Zahlen, für deine Website oder dein README.',
  later:
    'Ein Bild mit den aktuellen Zahlen, für deine Website oder dein README. Es erscheint, sobald dein Bot öffentlich ist.',
  theme: 'Hintergrund',
  themes: { auto: 'Wie beim Leser eingestellt', light: 'Hell', dark: 'Dunkel' },
  html: 'HTML',
  markdown: 'Markdown',
};

export const edits: Translation<typeof en.edits> = {
  waiting: 'Deine Änderungen warten auf die Prüfung',
  waitingHelp: 'Bis dahin zeigt deine Seite die angenommene Version. Du kannst weiter bearbeiten.',
  pictureHelp:
    'Bis dahin zeigt deine Seite die angenommene Version. Ein neuer Upload ersetzt das wartende Bild.',
  reasons: {
    NAME: 'Der Name ist neu.',
    LINKS: 'Ein Link führt zu einer Website, die hier neu ist.',
    PERMISSIONS: 'Die Einladung verlangt einen neuen Scope oder eine neue heikle Berechtigung.',
    PICTURE: 'Ein Bild oder sein Beschreibungstext ist neu.',
  },
  place: 'Platz {place, number} in der Warteschlange.',
  usual: 'Die Hälfte aller Prüfungen dauert weniger als {wait}.',
  savedWaiting: 'Gespeichert. Diese Änderungen warten auf die Prüfung.',
  pictureWaiting: 'Hochgeladen. Das Bild wartet auf eine Prüfung.',
  withdraw: 'Änderungen zurückziehen',
  refused: 'Deine letzten Änderungen wurden abgelehnt',
  reverted: 'Deine letzten Änderungen wurden rückgängig gemacht',
  how: 'So prüfen wir',
  before: 'Vorher',
  after: 'Nachher',
  translation: 'Übersetzung',
  platformName: 'Name auf Discord',
  nothing: 'nichts',
  yes: 'ja',
  no: 'nein',
  scopes: { bot: 'tritt dem Server bei', 'applications.commands': 'fügt Befehle hinzu' },
  unknownBits: '{count, plural, one {ein Bit ohne Namen} other {# Bits ohne Namen}}',
  edited: 'geändert',
  list: 'Welche Einträge',
  queue: 'Zu prüfen ({count, number})',
  later: 'Geändert ({count, number})',
  laterEmpty:
    'Hier gibt es nichts zu prüfen. Änderungen, die ohne Prüfung öffentlich wurden, erscheinen hier.',
  toDecide: 'Änderungen, die auf eine Entscheidung warten',
  seen: 'Änderungen, die schon öffentlich sind',
  by: 'von {name}',
  accept: 'Änderungen annehmen',
  refuse: 'Ablehnen …',
  refuseNow: 'Änderungen ablehnen',
  keep: 'Änderungen behalten',
  revert: 'Rückgängig machen …',
  revertNow: 'Änderungen rückgängig machen',
  accepted: 'Die Änderungen von {name} sind angenommen.',
  refusedOf: 'Die Änderungen von {name} sind abgelehnt.',
  kept: 'Die Änderungen von {name} bleiben.',
  revertedOf: 'Die Änderungen von {name} sind rückgängig gemacht.',
};
