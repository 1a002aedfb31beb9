import type * as en from '../en/moderation.ts';
import type { Translation } from '../words.ts';

export const moderation: Translation<typeof en.moderation> = {
  queue: 'File d’attente',
  empty: 'Tout est traité. Les nouvelles fiches et les signalements attendront ici.',
  more: 'Charger plus',
  submitted: 'soumise',
  reports: '{count, plural, one {un signalement} many {# de signalements} other {# signalements}}',
  choose: 'Choisissez une fiche dans la file d’attente.',
  chooseOther: 'Il n’y a rien à vérifier. Trouvez n’importe quelle fiche par son nom ou son ID.',
  gone: 'Cette fiche n’existe pas.',
  lookUp: 'Trouver une fiche',
  lookUpHint: 'Le début de son nom ou de celui d’un propriétaire, ou l’un de leurs ID.',
  lookUpButton: 'Rechercher',
  nothingFound: 'Aucune fiche trouvée.',
  found: '{count, plural, one {Une fiche\u202f:} many {# de fiches\u202f:} other {# fiches\u202f:}}',
  firstFound: 'Les premières fiches\u202f:',
  moreFound: 'Afficher plus',
  approve: 'Approuver',
  reject: 'Refuser…',
  suspend: 'Suspendre…',
  restore: 'Rétablir',
  rejectNow: 'Refuser',
  suspendNow: 'Suspendre',
  takeDown: 'Retirer…',
  takeDownNow: 'Retirer',
  takenDown: 'L’image est retirée. Les propriétaires lisent le motif.',
  reason: 'Motif',
  reasonHint: '10 à 500 caractères. Les propriétaires le lisent.',
  closesReports: 'Marquer aussi les signalements ouverts comme résolus',
  openReports: 'Signalements ouverts',
  dismiss: 'Rejeter les signalements',
  acted: 'Marquer comme résolus',
  closed:
    '{count, plural, one {Un signalement est clos.} many {# de signalements sont clos.} other {# signalements sont clos.}}',
  done: {
    APPROVE: '{name} est public.',
    REJECT: '{name} est refusé.',
    SUSPEND: '{name} est suspendu.',
    RESTORE: '{name} est de nouveau public.',
  },
  text: 'Description détaillée',
  noText: 'Il n’y a pas de description détaillée.',
  pictures: 'Bannière et captures d’écran',
  notDescribed: 'Sans description.',
  links: 'Liens',
  invite: 'Invitation',
  temporal: 'Envois dans l’interface de Temporal',
  shortcuts: 'Clavier',
  shortcutsOn: 'Les raccourcis à une touche sont actifs',
  keys: {
    j: 'fiche suivante',
    k: 'fiche précédente',
    a: 'approuver, ou rétablir une fiche suspendue\u202f; accepter ou garder des modifications',
    r: 'refuser\u202f: demande le motif\u202f; refuser ou annuler des modifications',
    s: 'suspendre\u202f: demande le motif',
    d: 'rejeter les signalements ouverts, avec Entrée',
    c: 'prendre, rendre ou reprendre la fiche',
    n: 'écrire une note',
    u: 'annuler la dernière décision',
    '/': 'trouver une fiche',
    '?': 'afficher ou masquer ces touches',
    Escape: 'quitter le motif, retour à la file d’attente',
  },
  categories: {
    ABUSIVE: 'injurieux',
    BROKEN: 'en panne',
    IMPERSONATION: 'usurpation',
    MALICIOUS: 'malveillant',
    OTHER: 'autre',
    SPAM: 'spam',
  },
  notDone: 'Votre décision sur {name} n’a pas été enregistrée.',
  upToDate: 'Vous voyez maintenant la dernière version.',
  outdated: 'La file d’attente n’a pas pu être rechargée et n’est peut-être plus à jour.',
  pressEnter: 'Appuyez sur Entrée\u202f: {button}',
  lookFirst: 'Regardez d’abord la fiche. Appuyez ensuite de nouveau sur la touche.',
  overtaken: {
    PENDING: '{name} a de nouveau soumis cette fiche.',
    APPROVED: '{name} a décidé\u202f: cette fiche est publique.',
    REJECTED: '{name} a décidé\u202f: cette fiche est refusée.',
    SUSPENDED: '{name} a décidé\u202f: cette fiche est suspendue.',
    REMOVED: '{name} a supprimé cette fiche.',
  },
  somebody: 'Quelqu’un d’autre',
  changed: 'Cette fiche a changé depuis que vous l’avez ouverte.',
  reportsClosed: 'Quelqu’un d’autre a clos ces signalements.',
  showLatest: 'Afficher la dernière version',
  notPossible: 'Cette action n’est pas possible dans l’état actuel de la fiche.',
};

