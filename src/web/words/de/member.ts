import type * as en from '../en/member.ts';
import type { Translation } from '../words.ts';

export const signIn: Translation<typeof en.signIn> = {
  title: 'Anmelden',
  reason: 'Melde dich an, um „{page}“ zu öffnen.',
  toVote: 'Melde dich an, um abzustimmen. Danach genügt ein Klick.',
  unavailable: 'Auf dieser Website kann man sich nicht anmelden.',
  intro:
    'Melde dich mit deinem {provider}-Konto an. Diese Website bekommt nur deine Nutzer-ID und deinen Namen.',
  continue: 'Weiter mit {provider}',
  failedTitle: 'Nicht angemeldet',
  failed: '{provider} hat nicht wie erwartet geantwortet. Versuche es gleich noch einmal.',
  again: 'Noch einmal anmelden',
  developmentTitle: 'Anmeldung für die Entwicklung',
  developmentIntro:
    'Es ist kein Anmeldedienst eingerichtet. Dieses Formular nimmt jede Nutzer-ID an, aber nur auf diesem Rechner.',
  developmentElsewhere:
    'Diese Anmeldung ist für die Entwicklung. Sie nimmt nur direkte Anfragen an localhost an, ohne Proxy oder Tunnel.',
  developmentName: 'Entwickler',
  userId: 'Nutzer-ID',
  userIdFormat: '17 bis 19 Ziffern',
  name: 'Name',
};

export const account: Translation<typeof en.account> = {
  title: 'Konto',
  userId: 'Nutzer-ID',
  role: 'Rolle',
  roles: { MODERATOR: 'Moderation', ADMIN: 'Administration' },
  noBots: 'Trage deinen ersten Bot ein',
  botCount: '{count, plural, one {# Eintrag} other {# Einträge}}',
  notices: 'Was mit deinen Bots und Meldungen passiert ist',
  votes: 'Wann du wieder abstimmen kannst',
  favourites: 'Bots, denen du folgst, und ihre Neuigkeiten',
  profile: 'Öffentliches Profil',
  profileAbout: 'Das sehen andere',
  moderation: 'Einträge und Meldungen prüfen',
  settings: 'Einstellungen',
  appearance: 'Darstellung',
  dark: 'Dunkles Design',
  light: 'Helles Design',
  session: 'Sitzung',
  signOutEverywhere: 'Auf allen Geräten abmelden',
  sessions: 'Aktive Sitzungen',
  sessionsAbout: 'Wir speichern nicht, zu welchem Gerät oder welcher Adresse sie gehören.',
  sessionsEnded: 'Die Sitzung ist beendet.',
  sessionStarted: 'Angemeldet',
  sessionCurrent: 'Dieses Gerät',
  sessionEnds: 'Endet ohne Nutzung am {time}',
  sessionEnd: 'Beenden',
  otherSessions: 'Alle anderen',
  otherSessionsEnd: 'Alle anderen beenden',
  moreSessions: '{count, plural, one {# ältere Sitzung} other {# ältere Sitzungen}}',
  data: 'Deine Daten',
  dataStored:
    'Wir speichern deine Nutzer-ID und deinen Namen, deine Sitzungen, Stimmen und deren Zustellungen, gefolgte Bots, Meldungen und Einträge. Ein Passwort speichern wir nicht, eine E\u2011Mail-Adresse nur, wenn du eine für deine Benachrichtigungen hinzufügst.',
  download: 'Deine Daten herunterladen',
  downloadAbout: 'Eine JSON-Datei mit allem, was wir über dich speichern.',
  downloadButton: 'Herunterladen',
  downloadTooOften: 'Du hast deine Daten zu oft heruntergeladen: {when}.',
  deleteAccount: 'Dein Konto löschen',
  deleteAbout: 'Zuerst siehst du, was gelöscht wird und was bleibt.',
  deleteButton: 'Löschen …',
};

