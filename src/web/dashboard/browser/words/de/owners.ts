import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/owners.ts';

export const owners: Translation<typeof en.owners> = {
  owner: 'Inhaber',
  coOwner: 'Mitinhaber',
  invited: 'eingeladen',
  alone: 'Du verwaltest diesen Bot allein. Lade jemanden, der dir hilft, als Mitinhaber ein.',
  add: 'Mitinhaber einladen',
  id: 'Nutzer-ID',
  hint: 'Der Nutzer muss sich hier schon einmal angemeldet haben und nimmt die Einladung in seinem Dashboard an. Mitinhaber dürfen alles, außer den Eintrag zu entfernen und seine Inhaber zu ändern.',
  addButton: 'Einladen',
  added: 'Eingeladen.',
  remove: '{name} entfernen',
  removeWarning: '{name} verwaltet diesen Eintrag dann nicht mehr.',
  leave: 'Diesen Eintrag verlassen',
  leaveWarning: 'Du verwaltest diesen Eintrag dann nicht mehr.',
  removed: 'Entfernt.',
};

export const danger: Translation<typeof en.danger> = {
  what: 'Der Bot verschwindet aus dem Verzeichnis. Sein Token und sein Webhook funktionieren nicht mehr. Wenn du oder ein Mitinhaber ihn erneut einreicht, behält er seine Stimmen und seinen Verlauf. Bei allen anderen beginnt er leer.',
  ownerOnly: 'Nur der Inhaber kann den Eintrag entfernen, ein Mitinhaber nicht.',
  label: 'Gib zur Bestätigung den Namen ein: {name}',
  confirm: 'Eintrag entfernen',
  mismatch: 'Das ist nicht der Name.',
};
