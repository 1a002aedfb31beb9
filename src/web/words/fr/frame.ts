import type * as en from '../en/frame.ts';
import type { Translation } from '../words.ts';

export const navigation: Translation<typeof en.navigation> = {
  skip: 'Aller au contenu',
  label: 'Site',
  directory: 'Bots',
  dashboard: 'Mes bots',
  moderation: 'Modération',
  submit: 'Ajouter votre bot',
  docs: 'Développeurs',
  menu: 'Menu',
  search: 'Recherche sur le site',
  theme: 'Basculer entre clair et sombre',
  signOut: 'Se déconnecter',
  api: 'Fichier OpenAPI',
  home: 'Accueil',
};

export const footer: Translation<typeof en.footer> = {
  find: 'Trouver des bots',
  newest: 'Bots les plus récents',
  build: 'Pour les développeurs',
  reference: 'API REST',
  site: 'Ce site',
  language: 'Langue',
};

export const palette: Translation<typeof en.palette> = {
  label: 'Rechercher un bot ou aller à…',
  places: 'Aller à',
  actions: 'Actions',
  keys: '↑ ↓ pour choisir · Entrée pour ouvrir · Échap pour fermer',
  recent: 'Recherches récentes',
  clear: 'Effacer les recherches récentes',
  searchFor: 'Rechercher «\u00a0{text}\u00a0»',
  nothing: 'Rien trouvé. Appuyez sur Entrée pour lancer la recherche.',
  shortcut: 'Ctrl K',
};

export const synonyms: Translation<typeof en.synonyms> = {
  '/': 'accueil début',
  '/bots': 'répertoire liste chercher tous trouver',
  '/bots?order=newest': 'nouveau nouveaux récents derniers',
  '/bots?order=servers': 'serveurs populaires grands',
  '/bots?order=trending': 'tendance tendances semaine',
  '/compare': 'comparer comparaison difference',
  '/votes': 'voter vote votes historique',
  '/favourites': 'favoris enregistrés suivis suivre',
  '/notices': 'notifications messages cloche non lues',
  '/account': 'compte profil paramètres réglages moi utilisateur',
  '/dashboard': 'gérer mes bots modifier tableau',
  '/moderation': 'modération modérateurs file signalements',
  '/docs': 'documentation développeurs aide guide bibliothèque',
  '/docs/api': 'référence',
  '/submit': 'ajouter proposer inscrire nouveau bot',
  '/sign-in': 'connexion connecter compte voter',
  '/sign-out': 'déconnexion se déconnecter quitter',
  '/about': 'à propos qui',
  '/review': 'vérification vérifications contrôle sécurité',
  '/ranking': 'classement rang ordre tri voter votes',
  '/privacy': 'confidentialité données rgpd vie privée',
  '/terms': 'conditions utilisation règles',
  '/contact': 'contact courriel aide',
  '/imprint': 'mentions légales éditeur',
  theme: 'sombre clair thème nuit jour couleurs mode',
  language: 'langue',
};

export const sitePages: Translation<typeof en.sitePages> = {
  about: 'À propos',
  review: 'Nos vérifications',
  ranking: 'Notre classement',
  privacy: 'Confidentialité',
  terms: 'Conditions d’utilisation',
  contact: 'Contact',
  imprint: 'Mentions légales',
};

export const reviewTime: Translation<typeof en.reviewTime> = {
  waiting:
    'En ce moment, {count, plural, =0 {aucune fiche n’attend} one {une fiche attend} many {# de fiches attendent} other {# fiches attendent}} une vérification.',
};

