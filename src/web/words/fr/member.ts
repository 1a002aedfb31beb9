import type * as en from '../en/member.ts';
import type { Translation } from '../words.ts';

export const signIn: Translation<typeof en.signIn> = {
  title: 'Se connecter',
  reason: 'Connectez-vous pour ouvrir «\u00a0{page}\u00a0».',
  toVote: 'Connectez-vous pour voter. Ensuite, un clic suffit.',
  unavailable: 'La connexion n’est pas possible sur ce site.',
  intro:
    'Connectez-vous avec votre compte {provider}. Ce site ne reçoit que votre ID utilisateur et votre nom.',
  continue: 'Continuer avec {provider}',
  failedTitle: 'Connexion impossible',
  failed: '{provider} n’a pas répondu comme prévu. Réessayez dans un instant.',
  again: 'Se reconnecter',
  developmentTitle: 'Connexion pour le développement',
  developmentIntro:
    'Aucun fournisseur de connexion n’est configuré. Ce formulaire accepte n’importe quel ID utilisateur, sur cette machine seulement.',
  developmentElsewhere:
    'Cette connexion est réservée au développement. Elle n’accepte que des requêtes directes vers localhost, sans proxy ni tunnel.',
  developmentName: 'Développeur',
  userId: 'ID utilisateur',
  userIdFormat: '17 à 19 chiffres',
  name: 'Nom',
};

export const account: Translation<typeof en.account> = {
  title: 'Compte',
  userId: 'Votre ID',
  role: 'Rôle',
  roles: { MODERATOR: 'Modération', ADMIN: 'Administration' },
  noBots: 'Ajoutez votre premier bot',
  botCount: '{count, plural, one {# fiche} many {# de fiches} other {# fiches}}',
  notices: 'Ce qui concerne vos bots et vos signalements',
  votes: 'Quand vous pourrez revoter',
  favourites: 'Les bots que vous suivez et leurs nouveautés',
  profile: 'Profil public',
  profileAbout: 'Ce que les autres voient',
  moderation: 'Fiches et signalements à vérifier',
  settings: 'Paramètres',
  appearance: 'Apparence',
  dark: 'Passer au thème sombre',
  light: 'Passer au thème clair',
  session: 'Session',
  signOutEverywhere: 'Se déconnecter de tous les appareils',
  sessions: 'Sessions actives',
  sessionsAbout: 'Nous ne conservons ni l’appareil ni l’adresse dont elles viennent.',
  sessionsEnded: 'La session est terminée.',
  sessionStarted: 'Connexion du',
  sessionCurrent: 'Cet appareil',
  sessionEnds: 'Expire le {time} sans utilisation',
  sessionEnd: 'Terminer',
  otherSessions: 'Toutes les autres',
  otherSessionsEnd: 'Terminer toutes les autres',
  moreSessions:
    '{count, plural, one {# session plus ancienne} many {# de sessions plus anciennes} other {# sessions plus anciennes}}',
  data: 'Vos données',
  dataStored:
    'Nous conservons votre ID utilisateur et votre nom, vos sessions, vos votes et leur transmission, les bots que vous suivez, vos signalements et vos fiches. Nous ne conservons pas de mot de passe, et une adresse e\u2011mail seulement si vous en ajoutez une pour vos notifications.',
  download: 'Télécharger vos données',
  downloadAbout: 'Un fichier JSON avec tout ce que nous conservons sur vous.',
  downloadButton: 'Télécharger',
  downloadTooOften: 'Vous avez téléchargé vos données trop souvent\u202f: {when}.',
  deleteAccount: 'Supprimer votre compte',
  deleteAbout: 'Vous voyez d’abord ce qui est supprimé et ce qui reste.',
  deleteButton: 'Supprimer…',
};

