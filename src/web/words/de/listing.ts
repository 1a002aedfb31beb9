import type { FieldName } from '../../../domain/listing/listing-fields.ts';
import type * as en from '../en/listing.ts';
import type { Translation } from '../words.ts';

export const bot: Translation<typeof en.bot> = {
  servers: 'Server',
  votes: 'Stimmen',
  activity: 'Aktivität',
  moreThanBefore: '{votes} Stimmen mehr als in der Woche davor',
  tags: 'Kategorien',
  languages: 'Sprachen',
  prefix: 'Präfix',
  by: 'Erstellt von',
  coOwner: 'Mitinhaber',
  verified: {
    FILE: 'Verifiziert durch {host} (Datei auf der Website)',
    DNS: 'Verifiziert durch {host} (Eintrag im DNS)',
  },
  verifiedBy: 'Verifiziert durch {host}',
  contents: 'Auf dieser Seite',
  unknown: '–',
  reported: 'Aktiv',
  // A length of time follows. “Seit” would need another case than the one that Intl writes.
  textIn: 'Text auf {language}',
  silent: 'Inaktiv:',
  mayBeDead: '{time} ohne Aktivität: Vielleicht läuft dieser Bot nicht mehr.',
  neverReported: 'Noch keine Daten',
  neverReportedMeaning: 'Er ist nicht mit dieser Website verbunden. Er kann trotzdem funktionieren.',
  vote: 'Abstimmen',
  voteIn: 'Abstimmen in {hours}\u00a0h\u00a0{minutes}\u00a0min',
  invite: 'Zum Server hinzufügen',
  actions: 'Aktionen',
  preview: 'Vorschau: {state}.',
  onlyYou: 'Nur die Inhaber dieses Bots und die Moderation sehen diese Seite.',
  manage: 'Eintrag bearbeiten',
  report: 'Melden',
  about: 'Über den Bot',
  readMore: 'Weiterlesen',
  readLess: 'Weniger anzeigen',
  wholeText: 'Dieser Teil ist zu lang für die Markdown-Fassung. Lies ihn auf der Seite.',
  details: 'Details',
  links: 'Links',
  commands: 'Befehle',
  commandCount: '{count, plural, one {# Befehl} other {# Befehle}}',
  filterCommands: 'Befehle suchen',
  noCommandFound: 'Keine Befehle gefunden.',
  noCommands: 'Dieser Bot hat seine Befehle noch nicht veröffentlicht.',
  similar: 'Ähnliche Bots',
  history: 'Die letzten 30 Tage',
  moreBy: 'Mehr von {name}',
  allBy: 'Alle Bots dieses Profils',
};

export const chart: Translation<typeof en.chart> = {
  votes: 'Stimmen pro Tag',
  servers: 'Server',
  day: 'Tag',
  utc: 'Tage beginnen um Mitternacht UTC.',
  table: 'Als Tabelle',
  votesSummary: '{total, plural, one {# Stimme} other {# Stimmen}} in 30 Tagen · bester Tag: {most, number}',
  serversSummary: 'Von {first, number} auf {last, plural, one {# Server} other {# Server}}.',
};

export const reporting: Translation<typeof en.reporting> = {
  label: 'Zahlen aktualisiert',
  minutes: 'Alle paar Minuten',
  severalAnHour: 'Mehrmals pro Stunde',
  hourly: 'Etwa jede Stunde',
  severalADay: 'Mehrmals am Tag',
  daily: 'Etwa einmal am Tag',
  rarely: 'Seltener als einmal am Tag',
};

export const news: Translation<typeof en.news> = {
  title: 'Neuigkeiten',
  latest: 'Neu:',
  earlier: 'Frühere Neuigkeiten',
  feed: 'Feed',
  feedTitle: 'Neuigkeiten von {name}',
  of: 'Neuigkeiten von Bots, denen du folgst',
};