export const dashboard: Translation<typeof en.dashboard> = {
  label: 'Tableau de bord',
  bots: 'Mes bots',
  submit: 'Ajouter votre bot',
  moderation: 'Modération',
  team: 'Équipe',
  user: 'Utilisateur',
  log: 'Journal',
  edit: 'Gérer {name}',
  editLabel: 'Gérer ce bot',
  tabs: {
    overview: 'Aperçu',
    listing: 'Fiche',
    api: 'API',
    webhook: 'Webhook',
    team: 'Équipe',
    settings: 'Paramètres',
  },
  roleMissing: 'Votre compte n’a pas le rôle nécessaire pour cette page.',
  purposes: {
    bots: 'La liste de vos bots',
    submit: 'Le formulaire d’ajout d’un bot',
    edit: 'La gestion d’un bot',
    moderation: 'La file de modération',
    team: 'La liste de l’équipe de modération',
    user: 'La page d’une personne',
  },
  needsJavaScript:
    '{purpose} nécessite JavaScript, qui est désactivé dans ce navigateur. Vous pouvez faire la même chose avec l’API GraphQL à l’adresse',
};

export const docs: Translation<typeof en.docs> = {
  navigation: 'Documentation',
  groups: { Start: 'Débuter', Libraries: 'Bibliothèques', Reference: 'Référence' },
  start: 'Pour les développeurs',
  listing: 'Votre fiche',
  reference: 'Référence REST',
  webhooks: 'Webhooks',
  errors: 'Erreurs',
  changes: 'Changements',
  language: 'Cette documentation n’existe qu’en anglais.',
  ownBot: 'Les exemples montrent l’ID de',
  chooseBot: 'Afficher',
};

export const failures: Translation<typeof en.failures> = {
  methodTitle: 'Méthode non autorisée',
  method: 'Cette page n’accepte pas ce type de requête.',
  foreignTitle: 'Requête refusée',
  foreign: 'Ce formulaire a été envoyé depuis un autre site, il n’a donc pas été accepté.',
  missing: {
    page: {
      title: 'Page introuvable',
      sentence: 'Cette page n’existe pas. Recherchez un bot ou choisissez une catégorie.',
    },
    bot: {
      title: 'Bot introuvable',
      sentence: 'Ce bot n’est pas inscrit ici. Il a peut-être été retiré, ou le lien est erroné.',
    },
    user: {
      title: 'Aucun bot ici',
      sentence: 'Ce profil n’a pas de bot public, ou le lien est erroné.',
    },
  },
  inputTitle: 'Requête non valide',
  input: 'Cette requête n’est pas valide. Vérifiez l’adresse ou votre saisie.',
  tooOftenTitle: 'Trop de requêtes',
  tooOften: 'Veuillez {when}.',
  tooSlowTitle: 'Trop lent',
  tooSlow: 'Votre envoi a mis trop de temps à arriver. Réessayez.',
  tooLargeTitle: 'Trop volumineux',
  tooLarge: 'Votre envoi est trop volumineux.',
  busyTitle: 'Le site est très sollicité',
  busy: 'Nous recevons trop de visites en ce moment. Veuillez réessayer dans quelques secondes.',
  brokenTitle: 'Un problème est survenu',
  broken: 'Veuillez réessayer dans un instant.',
  reference: 'Si cela se reproduit, signalez-nous cette référence\u202f: {id}',
};

export const tryAgain: Translation<typeof en.tryAgain> = {
  seconds:
    '{count, plural, one {réessayer dans # seconde} many {réessayer dans # de secondes} other {réessayer dans # secondes}}',
  minutes:
    '{count, plural, one {réessayer dans # minute} many {réessayer dans # de minutes} other {réessayer dans # minutes}}',
  hours:
    '{count, plural, one {réessayer dans # heure} many {réessayer dans # d’heures} other {réessayer dans # heures}}',
};

export const held: Translation<typeof en.held> = {
  how: 'Vous pouvez annuler pendant 10 secondes.',
  undo: 'Annuler ({seconds})',
  undoOf: 'Annuler\u202f: {name}',
  undone: 'Annulé. Rien n’a été modifié.',
  notDone: 'Votre décision sur {name} n’a pas été enregistrée.',
  show: 'Ouvrir {name}',
};

