import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/pictures.ts';

export const picture: Translation<typeof en.picture> = {
  current: 'Das Bild von {name}',
  file: 'Neues Bild',
  hint: 'PNG, JPEG, WebP oder GIF, höchstens 256 KiB und 1024 × 1024 Pixel.',
  upload: 'Bild hochladen',
  choose: 'Wähle zuerst eine Datei.',
  tooLarge: 'Die Datei ist größer als {kib, number} KiB.',
  wrongKind: 'Die Datei ist kein PNG, JPEG, WebP oder GIF.',
  empty: 'Die Datei ist leer.',
  uploaded: 'Das neue Bild ist online.',
  remove: 'Bild entfernen',
  removeWarning: 'Der Bot bekommt das Bild der Plattform oder seinen Anfangsbuchstaben.',
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