export const screenshots: Translation<typeof en.screenshots> = {
  title: 'Screenshots',
  named: 'Bild {number, number}',
  place: 'Bild {number, number} von {total, number}',
  earlier: 'Voriger Screenshot',
  later: 'Nächster Screenshot',
  close: 'Schließen',
};

export const score: Translation<typeof en.score> = {
  title: 'Wertung des Eintrags',
  of: '{total} von 100',
  points: '+{points}',
  met: 'erledigt',
  missing: 'fehlt',
  how: 'So entsteht die Reihenfolge',
  factors: {
    PICTURE: 'Ein eigenes Bild',
    BANNER: 'Ein Banner',
    SHORT_DESCRIPTION: 'Eine Kurzbeschreibung ab 40 Zeichen',
    LONG_DESCRIPTION: 'Eine Beschreibung ab 400 Zeichen',
    COMMANDS: 'Mindestens drei veröffentlichte Befehle',
    LANGUAGES: 'Die Sprachen, die er spricht',
    SUPPORT: 'Ein Link zum Support-Server',
    PRIVACY: 'Ein Link zur Datenschutzerklärung',
    PERMISSIONS: 'Eine Einladung ohne Administratorrechte',
    REPORTS: 'Eine Serverzahl aus den letzten 24 Stunden',
  },
  raise: 'Das bringt mehr Punkte:',
  complete: 'Es fehlt nichts.',
};

export const share: Translation<typeof en.share> = {
  button: 'Teilen',
  link: 'Link',
  copied: 'Kopiert',
};

export const card: Translation<typeof en.card> = {
  alt: '{name}: Icon, Beschreibung und Zahlen',
  votes: '{count, plural, one {{shown} Stimme} other {{shown} Stimmen}}',
  servers: '{count, plural, one {{shown} Server} other {{shown} Server}}',
};

export const links: Record<FieldName<'link'>, string> = {
  websiteUrl: 'Website',
  supportUrl: 'Support',
  sourceUrl: 'Quellcode',
  privacyUrl: 'Datenschutzerklärung',
};

export const permissions: Translation<typeof en.permissions> = {
  title: 'Berechtigungen',
  intro: 'Der Bot verlangt diese Berechtigungen. Beim Hinzufügen kannst du sie einzeln abwählen.',
  none: 'Keine',
  sensitive:
    '{count, plural, =0 {Ohne heikle Berechtigungen} one {# heikle Berechtigung} other {# heikle Berechtigungen}}',
  asksNothing: 'Der Bot verlangt keine Berechtigungen.',
  commandsOnly: 'Der Bot bringt nur Befehle mit. Er tritt deinem Server nicht als Mitglied bei.',
  count: '{count, plural, one {# Berechtigung} other {# Berechtigungen}}',
  countWithSensitive:
    '{count, plural, one {# Berechtigung} other {# Berechtigungen}}, {dangerous, plural, one {# heikle} other {# heikle}}',
  all: '{count, plural, one {# Berechtigung} other {Alle # Berechtigungen}}',
  others: '{count, plural, one {# weitere} other {# weitere}}',
  unknown:
    '{count, plural, one {# Berechtigung, die diese Website noch nicht kennt.} other {# Berechtigungen, die diese Website noch nicht kennt.}}',
  groups: {
    General: 'Server',
    Members: 'Mitglieder',
    Text: 'Textkanäle',
    Voice: 'Sprachkanäle',
    Apps: 'Apps',
    Events: 'Events',
  },
};