export const drafts: Translation<typeof en.drafts> = {
  restored: 'Votre brouillon du {time} est de retour.',
  discard: 'Supprimer le brouillon',
  signIn: 'Se connecter (nouvel onglet)',
  ended: 'Votre session a expiré',
  endedHow: 'Reconnectez-vous dans un nouvel onglet. Votre saisie reste ici et sera ensuite envoyée.',
  otherUser: 'Vous êtes connecté avec un autre compte',
  otherUserHow:
    'Votre saisie appartient au compte qui a ouvert cette page. Pour l’envoyer, reconnectez-vous avec ce compte.',
  conflict: 'Quelqu’un d’autre a enregistré des modifications entre-temps',
  choose:
    'Choisissez une version pour chaque champ, puis enregistrez. Vous pouvez encore modifier les champs ci-dessus.',
  noneDiffers: 'Votre saisie est conservée et les deux versions sont identiques. Enregistrez de nouveau.',
  mine: 'Votre version',
  theirs: 'L’autre version',
  allMine: 'Votre version partout',
  allTheirs: 'L’autre version partout',
};

export const common: Translation<typeof en.common> = {
  loading: 'Chargement…',
  offline: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  broken: 'Un problème est survenu. Réessayez plus tard.',
  signedOut: 'Votre session est terminée.',
  signIn: 'Se reconnecter',
  tryAgain: 'Réessayer',
  stale: 'Cette page n’est peut-être plus à jour.',
  tooOften: 'Trop de requêtes. Réessayez dans {wait}.',
  tooOftenUntil: 'La limite est atteinte pour le moment. De nouveau possible à partir du {time}.',
  wait: {
    seconds: '{count, plural, one {# seconde} many {# de secondes} other {# secondes}}',
    minutes: '{count, plural, one {# minute} many {# de minutes} other {# minutes}}',
    hours: '{count, plural, one {# heure} many {# d’heures} other {# heures}}',
  },
  unknown: '–',
  cancel: 'Annuler',
  copy: 'Copier',
  copied: 'Copié.',
  notCopied: 'Ce navigateur ne peut pas copier ici. Sélectionnez le texte et copiez-le vous-même.',
  leaveUnsaved: 'Vos modifications ne sont pas enregistrées. Quitter la page quand même\u202f?',
  soon: '{day} à {time}',
  optional: 'facultatif',
  labelled: '{label}\u202f: {value}',
  idProblem: 'Un ID comporte 17 à 19 chiffres.',
  saved: 'Enregistré.',
  states: {
    PENDING: 'en attente de vérification',
    APPROVED: 'publique',
    REJECTED: 'refusée',
    SUSPENDED: 'suspendue',
    REMOVED: 'supprimée',
  },
};

export const moderationLog: Translation<typeof en.moderationLog> = {
  empty: 'Aucune décision ne correspond à ces filtres.',
  cut: 'Cette liste est tronquée. Choisissez une période plus courte pour voir toutes les décisions.',
  kind: 'Décision',
  any: 'toutes',
  moderator: 'ID du modérateur',
  bot: 'ID du bot',
  from: 'Du',
  until: 'Au',
  filter: 'Filtrer',
  download: 'Télécharger en CSV',
  older: 'Décisions plus anciennes',
  newest: 'Décisions les plus récentes',
  time: 'Date',
  by: 'Décision de',
  about: 'Bot',
  reason: 'Motif',
  kinds: {
    APPROVE: 'approuvée',
    REJECT: 'refusée',
    SUSPEND: 'suspendue',
    RESTORE: 'rétablie',
    TAKE_DOWN: 'image retirée',
    EDIT_ACCEPTED: 'modifications acceptées',
    EDIT_REFUSED: 'modifications refusées',
    EDIT_REVERTED: 'modifications annulées',
    REPORTS_ACTED: 'signalements traités',
    REPORTS_DISMISSED: 'signalements rejetés',
  },
};
