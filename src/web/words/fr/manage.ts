import type * as en from '../en/manage.ts';
import type { Translation } from '../words.ts';

export const bots: Translation<typeof en.bots> = {
  empty: 'Vous n’avez pas encore de bot ici.',
  emptyHint: 'Ajoutez le premier\u202f: son ID d’application suffit pour commencer.',
  submit: 'Ajouter votre bot',
  votes: 'Votes',
  servers: 'Serveurs',
  lastReport: 'Mise à jour',
  never: 'jamais',
  manage: 'Gérer {name}',
  publicPage: 'Page publique',
  preview: 'Aperçu',
  silent: 'inactif',
  webhooks: { FAILING: 'webhook en échec', HELD: 'envois suspendus' },
  search: 'Rechercher parmi vos bots',
  nothing: 'Aucun bot trouvé.',
  found: '{count, plural, one {# bot} many {# de bots} other {# bots}}',
};

export const invitations: Translation<typeof en.invitations> = {
  title: 'Invitations',
  what: {
    MANAGE: '{inviter} vous invite à gérer {name} comme copropriétaire. Votre nom s’affichera sur sa page.',
    REPORTS:
      '{inviter} vous invite à consulter les chiffres, les envois et l’historique de {name}. Vous ne pourrez rien y modifier.',
  },
  somebody: 'Quelqu’un',
  accept: 'Accepter {name}',
  decline: 'Refuser {name}',
  acceptAll: 'Tout accepter',
  declineAll: 'Tout refuser',
  offer: '{owner} souhaite vous céder {name}. Vous pouvez accepter jusqu’au {time}.',
  take: 'Reprendre {name}',
  takeWarning:
    'Vous en devenez propriétaire. Le token d’API et le secret du webhook sont remplacés immédiatement\u202f: le bot a besoin des nouveaux. Vous ne les verrez qu’une fois. Les votes sont toujours envoyés à l’URL actuelle du webhook. Vérifiez qu’elle est à vous.',
  taken: '{name} est maintenant à vous. Donnez à son programme le nouveau token et le nouveau secret.',
  webhookStays:
    'Les votes sont toujours envoyés à l’URL actuelle du webhook. Vérifiez qu’elle est à vous\u202f:',
  keptAt: 'Pendant 10 minutes, vous les trouvez aussi ici\u202f:',
  tokenOf: 'Nouveau token d’API de {name}',
  secretOf: 'Nouveau secret du webhook de {name}',
};

export const reviewWait: Translation<typeof en.reviewWait> = {
  waiting:
    '{count, plural, one {Une fiche attend une vérification.} many {# de fiches attendent une vérification.} other {# fiches attendent une vérification.}}',
  usual: 'Ces 30 derniers jours, la moitié des vérifications ont pris moins de {wait}.',
  unknown: 'Il y a eu trop peu de vérifications ces 30 derniers jours pour en estimer la durée.',
};

export const submit: Translation<typeof en.submit> = {
  step1: 'Quel bot\u202f?',
  id: 'L’ID d’application du bot',
  idHint: '17 à 19 chiffres. Vous le trouvez sur les pages développeur de Discord.',
  next: 'Continuer',
  notFound:
    'Nous n’avons pas pu obtenir les détails de cette application auprès de Discord. Vérifiez l’ID, ou saisissez les détails vous-même.',
  filledIn: 'Le nom et la description viennent de Discord. Vérifiez-les.',
  step2: 'La fiche de {id}',
  other: 'Un autre bot',
  otherWarning: 'Votre saisie sur cette page sera perdue.',
  otherConfirm: 'L’abandonner et choisir un autre bot',
  listed: 'Ce bot est déjà inscrit.',
  openPage: 'Ouvrir sa page',
  openDashboard: 'Le gérer dans votre tableau de bord',
  send: 'Soumettre pour vérification',
  what: 'Nous vérifions chaque bot avant sa mise en ligne. Vous pouvez le configurer en attendant.',
};

export const allowance: Translation<typeof en.allowance> = {
  left: 'Il vous en reste {left} sur {all} aujourd’hui.',
  none: 'Vous avez atteint la limite du jour, qui est de {all}. De nouveau possible à partir du {time}.',
};

export const sections: Translation<typeof en.sections> = {
  state: 'État',
  checklist: 'Pour commencer',
  charts: 'Les 30 derniers jours',
  votes: 'Votes récents',
  listing: 'Fiche',
  picture: 'Image',
  banner: 'Bannière',
  screenshots: 'Captures d’écran',
  owners: 'Propriétaires',
  token: 'Token d’API',
  webhook: 'Webhook des votes',
  deliveries: 'Envois',
  snippets: 'Connecter votre bot',
  widget: 'Widget',
  danger: 'Supprimer la fiche',
};

