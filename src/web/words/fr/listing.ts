import type { FieldName } from '../../../domain/listing/listing-fields.ts';
import type * as en from '../en/listing.ts';
import type { Translation } from '../words.ts';

export const bot: Translation<typeof en.bot> = {
  servers: 'Serveurs',
  votes: 'Votes',
  activity: 'Activité',
  moreThanBefore: '{votes} votes de plus que la semaine précédente',
  tags: 'Catégories',
  languages: 'Langues',
  prefix: 'Préfixe',
  by: 'Créé par',
  coOwner: 'copropriétaire',
  verified: {
    FILE: 'Vérifié par {host} (un fichier sur le site)',
    DNS: 'Vérifié par {host} (une entrée de son DNS)',
  },
  verifiedBy: 'Vérifié par {host}',
  contents: 'Sur cette page',
  unknown: '–',
  reported: 'Actif',
  textIn: 'Texte en {language}',
  silent: 'Inactif depuis',
  mayBeDead: 'La dernière activité de ce bot remonte à {time}. Il ne fonctionne peut-être plus.',
  neverReported: 'Pas encore de données',
  neverReportedMeaning: 'Il n’est pas relié à ce site. Il fonctionne peut-être quand même.',
  vote: 'Voter',
  // On a phone it breaks before the time, not in it.
  voteIn: 'Voter dans {hours}\u00a0h\u00a0{minutes}\u00a0min',
  invite: 'Ajouter au serveur',
  actions: 'Actions',
  preview: 'Aperçu\u202f: {state}.',
  onlyYou: 'Seuls les propriétaires de ce bot et la modération voient cette page.',
  manage: 'Modifier cette fiche',
  report: 'Signaler',
  about: 'À propos',
  readMore: 'Lire la suite',
  readLess: 'Réduire',
  wholeText: 'Cette partie est trop longue pour la version Markdown. Lisez-la sur la page.',
  details: 'Détails',
  links: 'Liens',
  commands: 'Commandes',
  commandCount: '{count, plural, one {# commande} many {# de commandes} other {# commandes}}',
  filterCommands: 'Rechercher une commande',
  noCommandFound: 'Aucune commande trouvée.',
  noCommands: 'Ce bot n’a pas publié ses commandes.',
  similar: 'Bots similaires',
  history: 'Les 30 derniers jours',
  moreBy: 'Autres bots créés par {name}',
  allBy: 'Tous les bots de ce profil',
};

export const chart: Translation<typeof en.chart> = {
  votes: 'Votes par jour',
  servers: 'Serveurs',
  day: 'Jour',
  utc: 'Les jours commencent à minuit UTC.',
  table: 'Sous forme de tableau',
  votesSummary:
    '{total, plural, one {# vote} many {# de votes} other {# votes}} en 30 jours · meilleur jour\u202f: {most, number}',
  serversSummary:
    'De {first, number} à {last, plural, one {# serveur} many {# de serveurs} other {# serveurs}}.',
};

export const reporting: Translation<typeof en.reporting> = {
  label: 'Chiffres mis à jour',
  minutes: 'Toutes les deux ou trois minutes',
  severalAnHour: 'Plusieurs fois par heure',
  hourly: 'Environ toutes les heures',
  severalADay: 'Plusieurs fois par jour',
  daily: 'Environ une fois par jour',
  rarely: 'Moins d’une fois par jour',
};

export const news: Translation<typeof en.news> = {
  title: 'Nouveautés',
  latest: 'Nouveau\u202f:',
  earlier: 'Nouveautés précédentes',
  feed: 'Flux',
  feedTitle: 'Nouveautés – {name}',
  of: 'Nouveautés des bots que vous suivez',
};

export const screenshots: Translation<typeof en.screenshots> = {
  title: 'Captures d’écran',
  named: 'Capture d’écran {number, number}',
  place: 'Capture d’écran {number, number} sur {total, number}',
  earlier: 'Capture précédente',
  later: 'Capture suivante',
  close: 'Fermer',
};

export const score: Translation<typeof en.score> = {
  title: 'Note de la fiche',
  of: '{total} sur 100',
  points: '+{points}',
  met: 'fait',
  missing: 'manquant',
  how: 'Notre classement',
  factors: {
    PICTURE: 'Une image personnalisée',
    BANNER: 'Une bannière',
    SHORT_DESCRIPTION: 'Une description courte d’au moins 40 caractères',
    LONG_DESCRIPTION: 'Une description d’au moins 400 caractères',
    COMMANDS: 'Au moins trois commandes publiées',
    LANGUAGES: 'Les langues qu’il parle',
    SUPPORT: 'Un lien vers un serveur d’assistance',
    PRIVACY: 'Un lien vers sa politique de confidentialité',
    PERMISSIONS: 'Une invitation sans permission d’administrateur',
    REPORTS: 'Un nombre de serveurs envoyé ces dernières 24 heures',
  },
  raise: 'Pour l’augmenter\u202f:',
  complete: 'Il ne manque rien.',
};

