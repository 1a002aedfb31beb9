import type * as english from '../en/notice-texts.ts';
import type { Translation } from '../words.ts';

export const noticeTexts: Translation<typeof english.noticeTexts> = {
  listings: {
    approved: '{bot} est maintenant public',
    rejected: '{bot} a été refusé',
    suspended: '{bot} a été suspendu',
    pending: '{bot} attend de nouveau une vérification',
    removed: '{bot} a été retiré',
  },
  edits: {
    accepted: 'Votre modification de {bot} a été acceptée',
    refused: 'Votre modification de {bot} a été refusée',
    reverted: 'Votre modification de {bot} a été annulée',
  },
  pictures: {
    banner: 'La modération a retiré la bannière de {bot}',
    screenshot: 'La modération a retiré une capture d’écran de {bot}',
  },
  blocks: {
    vote: 'Vous ne pouvez plus voter',
    submit: 'Vous ne pouvez plus soumettre de bots',
    report: 'Vous ne pouvez plus signaler de bots',
    sign_in: 'Vous ne pouvez plus vous connecter',
  },
  reviews: { lifted: 'Un blocage a été levé', declined: 'Votre contestation a été refusée' },
  votes: {
    voided:
      '{count, plural, one {# vote invalidé} many {# votes invalidés} other {# votes invalidés}} pour {bot}',
    restored:
      '{count, plural, one {# vote rétabli} many {# votes rétablis} other {# votes rétablis}} pour {bot}',
  },
  titles: {
    vote_open: 'Vous pouvez de nouveau voter pour {bot}',
    news_published: 'Du nouveau chez {bot}',
    report_closed: 'Nous avons donné suite à votre signalement sur {bot}',
    owner_invited: '{actor} vous invite dans l’équipe de {bot}',
    owner_role_changed: 'Votre rôle dans l’équipe de {bot} a changé',
    owner_removed: 'Vous ne gérez plus {bot}',
    transfer_offered: '{actor} souhaite vous céder {bot}',
    transfer_ended: 'L’offre de céder {bot} a pris fin',
    owner_joined: '{actor} a rejoint l’équipe de {bot}',
    owner_declined: '{actor} a refusé votre invitation à {bot}',
    transfer_accepted: '{actor} est le nouveau propriétaire de {bot}',
    token_changed: '{bot} a un nouveau token d’API',
    secret_changed: 'Le webhook de {bot} a changé',
    webhook_failing: 'Un vote pour {bot} n’a pas été transmis',
    deliveries_held: 'Les envois pour {bot} sont suspendus',
    deliveries_released: 'Les envois pour {bot} repartent',
    held_expiring:
      '{count, plural, one {# envoi suspendu pour {bot} sera bientôt annulé} many {# d’envois suspendus pour {bot} seront bientôt annulés} other {# envois suspendus pour {bot} seront bientôt annulés}}',
    bot_silent: '{bot} n’a envoyé aucun chiffre depuis sept jours',
    queue_waiting:
      '{count, plural, one {# élément attend} many {# d’éléments attendent} other {# éléments attendent}} la modération',
  },
  bodies: {
    listing_decided: 'Ouvrez la fiche pour en savoir plus.',
    edit_decided: 'Ouvrez la fiche pour en savoir plus.',
    vote_open: 'Douze heures se sont écoulées depuis votre dernier vote.',
    report_closed: 'Merci pour votre signalement.',
    block_reviewed: 'Ce blocage ne s’applique plus.',
    owner_invited: 'Vous pouvez accepter dans votre tableau de bord.',
    owner_role_changed: 'Ouvrez la fiche pour voir ce que vous pouvez y faire.',
    owner_removed: 'Si c’est une erreur, demandez à son propriétaire.',
    transfer_offered: 'Vous pouvez accepter dans votre tableau de bord pendant sept jours.',
    transfer_ended: 'Elle a été retirée ou refusée. Le propriétaire reste le même.',
    owner_joined: 'Votre invitation a été acceptée.',
    owner_declined: 'Vous pouvez inviter quelqu’un d’autre.',
    transfer_accepted: 'Le token d’API et le secret du webhook ont été remplacés.',
    token_changed: 'Créé par {actor}. Le token précédent ne fonctionne plus.',
    secret_changed: '{actor} a défini une autre URL ou un autre secret.',
    webhook_failing: 'Toutes les tentatives ont échoué. Vérifiez votre récepteur, puis relancez l’envoi.',
    resend: 'Relancez ensuite l’envoi.',
    deliveries_held:
      'Trop de premières tentatives ont échoué d’affilée. Nous essayons un envoi à la fois et enverrons le reste quand votre récepteur fonctionnera de nouveau.',
    deliveries_released:
      'Votre récepteur fonctionne de nouveau. Les envois suspendus partent, du plus ancien au plus récent.',
    held_expiring: 'Reprenez le webhook dans la semaine. Sinon, ils seront annulés.',
    bot_silent: 'Vérifiez qu’il fonctionne encore et envoie son nombre de serveurs.',
    queue_waiting: 'Ils attendent depuis plus de deux jours.',
  },
  somebody: 'Quelqu’un',
  aBot: 'un bot',
  test: 'Ceci est un test',
  testBody: 'Vos notifications arrivent ici.',
  code: '{code} est votre code',
  codeBody:
    'Saisissez ce code pour recevoir les notifications par e\u2011mail\u202f: {code}\n\nIl est valable 15 minutes. Si vous ne l’avez pas demandé, ignorez cet e\u2011mail.',
  settings: 'Choisissez ce que vous recevez par e\u2011mail\u202f: {url}',
};
