import type * as en from '../en/deliveries.ts';
import type { Translation } from '../words.ts';

export const deliveries: Translation<typeof en.deliveries> = {
  live: 'Live: Neue Versuche erscheinen hier.',
  connecting: 'Verbindung wird aufgebaut …',
  lost: 'Die Verbindung ist abgebrochen. Sie wird neu aufgebaut …',
  held: 'Wir senden zurzeit keine Webhooks. Stimmen zählen weiter. Ihre Zustellungen warten, keine geht verloren.',
  empty: 'Noch wurde nichts gesendet. Sende einen Test, um eine Zustellung zu sehen.',
  emptyWithoutWebhook:
    'Jede Stimme, die wir an deinen Webhook senden, erscheint hier. Trage zuerst seine URL ein.',
  noneFits: 'Keine Zustellung passt zu diesen Filtern.',
  newest: 'Neuester Versuch: {status}. {explanation}',
  statistics: {
    title: 'Die letzten 30 Tage',
    success: 'Erfolgsquote, 30 Tage',
    counts: '{delivered, number} zugestellt, {failed, number} fehlgeschlagen',
    untilDelivered: 'Stimme bis Zustellung, Median',
    ofAttempt: 'Antwortzeit, Median',
    slowest: '99 % innerhalb von {duration}',
    failures:
      '{failed, number} der letzten {count, number} Versuche sind fehlgeschlagen. Zustellungen, die noch wiederholt werden, zählen noch nicht.',
    votesOnly: 'Nur Stimmen, ohne Tests.',
  },
  caption: 'Die letzten zehn Versuche',
  filter: 'Zustellungen filtern',
  state: 'Status',
  allStates: 'alle',
  user: 'Nutzer-ID',
  anyUser: 'beliebig',
  from: 'Ab',
  to: 'Vor',
  clear: 'Filter zurücksetzen',
  older: 'Ältere Zustellungen',
  states: {
    PENDING: 'wartet',
    DELIVERED: 'zugestellt',
    FAILED: 'fehlgeschlagen',
    CANCELLED: 'abgebrochen',
    HELD: 'angehalten',
  },
  /** Why one is held. */
  heldUntil: {
    PAUSED: 'bis zum Fortsetzen',
    FAILING: 'bis der Empfänger funktioniert',
    RELEASING: 'wird bald gesendet',
  },
  voided: 'Stimme ungültig',
  kinds: { VOTE: 'Stimme', TEST: 'Test' },
  votedAt: { VOTE: 'Abgestimmt', TEST: 'Gesendet' },
  after: '(nach {duration})',
  attemptsMade: '{count} von {all} Versuchen gemacht',
  attemptsShort: '{count}/{all}',
  due: 'nächster Versuch {relative}',
  underWay: 'Versuch läuft',
  late: 'Versuch verspätet, aber nicht verloren',
  gone: 'Diese Zustellung gibt es nicht mehr.',
  id: 'Zustellung',
  copyId: 'ID der Zustellung kopieren',
  retry: 'Jetzt wiederholen (Versuch {number} von {all})',
  retried: 'Der nächste Versuch startet jetzt.',
  cancel: 'Diese Zustellung abbrechen',
  cancelWarning: 'Es gibt dann keine weiteren Versuche, außer du sendest sie erneut.',
  cancelConfirm: 'Zustellung abbrechen',
  keep: 'Behalten',
  cancelled: 'Die Zustellung ist abgebrochen.',
  resend: 'Erneut senden',
  resent: 'Die Zustellung ist wieder unterwegs.',
  attempts: 'Versuche',
  noAttempts: 'Es gab noch keinen Versuch.',
  attempt: 'Versuch {number}',
  attemptOfRound: 'Versuch {number}, Runde {round}',
  retryAfter:
    'Dein Server bat um {count, plural, one {# Sekunde} other {# Sekunden}} Wartezeit; der Zeitplan der Versuche bleibt gleich.',
  request: 'Anfrage',
  response: 'Antwort',
  headers: 'Header',
  body: 'Body',
  hidden: '(verborgen)',
  showSignature: 'Signatur anzeigen',
  noSignature:
    'URL oder Secret haben sich seit diesem Versuch geändert. Seine Signatur ist deshalb nicht mehr bekannt.',
  noResponse: 'Es kam keine Antwort.',
  noBody: 'Die Antwort hatte keinen Body.',
  bodyGone: 'Der Body wird nicht mehr aufbewahrt.',
  copyOf: 'Kopieren: {what}, {part}',
  resendAll: 'Fehlgeschlagene Zustellungen erneut senden',
  since: 'Fehlgeschlagen seit',
  resendAllButton: 'Alle fehlgeschlagenen erneut senden',
  resentAll:
    '{count, plural, =0 {Seitdem ist keine Zustellung fehlgeschlagen.} one {# Zustellung ist wieder unterwegs.} other {# Zustellungen sind wieder unterwegs.}}',
  sinceMissing: 'Wähle zuerst einen Zeitpunkt.',
};