export const share: Translation<typeof en.share> = {
  button: 'Partager',
  link: 'Lien',
  copied: 'Copié',
};

export const card: Translation<typeof en.card> = {
  alt: '{name}\u202f: icône, description et chiffres',
  votes: '{count, plural, one {{shown} vote} many {{shown} de votes} other {{shown} votes}}',
  servers: '{count, plural, one {{shown} serveur} many {{shown} de serveurs} other {{shown} serveurs}}',
};

export const links: Translation<typeof en.links> & Record<FieldName<'link'>, string> = {
  websiteUrl: 'Site web',
  supportUrl: 'Assistance',
  sourceUrl: 'Code source',
  privacyUrl: 'Politique de confidentialité',
};

export const permissions: Translation<typeof en.permissions> = {
  title: 'Permissions',
  intro: 'Le bot demande ces permissions. Vous pouvez décocher chacune d’elles en l’ajoutant.',
  none: 'Aucune',
  sensitive:
    '{count, plural, =0 {Aucune permission sensible} one {# permission sensible} many {# de permissions sensibles} other {# permissions sensibles}}',
  asksNothing: 'Le bot ne demande aucune permission.',
  commandsOnly: 'Le bot n’ajoute que des commandes. Il ne rejoint pas votre serveur comme membre.',
  count: '{count, plural, one {# permission} many {# de permissions} other {# permissions}}',
  countWithSensitive:
    '{count, plural, one {# permission} many {# de permissions} other {# permissions}}, {dangerous, plural, one {# sensible} many {# de sensibles} other {# sensibles}}',
  all: '{count, plural, one {# permission} many {Les # de permissions} other {Les # permissions}}',
  others: '{count, plural, one {# autre} many {# d’autres} other {# autres}}',
  unknown:
    '{count, plural, one {# permission que ce site ne connaît pas encore.} many {# de permissions que ce site ne connaît pas encore.} other {# permissions que ce site ne connaît pas encore.}}',
  groups: {
    General: 'Serveur',
    Members: 'Membres',
    Text: 'Salons textuels',
    Voice: 'Salons vocaux',
    Apps: 'Applications',
    Events: 'Évènements',
  },
};

export const fields: Translation<typeof en.fields> = {
  name: 'Nom',
  followsPlatform: 'Reprendre le nom et l’image de Discord',
  followsPlatformHint: 'Nous les mettons à jour une fois par jour.',
  shortDescription: 'Description courte',
  shortDescriptionHint: 'Une ligne de 30 à 150 caractères. Elle s’affiche dans les listes de bots.',
  longDescription: 'Description détaillée',
  longDescriptionHint:
    'Markdown, 20\u202f000 caractères et huit images au plus. Les images apparaissent quelques secondes après l’enregistrement.',
  write: 'Écrire',
  preview: 'Prévisualiser',
  previewEmpty: 'Il n’y a encore rien à afficher.',
  tags: 'Catégories',
  tagsHint: 'De 1 à {max} au choix. Sélection\u202f: {count}.',
  languages: 'Langues',
  languagesHint: 'Celles que parle votre bot, {max} au plus. Sélection\u202f: {count}.',
  textLanguage: 'Langue de ces textes',
  textLanguageHint: 'Celle du nom et des descriptions. Si vous n’en choisissez pas, nous la détectons.',
  textLanguageUnknown: 'Détection automatique',
  inviteScopes: 'Scopes du lien d’invitation',
  scopeBot: 'Un utilisateur bot (bot)',
  scopeCommands: 'Des commandes (applications.commands)',
  invitePermissions: 'Permissions du lien d’invitation',
  prefix: 'Préfixe',
  prefixHint: 'Le début des commandes textuelles, comme $ dans $play.',
  ...links,
  linkHint: 'Par exemple https://example.com',
  characters: '{count, number} sur {max, number}',
  someWrong:
    '{count, plural, one {Veuillez corriger un champ.} many {Veuillez corriger # de champs.} other {Veuillez corriger # champs.}}',
  save: 'Enregistrer la fiche',
};

export const permissionsInput: Translation<typeof en.permissionsInput> = {
  hint: 'Demandez ce dont votre bot a besoin, pas plus. La liste est visible avant l’ajout du bot.',
  noneChosen: 'Aucune permission sélectionnée',
  chosen:
    '{count, plural, one {# permission sélectionnée} many {# de permissions sélectionnées} other {# permissions sélectionnées}}',
  chosenWithDangerous:
    '{count, plural, one {# permission sélectionnée} many {# de permissions sélectionnées} other {# permissions sélectionnées}}, dont sensibles\u202f: {dangerous, number}',
  unreadable: 'Ce nombre n’est pas valide',
  search: 'Rechercher une permission',
  nothing: 'Aucune permission trouvée.',
  dangerous: 'sensible',
  number: 'Permissions sous forme de nombre',
  numberHint: 'Le format de Discord\u202f: un bit par permission.',
};