export const fields: Translation<typeof en.fields> = {
  name: 'Name',
  followsPlatform: 'Name und Bild von Discord übernehmen',
  followsPlatformHint: 'Wir aktualisieren beides einmal am Tag.',
  shortDescription: 'Kurzbeschreibung',
  shortDescriptionHint: 'Eine Zeile mit 30 bis 150 Zeichen. Sie steht in den Listen der Bots.',
  longDescription: 'Ausführliche Beschreibung',
  longDescriptionHint:
    'Markdown, höchstens 20.000 Zeichen und acht Bilder. Bilder erscheinen einige Sekunden nach dem Speichern.',
  write: 'Schreiben',
  preview: 'Vorschau',
  previewEmpty: 'Hier gibt es noch nichts zu sehen.',
  tags: 'Kategorien',
  tagsHint: 'Wähle 1 bis {max}: {count} gewählt.',
  languages: 'Sprachen',
  languagesHint: 'Die Sprachen deines Bots, höchstens {max}: {count} gewählt.',
  textLanguage: 'Sprache dieser Texte',
  textLanguageHint: 'Die Sprache von Name und Beschreibungen. Wählst du keine, erkennen wir sie.',
  textLanguageUnknown: 'Automatisch erkennen',
  inviteScopes: 'Scopes des Einladungslinks',
  scopeBot: 'Ein Bot-Nutzer (bot)',
  scopeCommands: 'Befehle (applications.commands)',
  invitePermissions: 'Berechtigungen des Einladungslinks',
  prefix: 'Präfix',
  prefixHint: 'Damit beginnen Textbefehle, etwa ! in !play.',
  ...links,
  linkHint: 'Zum Beispiel https://example.com',
  characters: '{count, number} von {max, number}',
  someWrong: '{count, plural, one {Bitte korrigiere ein Feld.} other {Bitte korrigiere # Felder.}}',
  save: 'Eintrag speichern',
};

export const permissionsInput: Translation<typeof en.permissionsInput> = {
  hint: 'Verlange nur, was dein Bot braucht. Nutzer sehen die Liste, bevor sie ihn hinzufügen.',
  noneChosen: 'Keine Berechtigungen gewählt',
  chosen: '{count, plural, one {# Berechtigung gewählt} other {# Berechtigungen gewählt}}',
  chosenWithDangerous:
    '{count, plural, one {# Berechtigung gewählt} other {# Berechtigungen gewählt}}, {dangerous, number} davon heikel',
  unreadable: 'Diese Zahl ist ungültig',
  search: 'Berechtigungen suchen',
  nothing: 'Keine Berechtigung gefunden.',
  dangerous: 'heikel',
  number: 'Berechtigungen als Zahl',
  numberHint: 'Die Zahl, die Discord verwendet: ein Bit je Berechtigung.',
};

export const picture: Translation<typeof en.picture> = {
  current: 'Das Bild von {name}',
  file: 'Neues Bild',
  hint: 'PNG, JPEG, WebP oder GIF, höchstens 256 KiB und 1.024 × 1.024 Pixel.',
  upload: 'Bild hochladen',
  choose: 'Wähle zuerst eine Datei.',
  tooLarge: 'Die Datei ist größer als {kib, number} KiB.',
  wrongKind: 'Die Datei ist kein PNG, JPEG, WebP oder GIF.',
  empty: 'Die Datei ist leer.',
  uploaded: 'Das neue Bild ist online.',
  remove: 'Bild entfernen',
  removeWarning: 'Wir zeigen dann sein Bild von Discord oder seinen Anfangsbuchstaben.',
  removed: 'Das Bild ist entfernt.',
};

export const banner: Translation<typeof en.banner> = {
  current: 'Das Banner von {name}',
  file: 'Neues Banner',
  hint: 'PNG, JPEG, WebP oder GIF, höchstens 700 KiB. Mindestens 640 Pixel breit und drei- bis viermal so breit wie hoch.',
  upload: 'Banner hochladen',
  uploaded: 'Das neue Banner ist online.',
  remove: 'Banner entfernen',
  removeWarning: 'Die Seite zeigt stattdessen die Farben aus dem Bild des Bots.',
  removed: 'Das Banner ist entfernt.',
};