export const webhook: Translation<typeof en.webhook> = {
  none: 'Kein Webhook eingerichtet. Stimmen werden gezählt, aber nirgendwohin gesendet.',
  what: 'Wir senden jede Stimme als signierte POST-Anfrage an deine URL.',
  url: 'URL',
  urlHint: 'Eine öffentliche https-URL.',
  onThisMachine:
    'Für einen Empfänger auf diesem Rechner starte den Dienst mit WEBHOOK_TRUSTED_NETWORKS=127.0.0.0/8, wie im README beschrieben.',
  set: 'Webhook einrichten',
  change: 'Webhook ändern',
  newSecret: 'Ein neues Secret erzeugen. Das alte funktioniert dann sofort nicht mehr.',
  changed: 'Der Webhook ist geändert. Sein Secret bleibt gleich.',
  format: 'Format',
  formatHint: 'So sehen die Anfragen aus.',
  formats: {
    CONTRACT: 'Signierte Stimmen (unsere API)',
    DISCORD: 'Nachricht in einem Discord-Kanal',
    SLACK: 'Nachricht in einem Slack-Kanal',
    TOPGG: 'Stimmen, wie top.gg v0 sie sendet',
    TOPGG_V1: 'Stimmen, wie top.gg v1 sie sendet',
  },
  formatNotes: {
    DISCORD:
      'Nicht Teil unserer API. Füge die URL eines Webhooks eines Discord-Kanals ein. Nichts wird signiert.',
    SLACK:
      'Nicht Teil unserer API. Füge die URL eines eingehenden Webhooks von Slack ein. Nichts wird signiert.',
    TOPGG:
      'Nicht Teil unserer API. Für Empfänger der Version 0, etwa @top-gg/sdk 3. Das Secret ist der Authorization-Header. Nichts wird signiert.',
    TOPGG_V1:
      'Nicht Teil unserer API. Für Empfänger der Version 1, etwa @top-gg/sdk 4. Das Secret signiert jede Anfrage in x-topgg-signature.',
  },
  suggested: { DISCORD: 'Das ist eine URL von Discord.', SLACK: 'Das ist eine URL von Slack.' },
  useFormat: { DISCORD: 'Format für Discord verwenden', SLACK: 'Format für Slack verwenden' },
  example: 'Beispiel einer Anfrage zeigen',
  exampleHidden: '(verborgen)',
  setDone: 'Der Webhook ist eingerichtet.',
  secret: 'Secret',
  secretOnce:
    'Kopiere es jetzt. Wir zeigen es nur 10 Minuten lang. Es steht im Authorization-Header und signiert jede Anfrage.',
  rotate: 'Secret erneuern',
  rotateWarning:
    'Dein aktuelles Secret funktioniert dann sofort nicht mehr, auch nicht für wartende Versuche.',
  rotated: 'Das Secret ist ersetzt.',
  rotateSlowly: 'In zwei Schritten erneuern',
  rotateNext:
    'Das nächste Secret ist erstellt. Stimmen werden mit dem aktuellen signiert, bis das nächste übernimmt.',
  nextSecret: 'Nächstes Secret',
  nextSince:
    'Ein nächstes Secret wartet seit dem {time}. Stimmen werden mit dem aktuellen signiert, Tests mit dem nächsten.',
  nextHow:
    'Lass deinen Empfänger beide annehmen. Sende dann einen Test: Gelingt er, übernimmt das nächste Secret. Du kannst auch von Hand wechseln.',
  finish: 'Nächstes Secret jetzt verwenden',
  finishWarning:
    'Dein aktuelles Secret funktioniert dann sofort nicht mehr, auch nicht für wartende Versuche.',
  finished: 'Das nächste Secret gilt jetzt.',
  cancelNext: 'Wechsel abbrechen',
  cancelledNext: 'Das nächste Secret ist verworfen. Das aktuelle bleibt.',
  dismiss: 'Ich habe es kopiert',
  test: 'Test senden',
  tested: 'Der Test ist unterwegs. Seine Zustellung erscheint unten.',
  remove: 'Webhook entfernen',
  removeWarning: 'Wartende Zustellungen werden abgebrochen.',
  removed: 'Der Webhook ist entfernt.',
  since: 'Eingerichtet am',
  verified: 'Bestätigt am',
  unverified: 'Noch nicht bestätigt: Sende einen Test.',
  unverifiedToReaders: 'Noch nicht bestätigt. Wer den Bot verwaltet, kann einen Test senden.',
  health: { UNVERIFIED: 'nicht bestätigt', HEALTHY: 'funktioniert', FAILING: 'gestört', HELD: 'angehalten' },
  healthSince: 'seit dem',
};