export const blocks: Translation<typeof en.blocks> = {
  title: 'Blocages',
  about: 'La modération en a décidé ainsi. Vous pouvez contester chaque blocage une fois.',
  kinds: {
    VOTE: 'Voter',
    SUBMIT: 'Soumettre des bots',
    REPORT: 'Signaler des bots',
    SIGN_IN: 'Se connecter',
  },
  until: 'Bloqué jusqu’au {time}',
  forGood: 'Bloqué définitivement',
  noReason: 'Ce blocage vient de l’un de vos anciens comptes, dont les données ont été supprimées.',
  over: 'Ce blocage est terminé.',
  lifted: 'Ce blocage a été levé le {time}.',
  appeal: 'Votre contestation',
  appealHint:
    '20 à 1\u202f000 caractères. Dites pourquoi le blocage est une erreur, ou ce qui va changer. La modération vous lira.',
  appealButton: 'Envoyer la contestation',
  appealTooOften: 'Vous avez envoyé trop de contestations\u202f: {when}.',
  waiting: 'Nous avons reçu votre contestation. La modération y répondra.',
  accepted: 'Votre contestation a été acceptée.',
  declined: 'Votre contestation a été refusée.',
  see: 'Voir vos blocages et contester',
  blockedTitle: 'Vous ne pouvez pas vous connecter',
  blockedIntro: 'La modération vous empêche de vous connecter. Vous voyez ici pourquoi, et pouvez contester.',
  blockedOver: 'Cette page n’est plus à jour. Reconnectez-vous pour savoir si le blocage tient encore.',
  rows: 'vos blocages',
};

export const deletion: Translation<typeof en.deletion> = {
  title: 'Supprimer votre compte',
  intro: 'C’est irréversible. Téléchargez d’abord vos données si vous voulez les garder.',
  deleted: 'Nous supprimons',
  deletes: {
    account: 'votre compte, avec votre nom et votre rôle, et toutes vos sessions',
    bots: 'les bots que vous suivez, vos invitations et vos droits de propriétaire ou de copropriétaire',
    reports: 'vos signalements clos',
    deliveries: 'les envois de vos votes qui ne sont pas arrivés\u202f: ils sont annulés',
  },
  kept: 'Nous gardons sans votre ID',
  keptWhy:
    'Des ID aléatoires le remplacent, qui ne permettent pas de remonter à vous\u202f: un par bot pour vos votes, et un autre pour tout le reste.',
  keeps: {
    votes:
      'vos votes et leur transmission, pour que les totaux, les graphiques et les journaux des bots restent justes',
    reports: 'vos signalements ouverts, car la modération les examine encore',
    decisions:
      'vos changements de l’état de fiches et vos décisions de modération, qui font partie de l’historique',
    blocks: 'vos blocages et leur date de fin, pour qu’un nouveau compte ne les lève pas',
  },
  votesKept:
    'Vous avez voté dans les 12 dernières heures. Nous gardons l’heure de ces votes sous votre ID jusqu’au {time}, pour que personne ne vote deux fois, et la supprimons dans la journée qui suit.',
  copies:
    'Nous ne pouvons pas supprimer ce que des bots ont déjà reçu sur vos votes. Adressez-vous à leurs responsables. Les sauvegardes de ce site disparaissent après un certain temps.',
  passedOn: 'Fiches transmises à un copropriétaire',
  passedOnHint: 'La première personne qui a accepté l’invitation en devient propriétaire.',
  removed: 'Fiches que nous retirons',
  removedHint:
    'Vous en êtes l’unique propriétaire. Leurs pages disparaissent, et leurs tokens et webhooks cessent de fonctionner. Pour garder une fiche, invitez d’abord un copropriétaire, qui doit accepter.',
  removes:
    '{count, plural, one {Retirer aussi cette fiche} many {Retirer aussi ces # de fiches} other {Retirer aussi ces # fiches}}',
  confirm: 'Pour confirmer, saisissez votre nom, {name}, ou votre ID utilisateur, {id}',
  button: 'Supprimer définitivement le compte',
  cancel: 'Retour à votre compte',
  tooOften: 'Vous avez essayé trop souvent\u202f: {when}.',
  doneTitle: 'Compte supprimé',
  done: 'Votre compte est supprimé, et toutes vos sessions sont terminées.',
  anew: 'Si vous vous reconnectez, vous commencez avec un nouveau compte vide.',
};

export const vote: Translation<typeof en.vote> = {
  title: 'Voter pour {name}',
  voted: 'Vous avez voté pour {name}',
  back: 'Retour à {name}',
  button: 'Voter',
  rule: 'Gratuit – un vote toutes les 12 heures.',
  captcha: 'Veuillez autoriser JavaScript depuis {host}. Il vérifie que vous êtes humain.',
  impossible: 'Le vote n’est pas possible\u202f: personne ne peut se connecter sur ce site.',
  signIn: 'Se connecter pour voter',
  counted: 'Votre vote a été pris en compte.',
  recorded: 'Merci, votre vote est enregistré.',
  again: 'Vous pourrez revoter',
  mayFrom: 'Vous pourrez voter',
  tooOften: 'Vous avez voté trop souvent\u202f: veuillez {when}.',
  over: 'Vous pouvez de nouveau voter.',
  left: 'encore {hours}\u00a0h {minutes}\u00a0min',
  countdown: 'encore {time}',
};