export const screenshotsForm: Translation<typeof en.screenshotsForm> = {
  intro: 'Bis zu fünf, in der Reihenfolge auf der Seite deines Bots. Text darin sollte gut lesbar sein.',
  file: 'Neuer Screenshot',
  hint: 'PNG, JPEG, WebP oder GIF, nicht animiert, höchstens 700 KiB. Mindestens 240 Pixel breit und hoch.',
  description: 'Was zu sehen ist',
  descriptionHint: 'Höchstens 120 Zeichen, für alle, die das Bild nicht sehen.',
  upload: 'Screenshot hochladen',
  uploaded: 'Der Screenshot ist online.',
  full: 'Du hast fünf Screenshots. Entferne einen, um einen anderen hochzuladen.',
  describe: 'Beschreibung von Screenshot {number, number} speichern',
  save: 'Speichern',
  described: 'Die Beschreibung ist gespeichert.',
  earlier: 'Nach vorn',
  moveEarlier: 'Screenshot {number, number} nach vorn schieben',
  later: 'Nach hinten',
  moveLater: 'Screenshot {number, number} nach hinten schieben',
  moved: 'An Position {number, number} verschoben.',
  remove: 'Entfernen',
  removeNamed: 'Screenshot {number, number} entfernen',
  removed: 'Der Screenshot ist entfernt.',
};