export const blocks: Translation<typeof en.blocks> = {
  title: 'Sperren',
  about: 'Das hat die Moderation entschieden. Gegen jede Sperre kannst du einmal Einspruch erheben.',
  kinds: { VOTE: 'Abstimmen', SUBMIT: 'Bots einreichen', REPORT: 'Bots melden', SIGN_IN: 'Anmelden' },
  until: 'Gesperrt bis {time}',
  forGood: 'Dauerhaft gesperrt',
  noReason: 'Diese Sperre stammt von einem früheren Konto von dir, dessen Daten gelöscht wurden.',
  over: 'Diese Sperre ist vorbei.',
  lifted: 'Diese Sperre wurde am {time} aufgehoben.',
  appeal: 'Dein Einspruch',
  appealHint:
    '20 bis 1.000 Zeichen. Schreib, warum die Sperre falsch ist oder was anders wird. Die Moderation liest es.',
  appealButton: 'Einspruch senden',
  appealTooOften: 'Du hast zu viele Einsprüche gesendet: {when}.',
  waiting: 'Dein Einspruch ist da. Die Moderation wird ihn beantworten.',
  accepted: 'Dein Einspruch wurde angenommen.',
  declined: 'Dein Einspruch wurde abgelehnt.',
  see: 'Deine Sperren ansehen und Einspruch erheben',
  blockedTitle: 'Du kannst dich nicht anmelden',
  blockedIntro:
    'Die Moderation hat deine Anmeldung gesperrt. Hier siehst du, warum, und kannst Einspruch erheben.',
  blockedOver:
    'Diese Seite ist nicht mehr aktuell. Melde dich noch einmal an, um zu sehen, ob die Sperre noch gilt.',
  rows: 'deine Sperren',
};

export const deletion: Translation<typeof en.deletion> = {
  title: 'Dein Konto löschen',
  intro:
    'Das lässt sich nicht rückgängig machen. Lade deine Daten vorher herunter, wenn du sie behalten möchtest.',
  deleted: 'Wir löschen',
  deletes: {
    account: 'dein Konto mit Namen und Rolle und alle Sitzungen',
    bots: 'gefolgte Bots, deine Einladungen und deine Rechte als Inhaber oder Mitinhaber',
    reports: 'deine geschlossenen Meldungen',
    deliveries: 'Zustellungen deiner Stimmen, die noch nicht angekommen sind: Sie werden abgebrochen',
  },
  kept: 'Wir behalten ohne deine ID',
  keptWhy:
    'An ihre Stelle treten zufällige IDs, die nicht zu dir zurückführen: eine eigene für deine Stimmen bei jedem Bot und eine für alles andere.',
  keeps: {
    votes:
      'deine Stimmen und deren Zustellungen, damit Zahlen, Diagramme und die Protokolle der Bots richtig bleiben',
    reports: 'deine offenen Meldungen, weil die Moderation sie noch prüft',
    decisions:
      'deine Änderungen am Status von Einträgen und deine Entscheidungen in der Moderation, als Teil des Verlaufs',
    blocks: 'deine Sperren und deren Ende, damit ein neues Konto sie nicht aufhebt',
  },
  votesKept:
    'Du hast in den letzten 12 Stunden abgestimmt. Die Zeiten dieser Stimmen behalten wir bis {time} unter deiner ID, damit niemand doppelt abstimmt, und löschen sie innerhalb eines Tages danach.',
  copies:
    'Was Bots über deine Stimmen schon erhalten haben, können wir nicht löschen. Wende dich an deren Betreiber. Sicherungen dieser Website verschwinden nach einiger Zeit.',
  passedOn: 'Einträge, die an Mitinhaber gehen',
  passedOnHint: 'Wer die Einladung zuerst angenommen hat, wird Inhaber.',
  removed: 'Einträge, die wir entfernen',
  removedHint:
    'Nur du bist ihr Inhaber. Ihre Seiten verschwinden, und ihre Tokens und Webhooks gelten nicht mehr. Um einen Eintrag zu behalten, lade vorher jemanden als Mitinhaber ein; die Einladung muss angenommen sein.',
  removes: '{count, plural, one {Auch diesen Eintrag entfernen} other {Auch diese # Einträge entfernen}}',
  confirm: 'Gib zur Bestätigung deinen Namen, {name}, oder deine Nutzer-ID, {id}, ein',
  button: 'Konto endgültig löschen',
  cancel: 'Zurück zum Konto',
  tooOften: 'Du hast es zu oft versucht: {when}.',
  doneTitle: 'Konto gelöscht',
  done: 'Dein Konto ist gelöscht, und alle deine Sitzungen sind beendet.',
  anew: 'Wenn du dich wieder anmeldest, beginnst du mit einem neuen, leeren Konto.',
};