export const picture: Translation<typeof en.picture> = {
  current: 'L’image de {name}',
  file: 'Nouvelle image',
  hint: 'PNG, JPEG, WebP ou GIF, 256 Kio et 1\u202f024 × 1\u202f024 pixels au plus.',
  upload: 'Envoyer l’image',
  choose: 'Choisissez d’abord un fichier.',
  tooLarge: 'Le fichier dépasse {kib, number} Kio.',
  wrongKind: 'Le fichier n’est ni un PNG, ni un JPEG, ni un WebP, ni un GIF.',
  empty: 'Le fichier est vide.',
  uploaded: 'La nouvelle image est en ligne.',
  remove: 'Supprimer l’image',
  removeWarning: 'Nous afficherons alors son image de Discord, ou son initiale.',
  removed: 'L’image est supprimée.',
};

export const banner: Translation<typeof en.banner> = {
  current: 'La bannière de {name}',
  file: 'Nouvelle bannière',
  hint: 'PNG, JPEG, WebP ou GIF, 700 Kio au plus. Au moins 640 pixels de large, et trois à quatre fois plus large que haute.',
  upload: 'Envoyer la bannière',
  uploaded: 'La nouvelle bannière est en ligne.',
  remove: 'Supprimer la bannière',
  removeWarning: 'La page affichera à la place les couleurs de l’image du bot.',
  removed: 'La bannière est supprimée.',
};

export const screenshotsForm: Translation<typeof en.screenshotsForm> = {
  intro: 'Cinq au plus, dans l’ordre de la page de votre bot. Leur texte doit être facile à lire.',
  file: 'Nouvelle capture d’écran',
  hint: 'PNG, JPEG, WebP ou GIF, non animée, 700 Kio au plus. Au moins 240 pixels de large et de haut.',
  description: 'Ce qu’elle montre',
  descriptionHint: '120 caractères au plus, pour les personnes qui ne voient pas l’image.',
  upload: 'Envoyer la capture d’écran',
  uploaded: 'La capture d’écran est en ligne.',
  full: 'Vous avez cinq captures d’écran. Supprimez-en une pour en envoyer une autre.',
  describe: 'Enregistrer la description de la capture d’écran {number, number}',
  save: 'Enregistrer',
  described: 'La description est enregistrée.',
  earlier: 'Vers le début',
  moveEarlier: 'Déplacer la capture d’écran {number, number} vers le début',
  later: 'Vers la fin',
  moveLater: 'Déplacer la capture d’écran {number, number} vers la fin',
  moved: 'Déplacée en position {number, number}.',
  remove: 'Supprimer',
  removeNamed: 'Supprimer la capture d’écran {number, number}',
  removed: 'La capture d’écran est supprimée.',
};