export const moderationTools: Translation<typeof en.moderationTools> = {
  claim: {
    none: 'Personne ne traite cette fiche.',
    mine: 'Vous la traitez jusqu’à',
    by: 'Traitée par {name} jusqu’à',
    short: 'traitée par {name}',
    claim: 'Prendre en charge',
    release: 'Rendre',
    takeOver: 'Reprendre',
  },
  undo: {
    label: 'Décisions que vous pouvez annuler',
    undo: 'Annuler ({seconds})',
    about: 'Vous pouvez annuler votre décision sur {name}.',
    undoOf: 'Annuler la décision sur {name}',
    done: 'La décision est annulée.',
    undone: 'annulée',
  },
  lookAlikes: {
    title: 'Noms similaires',
    none: 'Aucune autre fiche n’a un nom qui ressemble à celui-ci.',
    noServerCount: 'nombre de serveurs inconnu',
    servers: '{count, plural, one {# serveur} many {# de serveurs} other {# serveurs}}',
  },
  permissions: {
    title: 'Permissions de l’invitation',
    none: 'L’invitation ne demande aucune permission.',
    noMember: 'Le bot n’ajoute que des commandes, les permissions ne s’appliquent donc pas.',
    dangerous:
      '{count, plural, one {Une permission dangereuse} many {# de permissions dangereuses} other {# permissions dangereuses}}',
    others:
      '{count, plural, one {Une autre permission} many {# d’autres permissions} other {# autres permissions}}',
    unknown:
      '{count, plural, one {Un bit a un sens inconnu.} many {# de bits ont un sens inconnu.} other {# bits ont un sens inconnu.}}',
  },
  owners: {
    title: 'Propriétaires',
    application: 'L’application sur Discord\u202f:',
    listings:
      '{count, plural, one {# fiche} many {# de fiches} other {# fiches}}, dont {open, number} en ligne',
    setbacks: 'Refus et suspensions précédents de {name}',
    thisListing: 'cette fiche',
  },
  age: {
    days: '{count, plural, one {âge\u202f: # jour} many {âge\u202f: # de jours} other {âge\u202f: # jours}}',
    months: '{count, plural, one {âge\u202f: # mois} many {âge\u202f: # de mois} other {âge\u202f: # mois}}',
    years: '{count, plural, one {âge\u202f: # an} many {âge\u202f: # d’années} other {âge\u202f: # ans}}',
  },
  links: {
    check: 'Vérifier où mènent les liens',
    checked:
      '{count, plural, one {Un lien est vérifié.} many {# de liens sont vérifiés.} other {# liens sont vérifiés.}}',
    noRedirect: 'pas de redirection',
    leadsTo:
      '{count, plural, one {après une redirection\u202f:} many {après # de redirections\u202f:} other {après # redirections\u202f:}}',
    failures: {
      blocked: 'pas une adresse https publique',
      refused: 'connexion refusée',
      unreachable: 'injoignable',
      proxy: 'injoignable par le proxy du service',
      tls: 'certificat non valide',
      timeout: 'pas de réponse à temps',
      reset: 'connexion fermée',
      protocol: 'pas un serveur web',
      too_large: 'en-têtes trop volumineux',
      redirects: 'trop de redirections',
    },
  },
  notes: {
    title: 'Notes privées',
    add: 'Ajouter une note',
    hint: 'Seule la modération la lit. 2\u202f000 caractères au plus.',
    send: 'Ajouter la note',
    added: 'La note est ajoutée.',
  },
  featured: {
    title: 'À la une de l’accueil',
    until: 'Dernier jour',
    untilHint: '60 jours au plus à partir d’aujourd’hui.',
    place: 'Place',
    placeHint: 'La place 1 vient en premier.',
    reason: 'Pourquoi il vaut le détour',
    reasonHint: 'Une phrase pour tout le monde, 120 caractères au plus.',
    feature: 'Mettre à la une',
    change: 'Modifier',
    end: 'Arrêter maintenant',
    done: 'Le bot est maintenant à la une.',
    ended: 'Le bot n’est plus à la une.',
    now: 'en ce moment, place {place}',
    over: 'terminé',
  },
  templates: {
    title: 'Partir d’un modèle',
    choose: 'Choisir…',
    language: 'Langue du modèle',
    of: {
      REJECT: {
        offline: 'Bot hors ligne',
        commandsFail: 'Commandes en panne',
        tooShort: 'Description trop vague',
        similarName: 'Nom semblable à un autre bot',
        tooManyPermissions: 'Trop de permissions',
        brokenLink: 'Lien mort',
      },
      SUSPEND: {
        spam: 'Spam',
        malicious: 'Malveillant',
        offlineForLong: 'Hors ligne depuis longtemps',
        impersonation: 'Usurpation d’identité',
      },
      REFUSE: {
        similarName: 'Nom semblable à un autre bot',
        unsafeLink: 'Un lien mène à un endroit peu sûr',
        tooManyPermissions: 'Trop de permissions',
        misleading: 'Trompeur',
      },
      TAKE_DOWN: {
        private: 'Messages ou données privés',
        notTheBot: 'Ne montre pas le bot',
        adult: 'Ne convient pas à tout public',
        misleading: 'Trompeuse',
      },
    },
  },
};