export const afterVote: Translation<typeof en.afterVote> = {
  total: 'Votes',
  rank: 'Classement',
  place: 'n° {rank}',
  remind: 'Ajouter à l’agenda',
  next: 'Votez ensuite pour ceux-ci',
};

export const reminder: Translation<typeof en.reminder> = {
  off: 'Me rappeler quand je pourrai revoter',
  short: 'Rappel',
  on: 'Rappel activé',
  start: 'Vous recevrez une notification sur ce site dès que les 12 heures seront passées',
  stop: 'Désactiver le rappel',
  ofFollowed:
    'Vous recevez des rappels pour tous les bots que vous suivez. Vous pouvez changer cela dans leur liste.',
  all: 'Me rappeler de voter pour chacun de ces bots',
  allOn: 'Rappels activés pour tous ces bots',
  where: 'Le rappel arrive dans vos notifications ici.',
  elsewhere: 'L’envoyer ailleurs aussi',
  tooOften: 'Vous avez modifié vos rappels trop souvent\u202f: veuillez {when}.',
};

export const myVotes: Translation<typeof en.myVotes> = {
  title: 'Mes votes',
  tabs: 'Vos listes',
  open: 'Vote possible',
  openNow: 'Vous pouvez voter maintenant',
  waiting: 'Votes des 12 dernières heures',
  votedAt: 'Dernier vote\u202f:',
  justVoted: 'Votre vote pour {name} est enregistré.',
  none: 'Vous n’avez pas encore voté.',
  noneHint: 'Les bots pour lesquels vous votez s’affichent ici, avec l’heure de votre prochain vote.',
};

export const favourite: Translation<typeof en.favourite> = {
  title: 'Bots suivis',
  label: 'Suivre',
  following: 'Suivi',
  add: 'Suivre ce bot\u202f: le retrouver et lire ses nouveautés',
  remove: 'Ne plus suivre',
  none: 'Vous ne suivez encore aucun bot.',
  noneHint:
    'Appuyez sur «\u00a0Suivre\u00a0» sur la page d’un bot pour le retrouver ici, avec ses nouveautés.',
  refused: 'Rien n’a changé',
  tooOften: 'Vous avez trop souvent changé les bots que vous suivez\u202f: veuillez {when}.',
};