export const permissionList: Translation<typeof en.permissionList> = {
  administrator: { name: 'Administrateur', text: 'Tout faire, dans tous les salons' },
  viewChannels: { name: 'Voir les salons', text: 'Voir les salons et lire leurs messages' },
  manageChannels: { name: 'Gérer les salons', text: 'Créer, modifier et supprimer des salons' },
  manageRoles: {
    name: 'Gérer les rôles',
    text: 'Créer, modifier et supprimer des rôles inférieurs au sien',
  },
  createExpressions: {
    name: 'Créer des expressions',
    text: 'Ajouter des émojis, des autocollants et des sons',
  },
  manageExpressions: {
    name: 'Gérer les expressions',
    text: 'Modifier et supprimer tous les émojis, autocollants et sons',
  },
  viewAuditLog: {
    name: 'Voir les logs du serveur',
    text: 'Voir les changements que les membres ont faits sur le serveur',
  },
  viewServerInsights: {
    name: 'Voir les analyses de serveur',
    text: 'Voir les statistiques du serveur',
  },
  viewMonetizationAnalytics: {
    name: 'Voir les analyses de monétisation',
    text: 'Voir les statistiques des abonnements du serveur',
  },
  manageWebhooks: { name: 'Gérer les webhooks', text: 'Créer, modifier et supprimer des webhooks' },
  manageServer: {
    name: 'Gérer le serveur',
    text: 'Changer le nom et les paramètres du serveur, et ajouter des bots',
  },
  createInvite: { name: 'Créer une invitation', text: 'Créer des liens qui invitent des personnes' },
  changeNickname: { name: 'Changer le pseudo', text: 'Changer son propre pseudo' },
  manageNicknames: { name: 'Gérer les pseudos', text: 'Changer les pseudos des autres membres' },
  kickMembers: { name: 'Expulser des membres', text: 'Retirer des membres du serveur' },
  banMembers: { name: 'Bannir des membres', text: 'Bannir des personnes et lever leur bannissement' },
  timeoutMembers: {
    name: 'Exclure temporairement des membres',
    text: 'Empêcher des membres d’écrire et de parler pendant un certain temps',
  },
  sendMessages: {
    name: 'Envoyer des messages',
    text: 'Écrire des messages et créer des posts dans les forums',
  },
  sendMessagesInThreads: {
    name: 'Envoyer des messages dans les fils',
    text: 'Écrire des messages dans les fils',
  },
  createPublicThreads: { name: 'Créer des fils publics', text: 'Créer des fils visibles par tous' },
  createPrivateThreads: {
    name: 'Créer des fils privés',
    text: 'Créer des fils visibles par les seuls membres invités',
  },
  embedLinks: { name: 'Intégrer des liens', text: 'Afficher l’aperçu des liens dans ses messages' },
  attachFiles: { name: 'Joindre des fichiers', text: 'Envoyer des images et des fichiers' },
  addReactions: { name: 'Ajouter des réactions', text: 'Réagir aux messages' },
  useExternalEmoji: {
    name: 'Utiliser des émojis externes',
    text: 'Utiliser les émojis d’autres serveurs',
  },
  useExternalStickers: {
    name: 'Utiliser des autocollants externes',
    text: 'Utiliser les autocollants d’autres serveurs',
  },
  mentionEveryone: {
    name: 'Mentionner @everyone, @here et tous les rôles',
    text: 'Notifier tous les membres à la fois',
  },
  manageMessages: { name: 'Gérer les messages', text: 'Supprimer les messages des autres membres' },
  pinMessages: { name: 'Épingler des messages', text: 'Épingler et désépingler des messages' },
  bypassSlowmode: {
    name: 'Contourner le mode lent',
    text: 'Écrire sans la pause qu’un salon impose',
  },
  manageThreads: {
    name: 'Gérer les fils',
    text: 'Modifier et supprimer des fils, et voir tous les fils privés',
  },
  readMessageHistory: { name: 'Voir les anciens messages', text: 'Lire les messages plus anciens' },
  sendTextToSpeechMessages: {
    name: 'Envoyer des messages TTS',
    text: 'Envoyer des messages lus à voix haute',
  },
  sendVoiceMessages: { name: 'Envoyer des messages vocaux', text: 'Envoyer des messages enregistrés' },
  createPolls: { name: 'Créer des sondages', text: 'Publier des sondages' },
  connect: { name: 'Se connecter', text: 'Rejoindre les salons vocaux' },
  speak: { name: 'Parler', text: 'Diffuser du son dans les salons vocaux' },
  video: { name: 'Vidéo', text: 'Partager de la vidéo ou un écran' },
  useSoundboard: { name: 'Utiliser le soundboard', text: 'Jouer les sons du serveur' },
  useExternalSounds: {
    name: 'Utiliser des sons externes',
    text: 'Jouer les sons d’autres serveurs',
  },
  useVoiceActivity: {
    name: 'Utiliser la détection de la voix',
    text: 'Parler sans appuyer sur une touche',
  },
  prioritySpeaker: { name: 'Voix prioritaire', text: 'Se faire entendre par-dessus les autres' },
  muteMembers: {
    name: 'Rendre muets des membres',
    text: 'Couper le micro de membres dans les salons vocaux',
  },
  deafenMembers: {
    name: 'Mettre en sourdine des membres',
    text: 'Empêcher des membres d’entendre un salon vocal',
  },
  moveMembers: {
    name: 'Déplacer des membres',
    text: 'Déplacer des membres vers d’autres salons vocaux, ou les déconnecter',
  },
  setVoiceChannelStatus: {
    name: 'Définir le statut des salons vocaux',
    text: 'Définir le statut affiché sous un salon vocal',
  },
  requestToSpeak: {
    name: 'Demander à prendre la parole',
    text: 'Demander la parole dans les salons de conférence',
  },
  useApplicationCommands: {
    name: 'Utiliser les commandes de l’application',
    text: 'Utiliser les commandes d’autres applications',
  },
  useActivities: { name: 'Utiliser les activités', text: 'Lancer des activités' },
  useExternalApps: {
    name: 'Utiliser des applications externes',
    text: 'Utiliser des applications que le serveur n’a pas ajoutées',
  },
  createEvents: { name: 'Créer des évènements', text: 'Planifier des évènements' },
  manageEvents: {
    name: 'Gérer les évènements',
    text: 'Modifier et annuler tous les évènements',
  },
};