export const hold: Translation<typeof en.hold> = {
  title: 'Pausieren und anhalten',
  running: 'Zustellungen werden sofort gesendet.',
  pause: 'Zustellungen pausieren',
  pauseHint:
    'Solange der Webhook pausiert, zählen Stimmen, und ihre Zustellungen warten. Du verlierst keine.',
  paused: 'Der Webhook ist pausiert. Zustellungen warten.',
  resume: 'Fortsetzen',
  sendNow: 'Jetzt senden',
  resumed: 'Angehaltene Zustellungen werden jetzt nacheinander gesendet, die älteste zuerst.',
  after: 'Wenn Zustellungen fehlschlagen',
  afterHint:
    'Wir zählen, wie viele Stimmen hintereinander beim ersten Versuch fehlschlagen. Bei dieser Zahl halten wir sie und alle weiteren an und versuchen es mit einer davon zu den üblichen Zeiten weiter. Nimmt dein Empfänger sie an, folgen die übrigen der Reihe nach.',
  never: 'Weiter senden',
  choice: 'Nach {count} fehlgeschlagenen ersten Versuchen anhalten',
  saved: 'Gespeichert.',
  titles: {
    PAUSED: 'Zustellungen sind pausiert',
    FAILING: 'Zustellungen sind angehalten',
    RELEASING: 'Angehaltene Zustellungen werden gesendet',
  },
  texts: {
    PAUSED: 'Stimmen zählen. Ihre Zustellungen warten, bis du fortsetzt.',
    FAILING:
      'Zu viele erste Versuche sind hintereinander fehlgeschlagen. Wir versuchen eine Stimme nach der anderen, bis dein Empfänger eine annimmt.',
    RELEASING:
      'Eine nach der anderen, die älteste zuerst: jede, sobald dein Empfänger auf die vorige geantwortet hat. Neue warten dahinter.',
  },
  count: '{count, plural, =0 {Keine ist angehalten.} one {# ist angehalten.} other {# sind angehalten.}}',
  since: 'Seit dem',
  nextProbe: 'Nächster Versuch',
  open: 'Zum Webhook',
};

