import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/team.ts';

export const team: Translation<typeof en.team> = {
  caption: 'Moderation und Administration',
  alone: 'Sonst ist noch niemand im Team. Gib unten jemandem eine Rolle.',
  id: 'Nutzer-ID',
  role: 'Rolle',
  roles: { MODERATOR: 'Moderation', ADMIN: 'Administration' },
  configured: 'in der Konfiguration festgelegt',
  grant: 'Rolle vergeben',
  grantHint: 'Der Nutzer muss sich hier schon einmal angemeldet haben.',
  grantButton: 'Rolle vergeben',
  granted: '{name} hat jetzt die Rolle.',
  take: '{name} die Rolle entziehen',
  takeWarning: '{name} kann dann nicht mehr moderieren.',
  taken: '{name} hat keine Rolle mehr.',
};
