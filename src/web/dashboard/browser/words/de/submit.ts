import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/submit.ts';

export const submit: Translation<typeof en.submit> = {
  step1: 'Welcher Bot?',
  id: 'Anwendungs-ID des Bots',
  idHint: '17 bis 19 Ziffern. Du findest sie auf den Entwicklerseiten der Chat-Plattform.',
  next: 'Weiter',
  notFound:
    'Die Chat-Plattform hat uns keine Angaben zu dieser App geliefert. Prüfe die ID oder trage die Angaben selbst ein.',
  filledIn: 'Name und Beschreibung stammen von der Chat-Plattform. Prüfe sie.',
  step2: 'Der Eintrag von {id}',
  other: 'Anderer Bot',
  otherWarning: 'Deine Eingaben auf dieser Seite gehen verloren.',
  otherConfirm: 'Verwerfen und anderen Bot wählen',
  listed: 'Dieser Bot ist schon eingetragen.',
  openPage: 'Seite öffnen',
  openDashboard: 'In deinem Dashboard verwalten',
  send: 'Zur Prüfung einreichen',
  what: 'Wir prüfen jeden Bot, bevor er öffentlich wird. Du kannst ihn in der Zwischenzeit einrichten.',
};