export const notices: Translation<typeof en.notices> = {
  title: 'Notifications',
  noneUnread: 'Aucune notification non lue',
  unread:
    '{count, plural, one {# notification non lue} many {# notifications non lues} other {# notifications non lues}}',
  manyUnread: 'Plus de {count, number} notifications non lues',
  intro: 'Nous gardons les notifications 90 jours.',
  readAll: 'Tout marquer comme lu',
  isNew: 'Nouveau',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  none: 'Vous n’avez aucune notification.',
  noneHint:
    'Vous trouverez ici les décisions sur vos bots et vos signalements, les envois échoués, les invitations, les nouveautés des bots que vous suivez et le moment où vous pourrez revoter.',
  refused: 'Rien n’a changé',
  tooOften: 'Vous avez changé cela trop souvent\u202f: {when}.',
  queue: 'file d’attente',
  VOTE_OPEN: 'Vous pouvez de nouveau voter pour {name}.',
  NEWS_PUBLISHED: '{name} a des nouveautés\u202f:',
  REPORT_CLOSED: 'Nous avons donné suite à votre signalement sur {name}. Merci\u202f!',
  USER_BLOCKED: {
    VOTE: 'Vous ne pouvez plus voter. Voir {name}.',
    SUBMIT: 'Vous ne pouvez plus soumettre de bots. Voir {name}.',
    REPORT: 'Vous ne pouvez plus signaler de bots. Voir {name}.',
    SIGN_IN: 'Votre connexion était bloquée. Voir {name}.',
  },
  BLOCK_REVIEWED: {
    LIFTED: 'Un blocage a été levé. Voir {name}.',
    DECLINED: 'Votre contestation a été refusée. Voir {name}.',
  },
  OWNER_INVITED: '{actor} vous invite dans l’équipe de {name}.',
  OWNER_ROLE_CHANGED: 'Votre rôle dans l’équipe de {name} a changé.',
  OWNER_REMOVED: 'Vous ne gérez plus {name}.',
  TRANSFER_OFFERED: '{actor} souhaite vous céder {name}. Vous pouvez accepter pendant sept jours.',
  TRANSFER_ENDED: 'L’offre de céder {name} a pris fin.',
  LISTING_DECIDED: {
    APPROVED: '{name} est public.',
    REJECTED: '{name} est refusé.',
    SUSPENDED: '{name} est suspendu.',
  },
  EDIT_DECIDED: {
    ACCEPTED: 'Vos modifications de {name} ont été acceptées.',
    REFUSED: 'Vos modifications de {name} ont été refusées.',
    REVERTED: 'Vos modifications de {name} ont été annulées.',
  },
  PICTURE_TAKEN_DOWN: {
    BANNER: 'La modération a retiré la bannière de {name}.',
    SCREENSHOT: 'La modération a retiré une capture de {name}.',
  },
  VOTES_VOIDED: {
    VOIDED:
      'La modération a invalidé {count, plural, one {# vote} many {# votes} other {# votes}} pour {name}.',
    RESTORED:
      'La modération a rétabli {count, plural, one {# vote} many {# votes} other {# votes}} pour {name}.',
  },
  WEBHOOK_FAILING: 'Un vote pour {name} n’a pas été transmis\u202f: toutes les tentatives ont échoué.',
  DELIVERIES_HELD:
    'Les envois pour {name} sont suspendus, car trop de premières tentatives ont échoué d’affilée.',
  DELIVERIES_RELEASED: 'Le récepteur de {name} fonctionne de nouveau. Les envois suspendus partent.',
  HELD_EXPIRING:
    '{count, plural, one {# envoi suspendu pour {name} sera annulé} many {# d’envois suspendus pour {name} seront annulés} other {# envois suspendus pour {name} seront annulés}} d’ici une semaine.',
  BOT_SILENT: '{name} n’a envoyé aucun chiffre depuis sept jours.',
  OWNER_JOINED: '{actor} a rejoint l’équipe de {name}.',
  OWNER_DECLINED: '{actor} a refusé votre invitation à {name}.',
  TRANSFER_ACCEPTED:
    '{actor} est le nouveau propriétaire de {name}. Le token et le secret du webhook ont été remplacés.',
  TOKEN_CHANGED: 'Le token d’API de {name} a été changé.',
  SECRET_CHANGED: 'Le webhook de {name} a été changé.',
  QUEUE_WAITING:
    '{count, plural, one {# élément attend} many {# éléments attendent} other {# éléments attendent}} depuis plus de deux jours dans la {name}.',
};

export const noticeSettings: Translation<typeof en.noticeSettings> = {
  title: 'Paramètres des notifications',
  intro:
    'Choisissez où nous vous informons de chaque évènement. «\u00a0Partout\u00a0» signifie sur ce site et dans vos canaux.',
  back: 'Notifications',
  kind: 'Évènement',
  deliveries: { NONE: 'Nulle part', SITE: 'Ici', EVERYWHERE: 'Partout' },
  readers: { everybody: 'Pour vous', owners: 'Pour les propriétaires', moderators: 'Pour la modération' },
  kinds: {
    VOTE_OPEN: 'Vous pouvez voter de nouveau',
    NEWS_PUBLISHED: 'Nouveautés d’un bot que vous suivez',
    REPORT_CLOSED: 'Nous avons donné suite à votre signalement',
    USER_BLOCKED: 'Vous êtes bloqué pour une action',
    BLOCK_REVIEWED: 'Un blocage est levé, ou votre contestation refusée',
    OWNER_INVITED: 'On vous invite dans l’équipe d’un bot',
    OWNER_ROLE_CHANGED: 'Votre rôle dans une équipe a changé',
    OWNER_REMOVED: 'Vous ne gérez plus un bot',
    TRANSFER_OFFERED: 'On souhaite vous céder un bot',
    TRANSFER_ENDED: 'L’offre de céder un bot a pris fin',
    LISTING_DECIDED: 'Décision sur votre fiche',
    EDIT_DECIDED: 'Décision sur vos modifications',
    PICTURE_TAKEN_DOWN: 'La modération a retiré une image',
    VOTES_VOIDED: 'Des votes ont été invalidés ou rétablis',
    WEBHOOK_FAILING: 'Un vote n’a pas été transmis',
    DELIVERIES_HELD: 'Les envois sont suspendus car ils échouent',
    DELIVERIES_RELEASED: 'Les envois suspendus repartent',
    HELD_EXPIRING: 'Des envois suspendus seront bientôt annulés',
    BOT_SILENT: 'Votre bot n’envoie plus de chiffres',
    OWNER_JOINED: 'Un copropriétaire a accepté',
    OWNER_DECLINED: 'Une invitation a été refusée',
    TRANSFER_ACCEPTED: 'Un bot a un nouveau propriétaire',
    TOKEN_CHANGED: 'Token d’API changé',
    SECRET_CHANGED: 'Webhook changé',
    QUEUE_WAITING: 'Des éléments attendent depuis deux jours dans la file',
  },
  save: 'Enregistrer',
  saved: 'Vos paramètres sont enregistrés.',
};

