import type { Translation } from '../../../../words/words.ts';
import type * as en from '../en/webhook.ts';

export const webhook: Translation<typeof en.webhook> = {
  none: 'Kein Webhook eingerichtet. Stimmen werden gezählt, aber nirgendwohin gesendet.',
  what: 'Wir senden jede Stimme als signierte POST-Anfrage dorthin.',
  url: 'URL',
  urlHint: 'Eine öffentliche https-URL.',
  onThisMachine:
    'Für einen Empfänger auf diesem Rechner starte den Dienst mit WEBHOOK_TRUSTED_NETWORKS=127.0.0.0/8, wie im README beschrieben.',
  set: 'Webhook einrichten',
  change: 'URL ändern',
  changeWarning: 'Eine Änderung erzeugt ein neues Secret; das alte funktioniert dann nicht mehr.',
  setDone: 'Der Webhook ist eingerichtet. Hier ist sein Secret.',
  secret: 'Secret',
  secretOnce:
    'Kopiere es jetzt. Du siehst es nicht wieder. Es steht im Authorization-Header und signiert jede Anfrage.',
  rotate: 'Secret erneuern',
  rotateWarning:
    'Dein jetziges Secret funktioniert dann sofort nicht mehr, auch nicht für wartende Versuche.',
  rotated: 'Hier ist das neue Secret.',
  test: 'Test senden',
  tested: 'Der Test ist unterwegs. Seine Zustellung erscheint unten.',
  remove: 'Webhook entfernen',
  removeWarning: 'Wartende Zustellungen werden gestoppt.',
  removed: 'Der Webhook ist entfernt.',
  since: 'Eingerichtet',
  verified: 'Bestätigt',
  unverified: 'Noch nicht bestätigt: Sende einen Test.',
};