export const state: Translation<typeof en.state> = {
  now: 'Cette fiche est',
  meaning: {
    PENDING: 'Seule votre équipe la voit, jusqu’à ce que la modération l’approuve.',
    APPROVED: 'Tout le monde peut trouver le bot et voter pour lui.',
    REJECTED: 'Corrigez ce qu’indique la modération, enregistrez, puis soumettez-la de nouveau.',
    SUSPENDED: 'La modération l’a retirée de l’annuaire. Seule votre équipe la voit.',
  },
  history: 'Historique',
  noHistory: 'Les approbations, refus et suspensions s’afficheront ici. Il n’y en a pas encore.',
  historyBefore: 'Historique avec les anciens propriétaires',
  votesBefore:
    'Seule la modération voit ceci. L’ancienne fiche avait {count, plural, one {# vote} many {# de votes} other {# votes}}.',
  submitted: 'soumise',
  /** What a moderator has done. */
  takenDown: { BANNER: 'bannière retirée', SCREENSHOT: 'capture retirée' },
  by: 'par',
  voided: 'Votes invalidés',
  voidedCount: '{count, plural, one {# vote invalidé} many {# votes invalidés} other {# votes invalidés}}',
  restored: 'rétablis',
  next: 'Ce que vous pouvez faire',
  change: 'Corrigez ce qu’indique la modération, et enregistrez.',
  ask: 'Écrivez ensuite à l’équipe de ce site\u202f: demandez un nouvel examen, et donnez l’ID {id}. Seule la modération peut rendre le bot public de nouveau.',
  resubmitNote: 'Qu’est-ce qui est différent maintenant\u202f?',
  resubmitHint: 'De 10 à 500 caractères, pour la modération. Facultatif si vous avez modifié la fiche.',
  resubmit: 'Soumettre pour vérification à nouveau',
  edit: 'Modifier la fiche',
  resubmitted: 'La fiche est de nouveau en attente de vérification.',
};

export const submitted: Translation<typeof en.submitted> = {
  title: 'C’est envoyé. Merci\u202f!',
  usual: 'Un humain vérifie votre bot. La moitié des vérifications prennent moins de {wait}.',
  unknown: 'Un humain vérifie votre bot avant sa mise en ligne.',
  meanwhile: 'En attendant, vous pouvez connecter votre bot et améliorer sa page\u202f:',
  openListing: 'modifier la fiche',
};

export const checklist: Translation<typeof en.checklist> = {
  progress: '{done} sur {all}',
  done: 'fait',
  open: 'à faire',
  later: 'pas encore possible',
  obstacles: {
    noToken: 'Générez d’abord votre token d’API.',
    notPublic: 'On pourra voter dès que votre fiche sera publique.',
  },
  steps: {
    token: { title: 'Générez votre token d’API', hint: 'Votre bot s’identifie avec lui.' },
    report: {
      title: 'Envoyez votre nombre de serveurs',
      hint: 'Copiez le code dans votre bot.',
    },
    webhook: {
      title: 'Vérifiez votre webhook',
      hint: 'Définissez son URL et envoyez un test que votre serveur accepte.',
    },
    vote: { title: 'Obtenez votre premier vote', hint: 'Soignez votre page et partagez son lien.' },
  },
};

export const newsForm: Translation<typeof en.newsForm> = {
  title: 'Nouveautés',
  intro:
    'Dites ce qui a changé. Cela apparaît sur la page de votre bot, dans son flux et chez tous ceux qui le suivent.',
  notPublic: 'Vous pouvez publier des nouveautés tant que le bot est public.',
  heading: 'Titre',
  headingHint: 'De 3 à 80 caractères, comme «\u00a0Version 2.1\u202f: playlists\u00a0».',
  text: 'Texte',
  textHint: 'Markdown, 2\u202f000 caractères au plus. Visible immédiatement.',
  publish: 'Publier',
  published: 'Publié.',
  remove: 'Retirer',
  removeNamed: 'Retirer «\u00a0{title}\u00a0»',
  removed: 'Retiré.',
};