export const vote: Translation<typeof en.vote> = {
  title: 'Für {name} abstimmen',
  voted: 'Du hast für {name} abgestimmt',
  back: 'Zurück zu {name}',
  button: 'Abstimmen',
  rule: 'Kostenlos – eine Stimme alle 12 Stunden.',
  captcha: 'Bitte erlaube JavaScript von {host}. Es prüft, ob du ein Mensch bist.',
  impossible: 'Abstimmen ist hier nicht möglich: Diese Website hat keine Anmeldung.',
  signIn: 'Zum Abstimmen anmelden',
  counted: 'Deine Stimme wurde gezählt.',
  recorded: 'Danke, deine Stimme wurde gezählt.',
  again: 'Wieder möglich',
  mayFrom: 'Du kannst abstimmen:',
  tooOften: 'Du hast zu oft abgestimmt: Bitte {when}.',
  over: 'Du kannst jetzt wieder abstimmen.',
  left: 'noch {hours}\u00a0h {minutes}\u00a0min',
  countdown: 'noch {time}',
};

export const afterVote: Translation<typeof en.afterVote> = {
  total: 'Stimmen',
  rank: 'Rang',
  place: 'Platz {rank}',
  remind: 'In den Kalender',
  next: 'Als Nächstes abstimmen',
};

export const reminder: Translation<typeof en.reminder> = {
  off: 'An die nächste Stimme erinnern',
  short: 'Erinnern',
  on: 'Erinnerung ist an',
  start: 'Du bekommst auf dieser Website eine Benachrichtigung, sobald die 12 Stunden vorbei sind',
  stop: 'Nicht mehr erinnern',
  ofFollowed: 'Du wirst bei allen Bots erinnert, denen du folgst. Ändern kannst du das in deren Liste.',
  all: 'Bei allen an die nächste Stimme erinnern',
  allOn: 'Erinnerungen sind für alle an',
  where: 'Die Erinnerung steht dann hier in deinen Benachrichtigungen.',
  elsewhere: 'Auch über andere Kanäle senden',
  tooOften: 'Du hast deine Erinnerungen zu oft geändert: Bitte {when}.',
};

export const myVotes: Translation<typeof en.myVotes> = {
  title: 'Meine Stimmen',
  tabs: 'Deine Listen',
  open: 'Bereit für deine Stimme',
  openNow: 'Du kannst jetzt abstimmen',
  waiting: 'In den letzten 12 Stunden abgestimmt',
  votedAt: 'Letzte Stimme:',
  justVoted: 'Deine Stimme für {name} wurde gezählt.',
  none: 'Du hast noch nicht abgestimmt.',
  noneHint: 'Hier stehen die Bots, für die du abgestimmt hast, und wann du es wieder kannst.',
};

export const favourite: Translation<typeof en.favourite> = {
  title: 'Gefolgte Bots',
  label: 'Folgen',
  following: 'Du folgst',
  add: 'Diesem Bot folgen: ihn wiederfinden und seine Neuigkeiten lesen',
  remove: 'Nicht mehr folgen',
  none: 'Du folgst noch keinem Bot.',
  noneHint: 'Wähle auf der Seite eines Bots „Folgen“. Dann findest du ihn und seine Neuigkeiten hier.',
  refused: 'Nicht geändert',
  tooOften: 'Du hast zu oft geändert, wem du folgst: Bitte {when}.',
};

