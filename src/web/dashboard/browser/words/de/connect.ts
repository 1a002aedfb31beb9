import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/connect.ts';

export const token: Translation<typeof en.token> = {
  what: 'Dein Bot sendet es im Authorization-Header. Wir speichern nur seinen Hash, deshalb siehst du es nur einmal.',
  createdAt: 'Erzeugt',
  lastUsedAt: 'Zuletzt verwendet',
  neverUsed: 'noch nie',
  generate: 'Token erzeugen',
  regenerate: 'Neues Token erzeugen',
  warning: 'Dein jetziges Token funktioniert dann sofort nicht mehr.',
  confirm: 'Erzeugen',
  label: 'Dein neues Token',
  once: 'Kopiere es jetzt. Du siehst es nicht wieder.',
  made: 'Das ist dein Token.',
  replaced: 'Das ist dein neues Token. Das alte funktioniert nicht mehr.',
};

export const snippets: Translation<typeof en.snippets> = {
  what: 'Setze diese Variablen in einem Terminal und führe dort den Code aus.',
  withToken: 'Sie enthalten das Token, das du gerade erzeugt hast.',
  withoutToken: 'Ersetze YOUR_TOKEN durch dein API-Token.',
  language: 'Sprache',
  variables: 'Variablen',
  stats: 'Serverzahl melden',
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
  alt: '{name}: Server und Stimmen',
};