export const translationsForm: Translation<typeof en.translationsForm> = {
  title: 'Traductions',
  intro:
    'Les personnes qui lisent le site dans l’une de ces langues voient votre traduction. S’il manque un texte, c’est celui du haut qui s’affiche.',
  texts: 'textes\u202f: {count} sur {all}',
  language: 'Ajouter une langue',
  choose: 'Choisissez une langue',
  add: 'Ajouter',
  full: 'Une fiche peut avoir {max} traductions. Retirez-en une pour en ajouter une autre.',
  textsIn: 'Textes\u202f: {language}',
  original: 'Votre propre texte',
  save: 'Enregistrer la traduction',
  saved: 'Traduction enregistrée.',
  close: 'Fermer',
  edit: 'Modifier',
  editNamed: 'Modifier\u202f: {language}',
  remove: 'Retirer la traduction',
  removeNamed: 'Retirer la traduction\u202f: {language}',
  removeWarning: 'Les textes seront effacés\u202f: {language}.',
  removed: 'Traduction retirée.',
};

export const warnings: Translation<typeof en.warnings> = {
  silent: 'Votre bot n’envoie plus de chiffres',
  lastReport: 'Nous avons reçu les derniers',
  silentHelp:
    'Vérifiez que votre bot tourne et que ses requêtes aboutissent. En cas d’erreur 401, générez un nouveau token.',
  openApi: 'Vérifier l’API',
  unsteady: 'Envoyez la somme de tous les shards',
  unsteadyHelp:
    'Les derniers nombres de serveurs de votre bot montent et descendent\u202f: {counts}. Cela arrive quand chaque shard envoie son propre nombre\u202f: votre page montre alors tantôt l’un, tantôt l’autre. Additionnez les serveurs de tous les shards et envoyez la somme depuis un seul processus. Ce message disparaît dès que vos nombres sont stables.',
  openDocs: 'Comment faire',
  failing: 'Votre webhook échoue',
  failingSince: 'Premier échec\u202f:',
  openWebhook: 'Voir les envois',
  openEdit: 'Voir les modifications',
};

export const numbers: Translation<typeof en.numbers> = {
  recentVotes: 'Votes en 30 jours',
  allVotes: 'Total des votes',
  noVotes: 'Pas encore de votes.',
  servers: 'Serveurs',
  sum: '{count, plural, one {# vote ces 30 derniers jours.} many {# de votes ces 30 derniers jours.} other {# votes ces 30 derniers jours.}}',
  latest:
    '{count, plural, one {# serveur actuellement.} many {# de serveurs actuellement.} other {# serveurs actuellement.}}',
  noServers: 'Votre bot n’a pas encore envoyé son nombre de serveurs.',
};

export const owners: Translation<typeof en.owners> = {
  owner: 'propriétaire',
  coOwner: 'copropriétaire',
  invited: 'invité',
  alone: 'Personne d’autre ne gère ce bot. Invitez un copropriétaire pour vous aider.',
  add: 'Inviter un copropriétaire',
  id: 'ID utilisateur',
  hint: 'Cette personne doit s’être connectée ici une fois. Elle accepte l’invitation dans son tableau de bord.',
  role: 'Rôle',
  roles: { MANAGE: 'Gestion de la fiche', REPORTS: 'Lecture seule' },
  roleHint:
    'Qui gère la fiche peut tout faire, sauf la supprimer, la céder et changer ses propriétaires. Avec «\u00a0Lecture seule\u00a0», on voit les statistiques, les envois et l’historique, sans rien modifier.',
  changeRole: { MANAGE: 'Autoriser la gestion', REPORTS: 'Passer en lecture seule' },
  changeRoleOf: '{change}\u202f: {name}',
  roleChanged: {
    MANAGE: '{name} peut maintenant gérer la fiche.',
    REPORTS: '{name} est maintenant en lecture seule.',
  },
  readsOnly:
    'Vous êtes en lecture seule\u202f: vous voyez les chiffres, les envois et l’historique de cette fiche, sans pouvoir la modifier. Son propriétaire peut vous donner plus de droits.',
  addButton: 'Inviter',
  added: 'Invitation envoyée.',
  remove: 'Retirer',
  removeNamed: 'Retirer {name}',
  removeWarning: '{name} ne gérera plus cette fiche.',
  leave: 'Quitter cette fiche',
  leaveWarning: 'Vous ne gérerez plus cette fiche.',
  removed: 'C’est fait.',
};