export const permissionList: Translation<typeof en.permissionList> = {
  administrator: { name: 'Administrator', text: 'Alles tun, in jedem Kanal' },
  viewChannels: { name: 'Kanäle ansehen', text: 'Kanäle sehen und ihre Nachrichten lesen' },
  manageChannels: { name: 'Kanäle verwalten', text: 'Kanäle erstellen, ändern und löschen' },
  manageRoles: { name: 'Rollen verwalten', text: 'Rollen unter der eigenen erstellen, ändern und löschen' },
  createExpressions: { name: 'Ausdrücke erstellen', text: 'Emojis, Sticker und Sounds hinzufügen' },
  manageExpressions: {
    name: 'Ausdrücke verwalten',
    text: 'Alle Emojis, Sticker und Sounds ändern und löschen',
  },
  viewAuditLog: { name: 'Audit-Log einsehen', text: 'Sehen, was Mitglieder am Server geändert haben' },
  viewServerInsights: { name: 'Server-Einblicke ansehen', text: 'Die Statistik des Servers sehen' },
  viewMonetizationAnalytics: {
    name: 'Monetarisierungsanalyse ansehen',
    text: 'Die Statistik der Server-Abos sehen',
  },
  manageWebhooks: { name: 'Webhooks verwalten', text: 'Webhooks erstellen, ändern und löschen' },
  manageServer: {
    name: 'Server verwalten',
    text: 'Namen und Einstellungen des Servers ändern, Bots hinzufügen',
  },
  createInvite: { name: 'Einladung erstellen', text: 'Links erstellen, die Leute einladen' },
  changeNickname: { name: 'Nickname ändern', text: 'Den eigenen Nicknamen ändern' },
  manageNicknames: { name: 'Nicknames verwalten', text: 'Die Nicknamen anderer Mitglieder ändern' },
  kickMembers: { name: 'Mitglieder kicken', text: 'Mitglieder vom Server entfernen' },
  banMembers: { name: 'Mitglieder bannen', text: 'Leute bannen und entbannen' },
  timeoutMembers: {
    name: 'Mitglieder in Timeout schicken',
    text: 'Mitglieder eine Zeit lang am Schreiben und Sprechen hindern',
  },
  sendMessages: { name: 'Nachrichten senden', text: 'Nachrichten schreiben und Beiträge in Foren erstellen' },
  sendMessagesInThreads: { name: 'Nachrichten in Threads senden', text: 'In Threads schreiben' },
  createPublicThreads: { name: 'Öffentliche Threads erstellen', text: 'Threads erstellen, die alle sehen' },
  createPrivateThreads: {
    name: 'Private Threads erstellen',
    text: 'Threads erstellen, die nur Eingeladene sehen',
  },
  embedLinks: { name: 'Links einbetten', text: 'In eigenen Nachrichten eine Vorschau von Links zeigen' },
  attachFiles: { name: 'Dateien anhängen', text: 'Bilder und Dateien hochladen' },
  addReactions: { name: 'Reaktionen hinzufügen', text: 'Auf Nachrichten reagieren' },
  useExternalEmoji: { name: 'Externe Emojis verwenden', text: 'Emojis anderer Server verwenden' },
  useExternalStickers: { name: 'Externe Sticker verwenden', text: 'Sticker anderer Server verwenden' },
  mentionEveryone: {
    name: '@everyone, @here und alle Rollen erwähnen',
    text: 'Alle Mitglieder auf einmal benachrichtigen',
  },
  manageMessages: { name: 'Nachrichten verwalten', text: 'Nachrichten anderer Mitglieder löschen' },
  pinMessages: { name: 'Nachrichten anheften', text: 'Nachrichten anheften und lösen' },
  bypassSlowmode: { name: 'Slowmode umgehen', text: 'Ohne die Pause schreiben, die ein Kanal verlangt' },
  manageThreads: { name: 'Threads verwalten', text: 'Threads ändern und löschen und alle privaten sehen' },
  readMessageHistory: { name: 'Nachrichtenverlauf lesen', text: 'Ältere Nachrichten lesen' },
  sendTextToSpeechMessages: {
    name: 'Text-to-Speech-Nachrichten senden',
    text: 'Nachrichten senden, die vorgelesen werden',
  },
  sendVoiceMessages: { name: 'Sprachnachrichten senden', text: 'Aufgenommene Nachrichten senden' },
  createPolls: { name: 'Umfragen erstellen', text: 'Umfragen posten' },
  connect: { name: 'Verbinden', text: 'Sprachkanälen beitreten' },
  speak: { name: 'Sprechen', text: 'In Sprachkanälen Ton abspielen' },
  video: { name: 'Video', text: 'Video oder den Bildschirm teilen' },
  useSoundboard: { name: 'Soundboard verwenden', text: 'Die Sounds des Servers abspielen' },
  useExternalSounds: { name: 'Externe Sounds verwenden', text: 'Sounds anderer Server abspielen' },
  useVoiceActivity: { name: 'Sprachaktivierung verwenden', text: 'Ohne Push-to-Talk sprechen' },
  prioritySpeaker: { name: 'Wichtiger Sprecher', text: 'Lauter als andere zu hören sein' },
  muteMembers: { name: 'Mitglieder stummschalten', text: 'Mitglieder in Sprachkanälen stummschalten' },
  deafenMembers: {
    name: 'Ein- und Ausgabe von Mitgliedern deaktivieren',
    text: 'Verhindern, dass Mitglieder einen Sprachkanal hören',
  },
  moveMembers: {
    name: 'Mitglieder verschieben',
    text: 'Mitglieder in andere Sprachkanäle verschieben oder trennen',
  },
  setVoiceChannelStatus: {
    name: 'Status des Sprachkanals festlegen',
    text: 'Den Status unter einem Sprachkanal festlegen',
  },
  requestToSpeak: { name: 'Redeanfrage', text: 'In Stage-Kanälen um das Wort bitten' },
  useApplicationCommands: { name: 'Anwendungsbefehle verwenden', text: 'Befehle anderer Apps verwenden' },
  useActivities: { name: 'Aktivitäten verwenden', text: 'Aktivitäten starten' },
  useExternalApps: {
    name: 'Externe Apps verwenden',
    text: 'Apps verwenden, die der Server nicht hinzugefügt hat',
  },
  createEvents: { name: 'Events erstellen', text: 'Events planen' },
  manageEvents: { name: 'Events verwalten', text: 'Alle Events ändern und absagen' },
};
