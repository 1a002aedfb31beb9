import { links } from '../../../../words/de/links.ts';
import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/fields.ts';

export const fields: Translation<typeof en.fields> = {
  name: 'Name',
  followsPlatform: 'Name und Bild automatisch übernehmen',
  followsPlatformHint: 'Wir gleichen beides einmal am Tag mit der Chat-Plattform ab.',
  shortDescription: 'Kurzbeschreibung',
  shortDescriptionHint: 'Eine Zeile mit 30 bis 150 Zeichen. Sie steht in den Listen der Bots.',
  longDescription: 'Ausführliche Beschreibung',
  longDescriptionHint:
    'Markdown, höchstens 20.000 Zeichen. Bis zu acht Bilder erscheinen einige Sekunden nach dem Speichern.',
  write: 'Schreiben',
  preview: 'Vorschau',
  previewEmpty: 'Hier gibt es noch nichts zu sehen.',
  tags: 'Kategorien',
  tagsHint: 'Wähle 1 bis {max}: {count} gewählt.',
  languages: 'Sprachen',
  languagesHint: 'Was dein Bot spricht, höchstens {max}: {count} gewählt.',
  inviteScopes: 'Scopes des Einladungslinks',
  scopeBot: 'Ein Bot-Nutzer (bot)',
  scopeCommands: 'Befehle (applications.commands)',
  invitePermissions: 'Berechtigungen des Einladungslinks',
  prefix: 'Präfix',
  prefixHint: 'Die Zeichen, mit denen ein Befehl in einer Nachricht beginnt.',
  ...links,
  linkHint: 'Zum Beispiel https://example.com',
  characters: '{count, number} von {max, number}',
  someWrong: '{count, plural, one {Bitte korrigiere ein Feld.} other {Bitte korrigiere # Felder.}}',
  save: 'Eintrag speichern',
  loadNewest: 'Neueste Version laden',
  kept: 'Deine Eingaben bleiben erhalten.',
  theirs: 'Jemand anderes hat diese Felder geändert. Sie zeigen jetzt den neuen Text: {names}.',
  both: 'Jemand anderes hat auch diese Felder geändert. Beim Speichern ersetzt du ihren Text: {names}.',
};

export const permissions: Translation<typeof en.permissions> = {
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
  numberHint: 'In der Schreibweise der Plattform: ein Bit je Berechtigung.',
};