export const noticeChannels: Translation<typeof en.noticeChannels> = {
  title: 'Canaux',
  none: 'Vous n’avez aucun canal. Tant que vous n’en ajoutez pas, «\u00a0Partout\u00a0» signifie sur ce site seulement.',
  kinds: { PUSH: 'Ce navigateur', EMAIL: 'E-mail', DISCORD: 'Discord', SLACK: 'Slack' },
  hints: {
    PUSH: 'Une notification sur cet appareil, même quand ce site est fermé. Sur iPhone et iPad, ajoutez d’abord ce site à l’écran d’accueil.',
    EMAIL: 'Nous envoyons d’abord un code à cette adresse.',
    DISCORD:
      'Un message dans un salon de votre serveur. L’URL se trouve dans Paramètres du serveur, Intégrations, Webhooks.',
    SLACK: 'Un message dans un canal de votre espace de travail, par un webhook entrant.',
  },
  fields: { EMAIL: 'Adresse e\u2011mail', DISCORD: 'URL du webhook', SLACK: 'URL du webhook' },
  examples: { DISCORD: 'https://discord.com/api/webhooks/…', SLACK: 'https://hooks.slack.com/services/…' },
  turnOn: 'Activer',
  add: 'Ajouter',
  pushDenied:
    'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses paramètres, puis réessayez.',
  pushFailed: 'Votre navigateur n’a pas pu activer les notifications. Réessayez plus tard.',
  noPush: 'Ce navigateur ne prend pas en charge les notifications push.',
  code: 'Code reçu par e\u2011mail',
  confirm: 'Confirmer',
  test: 'Envoyer un test',
  testNamed: 'Envoyer un test\u202f: {label}',
  remove: 'Supprimer',
  removeNamed: 'Supprimer\u202f: {label}',
  failures: {
    GONE: 'Le destinataire n’existe plus.',
    REFUSED: 'Le destinataire a refusé le dernier message.',
    UNAVAILABLE: 'Le dernier message n’a pas pu être remis.',
  },
  outcomes: {
    saved: 'Vos canaux sont enregistrés.',
    code: 'Nous avons envoyé un code à cette adresse. Il est valable 15 minutes.',
    sent: 'Le test est arrivé.',
    failed: 'Le test n’est pas arrivé.',
  },
};

export const report: Translation<typeof en.report> = {
  title: 'Signaler {name}',
  intro:
    'Dites à l’équipe de modération ce qui ne va pas avec ce bot ou sa page. Les propriétaires ne voient pas qui l’a signalé.',
  category: 'Qu’est-ce qui ne va pas\u202f?',
  noCategory: 'Choisissez ce qui ne va pas.',
  categories: {
    BROKEN: 'Ne fonctionne pas, ou n’existe plus',
    IMPERSONATION: 'Usurpation d’identité',
    ABUSIVE: 'Injurieux, haineux ou inadapté à tous les publics',
    MALICIOUS: 'Vole des données, espionne ou cause des dégâts',
    SPAM: 'Spam ou publicité indésirable',
    OTHER: 'Autre chose',
  },
  text: 'Que s’est-il passé\u202f?',
  original: 'Quel est l’original\u202f?',
  textHint: '10 à 1\u202f000 caractères.',
  button: 'Envoyer le signalement',
  done: 'Merci. L’équipe de modération examinera votre signalement.',
  signIn: 'Se connecter pour signaler',
  signedOut:
    'Votre session a expiré, rien n’a donc été envoyé. Connectez-vous, revenez sur cette page et envoyez de nouveau.',
  impossible: 'Le signalement n’est pas possible\u202f: personne ne peut se connecter sur ce site.',
  tooOften: 'Vous avez fait trop de signalements\u202f: veuillez {when}.',
};
