import type * as english from '../en/notice-texts.ts';
import type { Translation } from '../words.ts';

export const noticeTexts: Translation<typeof english.noticeTexts> = {
  listings: {
    approved: '{bot} ist jetzt öffentlich',
    rejected: '{bot} wurde abgelehnt',
    suspended: '{bot} wurde gesperrt',
    pending: '{bot} wartet wieder auf die Prüfung',
    removed: '{bot} wurde entfernt',
  },
  edits: {
    accepted: 'Deine Änderung an {bot} wurde angenommen',
    refused: 'Deine Änderung an {bot} wurde abgelehnt',
    reverted: 'Deine Änderung an {bot} wurde rückgängig gemacht',
  },
  pictures: {
    banner: 'Die Moderation hat das Banner von {bot} entfernt',
    screenshot: 'Die Moderation hat einen Screenshot von {bot} entfernt',
  },
  blocks: {
    vote: 'Du kannst nicht mehr abstimmen',
    submit: 'Du kannst keine Bots mehr einreichen',
    report: 'Du kannst keine Bots mehr melden',
    sign_in: 'Du kannst dich nicht mehr anmelden',
  },
  reviews: { lifted: 'Eine Sperre wurde aufgehoben', declined: 'Dein Einspruch wurde abgelehnt' },
  votes: {
    voided: '{count, plural, one {# Stimme} other {# Stimmen}} für {bot} für ungültig erklärt',
    restored: '{count, plural, one {# Stimme} other {# Stimmen}} für {bot} wieder gültig',
  },
  titles: {
    vote_open: 'Du kannst wieder für {bot} abstimmen',
    news_published: 'Neues von {bot}',
    report_closed: 'Wir haben auf deine Meldung zu {bot} reagiert',
    owner_invited: '{actor} lädt dich in das Team von {bot} ein',
    owner_role_changed: 'Deine Rolle im Team von {bot} hat sich geändert',
    owner_removed: 'Du verwaltest {bot} nicht mehr',
    transfer_offered: '{actor} möchte dir {bot} übergeben',
    transfer_ended: 'Das Angebot, {bot} zu übergeben, ist beendet',
    owner_joined: '{actor} gehört jetzt zum Team von {bot}',
    owner_declined: '{actor} hat deine Einladung zu {bot} abgelehnt',
    transfer_accepted: '{actor} hat {bot} übernommen',
    token_changed: '{bot} hat ein neues API-Token',
    secret_changed: 'Der Webhook von {bot} hat sich geändert',
    webhook_failing: 'Eine Stimme für {bot} wurde nicht zugestellt',
    deliveries_held: 'Zustellungen für {bot} sind angehalten',
    deliveries_released: 'Zustellungen für {bot} werden wieder gesendet',
    held_expiring:
      '{count, plural, one {# angehaltene Zustellung für {bot} wird} other {# angehaltene Zustellungen für {bot} werden}} bald abgebrochen',
    bot_silent: '{bot} hat seit sieben Tagen keine Zahlen gesendet',
    queue_waiting: '{count, plural, one {# Eintrag wartet} other {# Einträge warten}} auf die Moderation',
  },
  bodies: {
    listing_decided: 'Öffne den Eintrag für Einzelheiten.',
    edit_decided: 'Öffne den Eintrag für Einzelheiten.',
    vote_open: 'Seit deiner letzten Stimme sind zwölf Stunden vergangen.',
    report_closed: 'Danke für deine Meldung.',
    block_reviewed: 'Diese Sperre gilt nicht mehr.',
    owner_invited: 'Du kannst die Einladung auf deinem Dashboard annehmen.',
    owner_role_changed: 'Öffne den Eintrag, um zu sehen, was du dort tun kannst.',
    owner_removed: 'Frag bei den Inhabern nach, wenn das ein Versehen ist.',
    transfer_offered: 'Du kannst das Angebot sieben Tage lang auf deinem Dashboard annehmen.',
    transfer_ended: 'Es wurde zurückgezogen oder abgelehnt. Der Inhaber bleibt derselbe.',
    owner_joined: 'Deine Einladung wurde angenommen.',
    owner_declined: 'Du kannst jemand anderen einladen.',
    transfer_accepted: 'Das API-Token und das Webhook-Secret wurden ersetzt.',
    token_changed: 'Erstellt von {actor}. Das vorige Token funktioniert nicht mehr.',
    secret_changed: '{actor} hat eine andere URL oder ein anderes Secret gesetzt.',
    webhook_failing:
      'Alle Versuche sind fehlgeschlagen. Prüfe deinen Empfänger und sende die Zustellung dann erneut.',
    resend: 'Sende die Zustellung danach erneut.',
    deliveries_held:
      'Zu viele erste Versuche sind hintereinander fehlgeschlagen. Wir versuchen eine Stimme nach der anderen und senden den Rest, sobald dein Empfänger wieder funktioniert.',
    deliveries_released:
      'Dein Empfänger funktioniert wieder. Angehaltene Zustellungen werden gesendet, die ältesten zuerst.',
    held_expiring: 'Setze den Webhook innerhalb einer Woche fort. Sonst werden sie abgebrochen.',
    bot_silent: 'Prüfe, ob er noch läuft und seine Serverzahl sendet.',
    queue_waiting: 'Sie warten seit mehr als zwei Tagen.',
  },
  somebody: 'Jemand',
  aBot: 'einen Bot',
  test: 'Das ist ein Test',
  testBody: 'Deine Benachrichtigungen kommen hier an.',
  code: '{code} ist dein Code',
  codeBody:
    'Gib diesen Code ein, um Benachrichtigungen per E\u2011Mail zu bekommen: {code}\n\nEr gilt 15 Minuten lang. Wenn du ihn nicht angefordert hast, ignoriere diese E\u2011Mail.',
  settings: 'Wähle, was du per E\u2011Mail bekommst: {url}',
};