export const notices: Translation<typeof en.notices> = {
  title: 'Benachrichtigungen',
  noneUnread: 'Keine ungelesenen Benachrichtigungen',
  unread: '{count, plural, one {# ungelesene Benachrichtigung} other {# ungelesene Benachrichtigungen}}',
  manyUnread: 'Mehr als {count, number} ungelesene Benachrichtigungen',
  intro: 'Wir bewahren Benachrichtigungen 90 Tage auf.',
  readAll: 'Alle gelesen',
  isNew: 'Neu',
  today: 'Heute',
  yesterday: 'Gestern',
  none: 'Du hast keine Benachrichtigungen.',
  noneHint:
    'Hier erfährst du von Entscheidungen über deine Bots und Meldungen, fehlgeschlagenen Zustellungen, Einladungen und Neuigkeiten der Bots, denen du folgst, und wann du wieder abstimmen kannst.',
  refused: 'Nicht geändert',
  tooOften: 'Du hast das zu oft geändert: {when}.',
  queue: 'Warteschlange',
  VOTE_OPEN: 'Du kannst wieder für {name} abstimmen.',
  NEWS_PUBLISHED: '{name} hat Neuigkeiten:',
  REPORT_CLOSED: 'Wir haben auf deine Meldung zu {name} reagiert. Danke!',
  USER_BLOCKED: {
    VOTE: 'Du kannst nicht mehr abstimmen. Siehe {name}.',
    SUBMIT: 'Du kannst keine Bots mehr einreichen. Siehe {name}.',
    REPORT: 'Du kannst keine Bots mehr melden. Siehe {name}.',
    SIGN_IN: 'Deine Anmeldung war gesperrt. Siehe {name}.',
  },
  BLOCK_REVIEWED: {
    LIFTED: 'Eine Sperre wurde aufgehoben. Siehe {name}.',
    DECLINED: 'Dein Einspruch wurde abgelehnt. Siehe {name}.',
  },
  OWNER_INVITED: '{actor} lädt dich in das Team von {name} ein.',
  OWNER_ROLE_CHANGED: 'Deine Rolle im Team von {name} hat sich geändert.',
  OWNER_REMOVED: 'Du verwaltest {name} nicht mehr.',
  TRANSFER_OFFERED: '{actor} möchte dir {name} übergeben. Du kannst sieben Tage lang annehmen.',
  TRANSFER_ENDED: 'Das Angebot, {name} zu übergeben, ist beendet.',
  LISTING_DECIDED: {
    APPROVED: '{name} ist öffentlich.',
    REJECTED: '{name} wurde abgelehnt.',
    SUSPENDED: '{name} wurde gesperrt.',
  },
  EDIT_DECIDED: {
    ACCEPTED: 'Deine Änderungen an {name} wurden angenommen.',
    REFUSED: 'Deine Änderungen an {name} wurden abgelehnt.',
    REVERTED: 'Deine Änderungen an {name} wurden rückgängig gemacht.',
  },
  PICTURE_TAKEN_DOWN: {
    BANNER: 'Die Moderation hat das Banner von {name} entfernt.',
    SCREENSHOT: 'Die Moderation hat einen Screenshot von {name} entfernt.',
  },
  VOTES_VOIDED: {
    VOIDED:
      'Die Moderation hat {count, plural, one {# Stimme} other {# Stimmen}} für {name} für ungültig erklärt.',
    RESTORED:
      'Die Moderation hat {count, plural, one {# Stimme} other {# Stimmen}} für {name} wieder gültig gemacht.',
  },
  WEBHOOK_FAILING: 'Eine Stimme für {name} wurde nicht zugestellt: Alle Versuche sind fehlgeschlagen.',
  DELIVERIES_HELD:
    'Zustellungen für {name} sind angehalten, weil zu viele erste Versuche hintereinander fehlgeschlagen sind.',
  DELIVERIES_RELEASED:
    'Der Empfänger von {name} funktioniert wieder. Angehaltene Zustellungen werden gesendet.',
  HELD_EXPIRING:
    '{count, plural, one {# angehaltene Zustellung wird} other {# angehaltene Zustellungen werden}} für {name} innerhalb einer Woche abgebrochen.',
  BOT_SILENT: '{name} hat seit sieben Tagen keine Zahlen gesendet.',
  OWNER_JOINED: '{actor} gehört jetzt zum Team von {name}.',
  OWNER_DECLINED: '{actor} hat deine Einladung zu {name} abgelehnt.',
  TRANSFER_ACCEPTED: '{actor} hat {name} übernommen. Token und Webhook-Secret wurden ersetzt.',
  TOKEN_CHANGED: 'Das API-Token von {name} wurde geändert.',
  SECRET_CHANGED: 'Der Webhook von {name} wurde geändert.',
  QUEUE_WAITING:
    '{count, plural, one {# Eintrag wartet} other {# Einträge warten}} seit mehr als zwei Tagen in der {name}.',
};