export const team: Translation<typeof en.team> = {
  caption: 'Modération et administration',
  alone: 'L’équipe ne compte encore personne d’autre. Donnez un rôle ci-dessous.',
  id: 'ID utilisateur',
  role: 'Rôle',
  roles: { MODERATOR: 'modération', ADMIN: 'administration' },
  configured: 'défini dans la configuration',
  grant: 'Donner un rôle à quelqu’un',
  grantHint: 'Cette personne doit s’être connectée ici une fois.',
  grantButton: 'Donner le rôle',
  granted: '{name} a maintenant le rôle.',
  take: 'Retirer le rôle à {name}',
  takeWarning: '{name} ne pourra plus modérer.',
  taken: '{name} n’a plus de rôle.',
};

export const reasons: Translation<typeof en.reasons> = {
  REJECT: {
    offline:
      'Le bot était hors ligne lorsque nous l’avons essayé. Remettez-le en ligne et soumettez-le de nouveau.',
    commandsFail:
      'Le bot n’a pas répondu à ses commandes lors de notre essai. Vérifiez qu’elles fonctionnent sur un nouveau serveur.',
    tooShort:
      'La description ne dit pas ce que fait le bot. Décrivez ses fonctions et ses principales commandes.',
    similarName:
      'Le nom ou l’image peut être confondu avec un autre bot. Choisissez-en qui vous soient propres.',
    tooManyPermissions:
      'L’invitation demande des permissions dont le bot n’a pas besoin. Ne demandez que celles que ses fonctions utilisent.',
    brokenLink: 'Un lien de la fiche ne fonctionne pas, ou mène ailleurs que ce qu’il annonce. Corrigez-le.',
  },
  SUSPEND: {
    spam: 'Le bot envoie des publicités ou des messages que personne n’a demandés.',
    malicious:
      'Le bot nuit à des serveurs ou à leurs membres, ou prend des données qu’il ne devrait pas avoir.',
    offlineForLong: 'Le bot est hors ligne depuis longtemps. Prévenez-nous quand il sera de retour.',
    impersonation: 'Le bot se fait passer pour un autre bot, ou appartient à quelqu’un d’autre.',
  },
  REFUSE: {
    similarName:
      'Le nouveau nom peut être confondu avec un autre bot. Choisissez un nom qui vous est propre.',
    unsafeLink:
      'Un nouveau lien mène à un site que nous ne pouvons pas recommander, ou ailleurs que ce qu’il annonce.',
    tooManyPermissions:
      'L’invitation demande des permissions sensibles dont les fonctions du bot n’ont pas besoin.',
    misleading: 'Le nouveau texte annonce ce que le bot ne fait pas.',
  },
  TAKE_DOWN: {
    private:
      'L’image montre des messages ou des données de personnes qui n’ont peut-être pas donné leur accord.',
    notTheBot: 'L’image ne montre ni le bot ni ce qu’il fait.',
    adult: 'L’image ne convient pas à toutes les personnes qui visitent ce site.',
    misleading: 'L’image montre des fonctions que le bot n’a pas, ou la marque de quelqu’un d’autre.',
  },
};