export const transfer: Translation<typeof en.transfer> = {
  title: 'Céder la fiche',
  what: 'Proposez la fiche à une autre personne. Elle a sept jours pour accepter. La fiche est alors à elle, et le token d’API et le secret du webhook sont remplacés immédiatement. Les votes, les chiffres et les copropriétaires restent.',
  id: 'ID du nouveau propriétaire',
  hint: 'Cette personne doit s’être connectée ici une fois.',
  stays: 'Je reste copropriétaire et je gère la fiche',
  offer: 'Proposer la fiche',
  offered: 'Proposée. Rien ne change avant l’acceptation.',
  open: 'Proposée à {name}. L’offre prend fin le {time}.',
  withdraw: 'Retirer l’offre',
  withdrawn: 'Retirée. Vous restez propriétaire.',
};

export const activity: Translation<typeof en.activity> = {
  older: 'Afficher les plus anciens',
  service: 'l’équipe de ce site',
  former: '(ancien compte)',
  kinds: {
    TOKEN_MADE: 'Nouveau token d’API',
    TOKEN_REVOKED: 'Token d’API révoqué',
    WEBHOOK_SET: 'URL du webhook définie, avec un nouveau secret',
    SECRET_MADE: 'Nouveau secret du webhook',
    ROTATION_FINISHED: 'Le prochain secret du webhook est utilisé',
    ROTATION_CANCELLED: 'Changement du secret du webhook annulé',
    WEBHOOK_REMOVED: 'Webhook supprimé',
    WEBHOOK_PAUSED: 'Webhook mis en pause',
    WEBHOOK_RESUMED: 'Webhook repris',
    HOLD_CHANGED: 'Suspension des envois modifiée',
    REPLAY_STARTED: 'Relance d’envois commencée',
    REPLAY_STOPPED: 'Relance d’envois arrêtée',
    EDITED: 'Modification\u202f: {fields}',
    INVITED: 'Invitation\u202f: {other} ({role})',
    JOINED: 'Invitation acceptée ({role})',
    DECLINED: 'Invitation refusée',
    LEFT: 'Départ de l’équipe',
    REMOVED: 'Retrait de l’équipe\u202f: {other}',
    ROLE_CHANGED: 'Nouveau rôle\u202f: {other} ({role})',
    TRANSFER_OFFERED: 'Fiche proposée à {other}',
    TRANSFER_ACCEPTED: 'Fiche reprise de {other}, avec un nouveau token et un nouveau secret',
    TRANSFER_DECLINED: 'Offre refusée',
    TRANSFER_WITHDRAWN: 'Offre à {other} retirée',
  },
};

export const siteForm: Translation<typeof en.siteForm> = {
  title: 'Site web vérifié',
  intro:
    'Montrez aux visiteurs que ce bot est à vous\u202f: votre site web vous nomme comme propriétaire. La page du bot l’indique alors à côté de votre nom, pendant 180 jours et tant que le lien vers le site reste.',
  line: 'La ligne',
  fileAt: 'Mettez-la dans un fichier texte à l’adresse',
  recordAt: 'Ou dans un enregistrement TXT nommé',
  either: 'L’un des deux suffit. Le fichier peut avoir d’autres lignes. La ligne n’est pas secrète.',
  check: 'Vérifier maintenant',
  confirmed: 'Votre site web vous nomme. La page du bot l’affiche maintenant.',
  file: 'Fichier',
  record: 'Enregistrement TXT',
  found: {
    CONFIRMED: 'vous nomme.',
    MISSING: 'introuvable.',
    OTHER: 'ne contient pas cette ligne.',
    REDIRECTED: 'l’adresse mène ailleurs. Utilisez l’adresse finale du site comme lien.',
    UNREACHABLE: 'pas de réponse utilisable. Réessayez plus tard.',
  },
  methods: { FILE: 'par un fichier', DNS: 'par un enregistrement TXT' },
  noWebsite: 'Ajoutez d’abord le lien vers votre site web',
};

export const danger: Translation<typeof en.danger> = {
  what: 'Le bot disparaît de l’annuaire, et son token et son webhook cessent de fonctionner. Si vous ou un copropriétaire le soumettez de nouveau, il garde ses votes et son historique. Pour toute autre personne, il repart de zéro. Vous pouvez annuler le retrait pendant 10 secondes.',
  ownerOnly: 'Seul le propriétaire peut supprimer la fiche, pas un copropriétaire.',
  label: 'Saisissez le nom, {name}, pour confirmer',
  confirm: 'Supprimer la fiche',
  mismatch: 'Ce n’est pas le nom.',
};