export const noticeSettings: Translation<typeof en.noticeSettings> = {
  title: 'Einstellungen für Benachrichtigungen',
  intro:
    'Wähle, wo du von jedem Ereignis erfährst. „Überall“ heißt: auf dieser Website und über deine Kanäle.',
  back: 'Benachrichtigungen',
  kind: 'Ereignis',
  deliveries: { NONE: 'Nirgends', SITE: 'Hier', EVERYWHERE: 'Überall' },
  readers: { everybody: 'Für dich', owners: 'Für Inhaber', moderators: 'Für die Moderation' },
  kinds: {
    VOTE_OPEN: 'Du kannst wieder abstimmen',
    NEWS_PUBLISHED: 'Neuigkeiten eines Bots, dem du folgst',
    REPORT_CLOSED: 'Wir haben auf deine Meldung reagiert',
    USER_BLOCKED: 'Etwas ist für dich gesperrt',
    BLOCK_REVIEWED: 'Eine Sperre wurde aufgehoben oder dein Einspruch abgelehnt',
    OWNER_INVITED: 'Du bist in das Team eines Bots eingeladen',
    OWNER_ROLE_CHANGED: 'Deine Rolle in einem Team hat sich geändert',
    OWNER_REMOVED: 'Du verwaltest einen Bot nicht mehr',
    TRANSFER_OFFERED: 'Jemand möchte dir einen Bot übergeben',
    TRANSFER_ENDED: 'Das Angebot einer Übergabe ist beendet',
    LISTING_DECIDED: 'Entscheidung über deinen Eintrag',
    EDIT_DECIDED: 'Entscheidung über deine Änderungen',
    PICTURE_TAKEN_DOWN: 'Die Moderation hat ein Bild entfernt',
    VOTES_VOIDED: 'Stimmen wurden für ungültig oder wieder für gültig erklärt',
    WEBHOOK_FAILING: 'Eine Stimme wurde nicht zugestellt',
    DELIVERIES_HELD: 'Zustellungen sind angehalten, weil sie fehlschlagen',
    DELIVERIES_RELEASED: 'Angehaltene Zustellungen werden wieder gesendet',
    HELD_EXPIRING: 'Angehaltene Zustellungen werden bald abgebrochen',
    BOT_SILENT: 'Dein Bot sendet keine Zahlen mehr',
    OWNER_JOINED: 'Ein Mitinhaber ist dazugekommen',
    OWNER_DECLINED: 'Eine Einladung wurde abgelehnt',
    TRANSFER_ACCEPTED: 'Ein Bot hat einen neuen Inhaber',
    TOKEN_CHANGED: 'API-Token geändert',
    SECRET_CHANGED: 'Webhook geändert',
    QUEUE_WAITING: 'Einträge sind seit zwei Tagen in der Warteschlange',
  },
  save: 'Speichern',
  saved: 'Deine Einstellungen sind gespeichert.',
};

