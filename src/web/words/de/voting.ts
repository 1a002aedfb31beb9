import type * as en from '../en/voting.ts';
import type { Translation } from '../words.ts';

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
  again: 'Nächste Stimme möglich ab',
  mayFrom: 'Du kannst abstimmen ab',
  tooOften: 'Du hast zu oft abgestimmt: Bitte {when}.',
  over: 'Du kannst jetzt wieder abstimmen.',
  left: 'noch {hours}\u00a0h {minutes}\u00a0min',
};

export const afterVote: Translation<typeof en.afterVote> = {
  total: 'Stimmen',
  rank: 'Platz nach Stimmen',
  place: 'Nr. {rank}',
  remind: 'Kalendererinnerung',
  reminder: 'Für {name} abstimmen',
  next: 'Hier kannst du auch abstimmen',
};

export const myVotes: Translation<typeof en.myVotes> = {
  title: 'Meine Stimmen',
  tabs: 'Deine Listen',
  open: 'Jetzt möglich',
  openNow: 'Du kannst jetzt abstimmen',
  waiting: 'In den letzten 12 Stunden abgestimmt',
  votedAt: 'Letzte Stimme:',
  justVoted: 'Deine Stimme für {name} wurde gezählt.',
  none: 'Du hast noch nicht abgestimmt.',
  noneHint: 'Hier stehen die Bots, für die du abgestimmt hast, und wann du es wieder kannst.',
  find: 'Bots finden',
};

export const favourite: Translation<typeof en.favourite> = {
  title: 'Favoriten',
  label: 'Favorit',
  add: 'Zu den Favoriten hinzufügen',
  remove: 'Aus den Favoriten entfernen',
  none: 'Du hast noch keine Favoriten.',
  noneHint: 'Drücke auf der Seite eines Bots das Herz, dann findest du ihn hier wieder.',
  refused: 'Favorit nicht geändert',
  tooOften: 'Du hast deine Favoriten zu oft geändert: Bitte {when}.',
};