/** Deliveries that have ended and are sent again. */
export const replay = {
  title: 'Einen Zeitraum erneut senden',
  what: 'Zugestellte, fehlgeschlagene oder abgebrochene Stimmen werden erneut gesendet, die ältesten zuerst, mit derselben X-Webhook-Delivery.',
  states: 'Welche',
  all: 'alle beendeten',
  rate: 'Tempo',
  perSecond: '{count} pro Sekunde',
  preview: 'Zählen',
  times: 'Wähle zuerst beide Zeitpunkte.',
  counted:
    '{count, plural, =0 {Keine Zustellung passt.} one {# Zustellung passt. Das Senden dauert mindestens {duration}.} other {# Zustellungen passen. Das Senden dauert mindestens {duration}.}}',
  start: 'Starten',
  started: 'Sie werden jetzt gesendet.',
  stop: 'Stoppen',
  stopped: 'Gestoppt. Der Rest wurde nicht gesendet.',
  last: 'Letzte Durchläufe',
  sent: '{sent, number} von {total, number} gesendet',
  left: 'noch etwa {duration}',
  stateNames: { RUNNING: 'läuft', STOPPED: 'gestoppt', FINISHED: 'beendet' },
} as const;

export const receiverCheck: Translation<typeof en.receiverCheck> = {
  title: 'Empfänger prüfen',
  what: 'Wir senden ihm gültige und ungültige Anfragen, alle als Test markiert. Ein guter Empfänger nimmt die gültigen an und lehnt die anderen ab. Er kann den Authorization-Header prüfen, eine Signatur oder beides. Sind alle Prüfungen bestanden, ist der Webhook bestätigt.',
  button: 'Empfänger prüfen',
  done: '{count, plural, =0 {Dein Empfänger hat alle Prüfungen bestanden.} one {# Prüfung ist fehlgeschlagen.} other {# Prüfungen sind fehlgeschlagen.}}',
  passed: 'bestanden',
  failed: 'fehlgeschlagen',
  names: {
    RIGHT: 'Eine gültige Zustellung',
    REPEATED: 'Dieselbe Zustellung noch einmal',
    UNKNOWN_EVENT: 'Ein Ereignis unbekannter Art',
    WRONG_AUTHORIZATION: 'Ein falscher Authorization-Header, keine Signatur',
    WRONG_SIGNATURE: 'Ein anderes Secret: falscher Authorization-Header und falsche Signatur',
    CHANGED_BODY: 'Ein veränderter Body, kein Authorization-Header',
    OLD: 'Nur eine alte Signatur von Standard Webhooks',
  },
  good: {
    RIGHT: 'Antworte mit einem 2xx-Status.',
    REPEATED: 'Antworte mit einem 2xx-Status und belohne jede Zustellungs-ID nur einmal.',
    UNKNOWN_EVENT: 'Antworte mit einem 2xx-Status und tu sonst nichts.',
    WRONG_AUTHORIZATION:
      'Antworte mit 401: Vergleiche den Header mit dem Secret oder verlange eine Signatur.',
    WRONG_SIGNATURE:
      'Antworte mit 401: Vergleiche den Header mit dem Secret oder die Signatur mit dem HMAC des rohen Bodys.',
    CHANGED_BODY: 'Antworte mit 401: Berechne den HMAC der rohen Bytes, nicht des geparsten JSON.',
    OLD: 'Antworte mit 401: Verlange Authorization oder unsere Signatur, oder lehne Zeitstempel ab, die älter als fünf Minuten sind.',
  },
  noAnswer: 'keine Antwort',
  listen: 'Keine öffentliche Adresse?',
  listenWhat:
    'Führe das auf deinem Rechner aus. Es liest die Stimmen und sendet jede als dieselbe signierte Anfrage an deinen Empfänger:',
  loop: 'Oder lies sie in deinem Bot:',
};