export const noticeChannels: Translation<typeof en.noticeChannels> = {
  title: 'Kanäle',
  none: 'Du hast keine Kanäle. Bis du einen hinzufügst, heißt „Überall“: nur auf dieser Website.',
  kinds: { PUSH: 'Dieser Browser', EMAIL: 'E-Mail', DISCORD: 'Discord', SLACK: 'Slack' },
  hints: {
    PUSH: 'Eine Benachrichtigung auf diesem Gerät, auch wenn diese Website geschlossen ist. Füge sie auf iPhone und iPad zuerst zum Home-Bildschirm hinzu.',
    EMAIL: 'Wir schicken zuerst einen Code an die Adresse.',
    DISCORD:
      'Eine Nachricht in einem Kanal deines Servers. Die URL findest du unter Servereinstellungen, Integrationen, Webhooks.',
    SLACK: 'Eine Nachricht in einem Kanal deines Workspace, über einen eingehenden Webhook.',
  },
  fields: { EMAIL: 'E-Mail-Adresse', DISCORD: 'URL des Webhooks', SLACK: 'URL des Webhooks' },
  examples: { DISCORD: 'https://discord.com/api/webhooks/…', SLACK: 'https://hooks.slack.com/services/…' },
  turnOn: 'Einschalten',
  add: 'Hinzufügen',
  pushDenied:
    'Dein Browser blockiert Benachrichtigungen dieser Website. Erlaube sie in seinen Einstellungen und versuche es noch einmal.',
  pushFailed: 'Dein Browser konnte Benachrichtigungen nicht einschalten. Versuche es später noch einmal.',
  noPush: 'Dieser Browser unterstützt keine Push-Benachrichtigungen.',
  code: 'Code aus der E-Mail',
  confirm: 'Bestätigen',
  test: 'Test senden',
  testNamed: 'Test senden: {label}',
  remove: 'Entfernen',
  removeNamed: 'Entfernen: {label}',
  failures: {
    GONE: 'Den Empfänger gibt es nicht mehr.',
    REFUSED: 'Der Empfänger hat die letzte Nachricht abgelehnt.',
    UNAVAILABLE: 'Die letzte Nachricht konnte nicht zugestellt werden.',
  },
  outcomes: {
    saved: 'Deine Kanäle sind gespeichert.',
    code: 'Wir haben einen Code an diese Adresse geschickt. Er gilt 15 Minuten.',
    sent: 'Der Test ist angekommen.',
    failed: 'Der Test ist nicht angekommen.',
  },
};

export const report: Translation<typeof en.report> = {
  title: '{name} melden',
  intro:
    'Sag der Moderation, was mit diesem Bot oder seiner Seite nicht stimmt. Das Team des Bots sieht nicht, wer ihn gemeldet hat.',
  category: 'Was stimmt nicht?',
  noCategory: 'Wähle aus, was nicht stimmt.',
  categories: {
    BROKEN: 'Funktioniert nicht oder existiert nicht mehr',
    IMPERSONATION: 'Gibt sich als jemand anderes aus',
    ABUSIVE: 'Beleidigend, hasserfüllt oder nicht für alle geeignet',
    MALICIOUS: 'Stiehlt Daten, spioniert oder richtet Schaden an',
    SPAM: 'Spam oder unerwünschte Werbung',
    OTHER: 'Etwas anderes',
  },
  text: 'Was ist passiert?',
  original: 'Welches ist das Original?',
  textHint: '10 bis 1.000 Zeichen.',
  button: 'Meldung senden',
  done: 'Danke. Die Moderation sieht sich deine Meldung an.',
  signIn: 'Zum Melden anmelden',
  signedOut:
    'Deine Sitzung ist abgelaufen, deshalb wurde nichts gesendet. Melde dich an, komm auf diese Seite zurück und sende noch einmal.',
  impossible: 'Melden ist hier nicht möglich: Diese Website hat keine Anmeldung.',
  tooOften: 'Du hast zu oft gemeldet: Bitte {when}.',
};