export const removed: Translation<typeof en.removed> = {
  soon: '{name} va être retiré de l’annuaire.',
  done: '{name} est retiré. Son webhook et ses captures sont effacés. Vous pouvez soumettre le bot de nouveau.',
};

export const token: Translation<typeof en.token> = {
  what: 'Votre bot l’envoie dans l’en-tête Authorization. Nous n’en stockons que l’empreinte, vous ne le voyez donc qu’une fois.',
  createdAt: 'Généré',
  lastUsedAt: 'Dernière utilisation',
  neverUsed: 'jamais',
  generate: 'Générer un token',
  regenerate: 'Générer un nouveau token',
  warning: 'Votre token actuel cessera immédiatement de fonctionner.',
  confirm: 'Générer',
  label: 'Votre nouveau token',
  once: 'Copiez-le maintenant. Nous ne l’affichons que pendant 10 minutes.',
  onceHere: 'Copiez-le maintenant. Il disparaîtra si vous rechargez la page.',
  made: 'Le token est créé.',
  replaced: 'Le token est remplacé. L’ancien ne fonctionne plus.',
};

export const snippets: Translation<typeof en.snippets> = {
  what: 'Définissez ces variables dans un terminal, puis lancez-y le code.',
  withToken: 'Elles contiennent le token que vous venez de générer.',
  withoutToken: 'Remplacez YOUR_TOKEN par votre token d’API.',
  language: 'Langage',
  variables: 'Variables',
  stats: 'Envoyer le nombre de serveurs',
  check: 'Vérifier si une personne a voté',
  copyOf: 'Copier\u202f: {what}',
  more: 'Tous les points d’accès sont décrits à l’adresse',
};

export const widget: Translation<typeof en.widget> = {
  what: 'Une image avec les chiffres actuels, pour votre site web ou votre README.',
  later:
    'Une image avec les chiffres actuels, pour votre site web ou votre README. Elle s’affiche dès que votre bot est public.',
  theme: 'Fond',
  themes: { auto: 'Selon le choix du lecteur', light: 'Clair', dark: 'Sombre' },
  html: 'HTML',
  markdown: 'Markdown',
};

export const edits: Translation<typeof en.edits> = {
  waiting: 'Vos modifications attendent une vérification',
  waitingHelp:
    'En attendant, votre page montre la version acceptée. Vous pouvez continuer vos modifications.',
  pictureHelp:
    'En attendant, votre page montre la version acceptée. Une nouvelle image remplace celle qui attend.',
  reasons: {
    NAME: 'Le nom est nouveau.',
    LINKS: 'Un lien mène à un site qui est nouveau ici.',
    PERMISSIONS: 'L’invitation demande un nouveau scope ou une nouvelle permission sensible.',
    PICTURE: 'Une image ou sa description est nouvelle.',
  },
  place: 'Place {place, number} dans la file d’attente.',
  usual: 'La moitié des vérifications prennent moins de {wait}.',
  savedWaiting: 'Enregistré. Ces modifications attendent une vérification.',
  pictureWaiting: 'Image envoyée. Elle attend une vérification.',
  withdraw: 'Retirer les modifications',
  refused: 'Vos dernières modifications ont été refusées',
  reverted: 'Vos dernières modifications ont été annulées',
  how: 'Nos vérifications',
  before: 'Avant',
  after: 'Après',
  translation: 'Traduction',
  platformName: 'Nom sur Discord',
  nothing: 'rien',
  yes: 'oui',
  no: 'non',
  scopes: { bot: 'rejoint le serveur', 'applications.commands': 'ajoute des commandes' },
  unknownBits: '{count, plural, one {un bit sans nom} many {# de bits sans nom} other {# bits sans nom}}',
  edited: 'modifié',
  list: 'Quelles fiches',
  queue: 'À vérifier ({count, number})',
  later: 'Modifiées ({count, number})',
  laterEmpty: 'Rien à regarder. Les modifications publiées sans vérification apparaîtront ici.',
  toDecide: 'Modifications qui attendent une décision',
  seen: 'Modifications déjà publiques',
  by: 'par {name}',
  accept: 'Accepter les modifications',
  refuse: 'Refuser…',
  refuseNow: 'Refuser les modifications',
  keep: 'Garder les modifications',
  revert: 'Rétablir l’ancienne version…',
  revertNow: 'Rétablir l’ancienne version',
  accepted: 'Les modifications de {name} sont acceptées.',
  refusedOf: 'Les modifications de {name} sont refusées.',
  kept: 'Les modifications de {name} restent.',
  revertedOf: 'Les modifications de {name} sont annulées.',
};
