import type * as english from '../en/refusals.ts';
import type { Translation } from '../words.ts';

/** The sentence of each reason. Arguments are plain or numbers, because `fillIn` knows no others. */
export const refusals: Translation<typeof english.refusals> = {
  'token.invalid': 'Ce token n’est pas valide.',
  'signIn.required': 'Connectez-vous d’abord.',
  'signIn.notStartedHere':
    'Cette connexion n’a pas commencé dans ce navigateur, ou a duré plus de dix minutes.',
  'signIn.foreignResponse': 'La réponse du fournisseur ne correspond pas à cette connexion.',
  'signIn.cancelled': 'Vous avez annulé la connexion chez le fournisseur.',
  'signIn.refusedByProvider': 'Le fournisseur a refusé cette connexion.',
  'signIn.unfinished': 'Le fournisseur n’a pas terminé cette connexion.',
  'signIn.used': 'Cette connexion a déjà servi, ou a duré trop longtemps.',
  'role.moderatorOnly': 'Seule la modération peut faire cela.',
  'role.adminOnly': 'Seule l’administration peut faire cela.',
  'role.fromConfiguration': 'Cette personne est admin par la configuration. C’est là qu’il faut le changer.',
  'role.missing': 'L’argument role est requis. La valeur null retire le rôle.',
  'user.neverSignedIn': 'Cette personne ne s’est jamais connectée ici.',
  'user.unknown': 'Rien n’est conservé sur cette personne.',
  'user.onlyOwner':
    'Cette personne est seule propriétaire de la fiche {botId}. Supprimez-la d’abord, ou laissez-la inviter un copropriétaire.',
  'user.notConfirmed':
    'Saisissez votre nom ou votre ID utilisateur exactement comme affiché. Rien n’a été supprimé.',
  'block.until':
    'La modération a décidé\u202f: «\u00a0{why}\u00a0» Vous ne pouvez pas {block} jusqu’au {until, date}.',
  'block.forGood': 'La modération a décidé\u202f: «\u00a0{why}\u00a0» Vous ne pouvez pas {block}.',
  'block.noReason':
    'Vous ne pouvez pas {block}. Ce blocage vient de l’un de vos anciens comptes, dont les données ont été supprimées.',
  'block.notFound': 'Ce blocage n’existe pas.',
  'block.over': 'Ce blocage est déjà terminé.',
  'block.already': 'Cette personne est déjà bloquée pour cela. Levez d’abord ce blocage.',
  'block.team': 'Une personne qui a un rôle ne peut pas être bloquée. Un admin retire d’abord le rôle.',
  'block.own':
    'Vous ne pouvez pas décider de votre propre blocage. Une autre personne de la modération le fait.',
  'block.end': 'La fin doit être dans le futur, dans {max, number} jours au plus.',
  'appeal.already': 'Vous avez déjà contesté ce blocage.',
  'appeal.answered': 'Quelqu’un d’autre a répondu à cette contestation. Rechargez la page.',
  'appeal.none': 'Ce blocage n’a pas été contesté.',
  'appeal.tooLate': 'Reconnectez-vous pour contester\u202f: cette page est valable un quart d’heure.',
  'ownData.busy':
    'Un autre export ou une autre suppression est en cours. Rien n’a changé. Réessayez dans une minute.',
  'rateLimit.exceeded': 'Trop de requêtes.',
  'outside.tooMany': 'Trop de vérifications d’autres serveurs sont en cours. Réessayez dans dix secondes.',
  'watch.tooMany': 'Vous avez trop de pages en direct ouvertes. Fermez-en une.',
  'stream.tooMany': 'Ce token ou cet utilisateur a trop de flux ouverts. Fermez-en un.',
  'key.changed': 'Une autre commande a changé la clé. Consultez de nouveau les clés.',

  'attempt.delivered': 'Reçu\u202f: le récepteur a répondu {statusCode}.',
  'attempt.status':
    'Le récepteur a répondu {statusCode}. Seul un statut 2xx compte comme reçu\u202f: faites-le répondre 200.',
  'attempt.unauthorized':
    'Le récepteur a répondu {statusCode}\u202f: il refuse le secret. Vérifiez qu’il a le secret actuel.',
  'attempt.outdated':
    'Le récepteur a répondu {statusCode}. Il fonctionnait avant le changement d’URL ou de secret, il a donc sans doute encore l’ancien secret. Donnez-lui le secret actuel et redémarrez-le.',
  'attempt.path':
    'Le récepteur a répondu {statusCode}. Vérifiez le chemin de l’URL, et qu’il y accepte POST.',
  'attempt.content': 'Le récepteur a répondu {statusCode}. Il doit accepter un petit corps JSON.',
  'attempt.limited':
    'Le récepteur a répondu {statusCode}\u202f: il limite les requêtes. Relevez sa limite pour ce service.',
  'attempt.fault': 'Le récepteur a répondu {statusCode}\u202f: il a échoué. Consultez son journal.',
  'attempt.edge_unreachable':
    'Cloudflare, placé devant votre récepteur, a répondu {statusCode}\u202f: il n’a pas pu joindre votre serveur. Vérifiez que votre serveur ou votre tunnel tourne, et que son pare-feu laisse passer Cloudflare.',
  'attempt.edge_timeout':
    'Cloudflare, placé devant votre récepteur, a répondu {statusCode}\u202f: votre serveur a mis trop de temps. Répondez d’abord, puis faites le travail.',
  'attempt.edge_tls':
    'Cloudflare, placé devant votre récepteur, a répondu {statusCode}\u202f: la connexion TLS entre Cloudflare et votre serveur a échoué. Vérifiez le certificat de votre serveur et le mode TLS chez Cloudflare.',
  'attempt.edge_reply':
    'Cloudflare, placé devant votre récepteur, a répondu {statusCode}\u202f: votre serveur a fermé la connexion, ou sa réponse n’était pas valable. Consultez le journal de votre serveur.',
  'attempt.firewall':
    'Un pare-feu placé devant votre récepteur, comme celui de Cloudflare, a répondu {statusCode}. Le récepteur n’a rien reçu. Autorisez dans ce pare-feu le User-Agent {userAgent} et le chemin de l’URL.',
  'attempt.next_secret':
    'Le récepteur a répondu {statusCode}\u202f: il refuse le prochain secret. Faites-lui accepter le prochain secret en plus de l’actuel, puis envoyez un autre test. Les votes utilisent toujours l’actuel.',
  'attempt.redirect':
    'Le récepteur a répondu {statusCode}, une redirection. Nous ne la suivons pas\u202f: indiquez l’URL où elle mène.',
  'attempt.redirected':
    'Le récepteur a répondu {statusCode}, une redirection vers {location}. Nous ne la suivons pas\u202f: indiquez l’URL où elle mène.',
  'attempt.blocked':
    'L’URL ne mène pas à une adresse https publique, rien n’a donc été envoyé. Vérifiez l’orthographe de l’hôte.',
  'attempt.refused':
    'La connexion a été refusée. Aucun serveur n’écoute sur ce port\u202f: démarrez votre récepteur, ou corrigez le port.',
  'attempt.unreachable':
    'L’hôte est injoignable. Vérifiez que votre serveur tourne, et que son pare-feu laisse passer les connexions d’Internet vers ce port.',
  'attempt.proxy':
    'Le service n’a pas pu joindre l’hôte par son propre proxy. Si cela dure, prévenez les responsables de ce site.',
  'attempt.tls_expired': 'Le certificat TLS a expiré. Renouvelez-le.',
  'attempt.tls_name': 'Le certificat TLS est celui d’un autre hôte. Obtenez-en un pour l’hôte de l’URL.',
  'attempt.tls_untrusted':
    'Le certificat TLS ne vient pas d’une autorité connue, ou votre serveur n’envoie pas les certificats intermédiaires. Installez toute la chaîne d’un certificat d’une autorité publique.',
  'attempt.tls_plain':
    'Ce port ne parle pas TLS. Utilisez le port de votre serveur https, ou placez devant lui un serveur avec un certificat.',
  'attempt.tls_version': 'Votre serveur ne propose qu’une ancienne version de TLS. Activez TLS 1.2 ou 1.3.',
  'attempt.tls_unfinished':
    'Le port est ouvert, mais la négociation TLS n’a pas abouti\u202f: votre serveur est resté muet ou a fermé la connexion. Vérifiez que ce port parle TLS, ainsi que tout proxy ou pare-feu placé devant.',
  'attempt.tls':
    'Le certificat TLS n’est pas valable pour cet hôte, ou la négociation TLS a échoué. Vérifiez le certificat et les réglages TLS de votre serveur.',
  'attempt.timeout': 'Aucune réponse dans les 10 secondes. Répondez d’abord, puis faites le travail.',
  'attempt.reset':
    'La connexion a été fermée avant l’arrivée d’une réponse. Consultez le journal de votre récepteur, et celui de tout proxy placé devant.',
  'attempt.protocol':
    'La réponse n’était pas du HTTP valide. Vérifiez que l’URL indique le port d’un serveur web.',
  'attempt.too_large': 'Les en-têtes de la réponse étaient trop volumineux. Envoyez-en 16 Kio au plus.',
  'attempt.aborted': 'Un redémarrage de ce service a interrompu la tentative. Vous n’avez rien à faire.',
  'attempt.secret': 'Le secret du webhook n’est plus lisible. Renouvelez-le.',
  'attempt.failed': 'La tentative a échoué. Envoyez un test pour en savoir plus.',

  'argument.outOfRange': '{argument} doit être compris entre {min, number} et {max, number}.',
  'argument.required': '{argument} est requis.',
  'argument.tooLong': '{argument} peut avoir au plus {max, number} caractères.',
  'argument.tooMany': '{argument} peut avoir au plus {max, number} éléments.',
  'argument.notInteger': '{argument} doit être un nombre entier.',
  'argument.notIntegerInRange':
    '{argument} doit être un nombre entier compris entre {min, number} et {max, number}.',
  'argument.notId': '{argument} doit être un ID de 17 à 19 chiffres.',
  'body.notJson': 'Le corps n’est pas du JSON valide.',
  'body.notObject': 'Le corps JSON doit être un objet.',
  'serverCount.two':
    'Envoyez exactement un champ parmi server_count, guildCount et guilds, pas {first} et {second}.',
  'serverCount.three': 'Envoyez exactement un champ parmi server_count, guildCount et guilds, pas les trois.',
  'commands.notArray': 'commands doit être un tableau.',
  'commands.tooMany': 'commands doit compter {max, number} éléments au plus.',
  'command.required': '{place} est requis.',
  'command.notText': '{place} doit être une chaîne de caractères.',
  'command.length': '{place} doit compter de {min, number} à {max, number} caractères.',
  'command.notUnicode': '{place} doit être un texte Unicode valide sans NUL.',
  'command.contextMenu':
    '{place} est un menu contextuel\u202f: omettez les types 2 et 3, qui n’ont pas de description.',
  'command.invisible':
    '{place}.name doit avoir un caractère visible, sans saut de ligne ni caractère invisible.',
  'command.notObject': '{place} doit être un objet avec name et description.',
  'cursor.invalid': 'Cette adresse n’est pas valide. Rouvrez la liste.',
  'cursor.ofOtherList': 'Cette adresse appartient à une autre liste. Rouvrez la liste.',
  'cursor.notFromLog': 'cursor doit être un next_cursor d’une page précédente.',
  'stream.since':
    'Un flux doit commencer à l’ID d’un évènement antérieur, ou à un instant depuis 1970 selon ISO 8601 avec fuseau horaire.',
  'id.ofBot': 'L’ID d’un bot comporte 17 à 19 chiffres.',
  'id.ofUser': 'Un ID utilisateur comporte 17 à 19 chiffres.',
  'id.ofEdit': 'L’ID d’une modification est un nombre.',
  'id.ofNotice': 'L’ID d’une notification est un nombre.',
  'id.ofDelivery': 'L’ID d’un envoi est un UUID.',
  'userName.notUnicode': 'Un nom doit être un texte Unicode valide sans NUL.',
  'userName.tooLong': 'Un nom peut compter {max, number} caractères au plus.',
  'text.notUnicode': '{subject} doit être un texte Unicode valide sans NUL.',
  'text.length': '{subject} doit compter de {min, number} à {max, number} caractères.',
  'search.tooLong': 'Une recherche peut compter {max, number} caractères au plus.',
  'search.nul': 'Une recherche ne doit pas contenir le caractère U+0000.',
  'filter.tooManyTags': 'Choisissez {max, number} catégories au plus.',
  'filter.tooManyExcluded': 'Excluez {max, number} catégories au plus.',
  'filter.unknownTag': 'Un filtre nomme une catégorie qui n’existe pas.',
  'filter.contradiction': 'La catégorie {tag} ne peut pas être à la fois exigée et exclue.',
  'filter.tooManyLanguages': 'Filtrez par {max, number} langues au plus.',
  'filter.unknownLanguage': 'Un filtre nomme une langue qui n’existe pas ici.',
  'filter.servers': 'Le minimum de serveurs doit être un nombre entier à partir de 0.',
  'filter.permissions': 'Le maximum de permissions doit être un nombre entier à partir de 0.',

  'bot.notFound': 'Ce bot n’existe pas ici.',
  'listing.changed': 'La fiche a changé depuis que vous l’avez lue. Relisez-la.',
  'listing.editedElsewhere':
    'Cette fiche a changé depuis que vous l’avez ouverte. Rechargez-la et refaites vos modifications.',
  'listing.otherState': 'La fiche est maintenant {state}. Rechargez-la pour voir ce qui s’est passé.',
  'listing.unchanged': 'Rien n’a changé depuis le refus. Modifiez d’abord la fiche.',
  'listing.rejectedSo':
    'Rien n’a changé depuis le refus. Modifiez la fiche, ou écrivez une note qui dit ce qui est différent maintenant.',
  'listing.clearing':
    'Les données de la fiche retirée sont encore en cours de suppression. Réessayez dans un instant.',
  'listing.exists': 'Ce bot est déjà inscrit.',
  'botId.malformed': 'L’ID d’application du bot comporte 17 à 19 chiffres.',
  'botId.future': 'Aucune application n’a encore cet ID.',
  'field.required': '{subject} est obligatoire.',
  'field.notText': '{subject} doit être un texte.',
  'field.tooLong': '{subject} doit compter {max, number} caractères au plus.',
  'field.control': '{subject} doit être un texte Unicode valide sans caractères de contrôle.',
  'field.direction': '{subject} ne doit pas contenir de caractères qui changent le sens de l’écriture.',
  'field.invisible': '{subject} doit contenir quelque chose de visible.',
  'link.notHttps': '{subject} doit être une adresse web qui commence par https://.',
  'link.credentials': '{subject} ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'tags.unknown': 'Choisissez des catégories dans la liste.',
  'tags.count': 'Choisissez de {min, number} à {max, number} catégories.',
  'languages.unknown': 'Choisissez des langues dans la liste.',
  'language.unknown': 'Cette langue n’existe pas. Indiquez un code de deux lettres, par exemple fr.',
  'languages.tooMany': 'Choisissez {max, number} langues au plus.',
  'inviteScopes.unknown': 'Les scopes de l’invitation sont {first} et {second}.',
  'inviteScopes.none': 'L’invitation doit avoir au moins un scope.',
  'invitePermissions.notNumber': 'Les permissions doivent être un nombre.',
  'invitePermissions.outOfRange': 'Les permissions doivent être un nombre entier de 0 à 9223372036854775807.',
  'followsPlatform.notBoolean': 'Le suivi de la plateforme doit valoir true ou false.',
  'markdown.tooLong': 'Le texte doit compter {max, number} caractères au plus.',
  'picture.empty': 'L’image est un fichier vide.',
  'picture.tooLarge': 'L’image dépasse {max, number} Kio.',
  'picture.unknownType': 'Le fichier n’est ni un PNG, ni un JPEG, ni un WebP, ni un GIF.',
  'picture.notBase64': 'Le fichier n’est ni un PNG, ni un JPEG, ni un WebP, ni un GIF. Envoyez-le en base64.',
  'picture.tooManyPixels':
    'L’image fait {width, number} × {height, number} pixels. Le maximum est de {max, number} par côté.',
  'picture.cutOff': 'L’image est tronquée\u202f: il manque la fin.',
  'picture.damaged':
    'L’image est endommagée\u202f: elle ne peut pas être décodée. Enregistrez-la de nouveau, ou prenez-en une autre.',
  'picture.notFound': 'La fiche ne montre plus cette image.',
  'picture.unread': 'L’image n’a pas pu être lue pour le moment. Réessayez, ou prenez-en une autre.',
  'banner.notBase64': 'La bannière n’est pas un fichier en base64.',
  'banner.tooLarge': 'La bannière dépasse {max, number} Kio.',
  'banner.tooManyPixels': 'L’image dépasse {max, number} × {max, number} pixels.',
  'banner.damaged': 'Le fichier n’est ni un PNG, ni un JPEG, ni un WebP, ni un GIF, ou il est endommagé.',
  'banner.tooNarrow':
    'La bannière fait {width, number} × {height, number} pixels. Elle doit faire au moins {min, number} de large.',
  'banner.shape':
    'La bannière fait {width, number} × {height, number} pixels. Elle doit être trois à quatre fois plus large que haute.',
  'banner.tooDetailed': 'L’image a trop de détails pour être conservée. Prenez-en une plus simple.',
  'banner.unread': 'La bannière n’a pas pu être lue pour le moment. Réessayez, ou prenez-en une autre.',
  'screenshot.tooLarge': 'La capture d’écran dépasse {max, number} Kio.',
  'screenshot.animated': 'Une capture d’écran ne peut pas être animée. Envoyez une image fixe.',
  'screenshot.tooSmall':
    'La capture d’écran fait {width, number} × {height, number} pixels. Elle doit faire au moins {min, number} de large et de haut.',
  'screenshot.shape':
    'La capture d’écran fait {width, number} × {height, number} pixels. Le grand côté peut mesurer au plus trois fois le petit.',
  'screenshot.tooMany': 'La fiche a déjà {max, number} captures d’écran. Supprimez-en une d’abord.',
  'screenshot.twice': 'La fiche a déjà cette capture d’écran.',
  'screenshot.notFound': 'Cette capture d’écran n’existe plus.',
  'screenshot.position': 'La position doit être comprise entre {min, number} et {max, number}.',
  'owner.ownersOnly': 'Seul un propriétaire de cette fiche peut faire cela.',
  'owner.readsOnly': 'Vous pouvez consulter cette fiche, mais pas la modifier. Demandez à son propriétaire.',
  'owner.mainOwnerOnly': 'Seul le propriétaire de cette fiche peut faire cela, pas un copropriétaire.',
  'owner.neverSignedIn':
    'Cette personne ne s’est jamais connectée ici. Demandez-lui de se connecter d’abord.',
  'owner.tooMany':
    'Une fiche peut avoir {max, number} copropriétaires et invitations en attente au plus. Retirez-en d’abord un.',
  'owner.already': 'Cette personne gère déjà la fiche, ou y est invitée.',
  'owner.notCoOwner': 'Cette personne n’est pas copropriétaire de la fiche.',
  'transfer.toSelf': 'Cette fiche est déjà à vous.',
  'transfer.open': 'Cette fiche a déjà une offre ouverte. Retirez-la d’abord.',
  'transfer.suspended': 'Une fiche suspendue ne peut pas être cédée.',
  'transfer.over': 'Cette offre n’existe plus.',
  'favourites.tooMany': 'Vous suivez déjà {max, number} bots. Retirez-en un d’abord.',
  'reminders.tooMany': 'Vous avez déjà {max, number} rappels. Désactivez-en un d’abord.',
  'listings.tooMany': 'Vous possédez déjà {max, number} fiches. Supprimez-en une d’abord.',
  'reports.tooMany':
    'Vous avez {max, number} signalements ouverts. Attendez que la modération en ait examiné quelques-uns.',

  'report.ownListing': 'Vous ne pouvez pas signaler votre propre fiche.',
  'report.already': 'Vous avez déjà signalé ce bot. L’équipe de modération l’examinera.',
  'report.notFound': 'Ce signalement n’existe pas.',
  'report.closed': 'L’un de ces signalements est déjà clos. Rechargez les signalements.',
  'report.ids': 'reportIds doit compter de {min, number} à {max, number} éléments.',
  'report.onlySuspensionCloses': 'Seule une suspension clôt les signalements d’une fiche.',
  'decision.ownListing': 'Vous ne pouvez pas décider de votre propre fiche. Quelqu’un d’autre doit le faire.',
  'decision.listings': 'listings doit compter de 1 à {max, number} bots différents.',
  'decision.severalOwners': 'Les fiches dont vous décidez ensemble doivent avoir le même propriétaire.',
  'decision.readAlone':
    'Ouvrez chaque fiche pour la publier. Ensemble, elles peuvent seulement être refusées ou suspendues.',
  'decision.interrupted': 'Le service a été interrompu. Regardez la fiche et réessayez.',
  'edit.decided': 'Cette modification a déjà été traitée ou remplacée. Rechargez-la.',
  'claim.taken': '{moderator} traite cette fiche. Reprenez-la d’abord si vous voulez décider.',
  'notes.tooMany': 'Une fiche a {max, number} notes au plus.',
  'templates.tooMany': 'Vous pouvez avoir {max, number} modèles au plus. Supprimez-en un d’abord.',
  'template.notFound': 'Vous n’avez pas ce modèle.',
  'site.none': 'La fiche n’a pas encore de site web. Ajoutez d’abord son lien.',
  'translation.empty': 'Une traduction doit avoir au moins un texte.',
  'translation.ownLanguage': 'Les textes d’origine de la fiche sont déjà dans cette langue.',
  'translation.tooMany': 'Une fiche peut avoir au plus {max, number} traductions.',
  'translation.notFound': 'Cette traduction n’existe plus.',
  'news.notFound': 'Cette nouveauté n’existe plus.',
  'news.notPublic': 'Seule une fiche publique peut publier des nouveautés.',
  'feature.end': 'La fin doit être dans le futur, à {max, number} jours d’ici au plus.',
  'feature.place': 'La place doit être comprise entre {min, number} et {max, number}.',
  'feature.notPublic': 'Seule une fiche publique peut être mise à la une.',
  'feature.tooMany':
    '{max, number} fiches au plus sont à la une en même temps. Arrêtez-en une autre d’abord.',
  'feature.none': 'Cette fiche n’est pas à la une.',
  'voiding.users': 'Choisissez de {min, number} à {max, number} personnes.',
  'voiding.period': 'La fin doit suivre le début, de {max, number} jours au plus.',
  'voiding.none': 'Aucune de ces personnes n’a de vote qui compte dans cette période.',
  'voiding.tooMany':
    '{max, number} votes au plus peuvent être invalidés à la fois. Choisissez une période plus courte ou moins de personnes.',
  'voiding.notFound': 'Ces votes invalidés n’existent pas.',
  'voiding.restored': 'Ces votes ont déjà été rétablis.',

  'channel.tooMany': 'Vous avez déjà {max, number} canaux. Retirez-en un d’abord.',
  'channel.notFound': 'Ce canal n’existe plus.',
  'channel.badPush': 'L’abonnement du navigateur est incomplet. Rechargez la page et réessayez.',
  'channel.notDiscord':
    'Ce n’est pas l’URL d’un webhook Discord. Elle commence par https://discord.com/api/webhooks/.',
  'channel.notSlack':
    'Ce n’est pas l’URL d’un webhook Slack. Elle commence par https://hooks.slack.com/services/.',
  'channel.language': 'Une langue a deux lettres minuscules, comme fr.',
  'channel.noEmail': 'Ce site n’envoie pas d’e\u2011mails.',
  'channel.badEmail': 'Ce n’est pas une adresse e\u2011mail.',
  'channel.mailFailed': 'L’e\u2011mail n’a pas pu être envoyé. Vérifiez l’adresse, ou réessayez plus tard.',
  'channel.wrongCode': 'Ce code est incorrect ou trop ancien. Vérifiez-le, ou demandez-en un nouveau.',
  'channel.held': 'Ce site n’envoie rien en ce moment. Réessayez plus tard.',

  'vote.windowActive': 'Vous avez déjà voté pour ce bot au cours des 12 dernières heures.',
  'vote.accountTooYoung': 'Ce compte est trop récent pour voter.',
  'captcha.notSolved': 'Le captcha n’a pas été résolu. Veuillez réessayer.',
  'captcha.notChecked': 'Le captcha ne peut pas être vérifié en ce moment. Veuillez réessayer plus tard.',
  'webhook.malformed': 'L’URL n’est pas une adresse web valide.',
  'webhook.tooLong': 'L’URL doit compter 2\u202f048 caractères au plus.',
  'webhook.notHttps': 'L’URL doit commencer par https://.',
  'webhook.credentials': 'L’URL ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'webhook.port': 'L’URL utilise un port qui appartient à un autre type de service.',
  'webhook.localName':
    'L’URL doit nommer un hôte public, pas celui d’un réseau local. Utilisez le nom que votre serveur a sur Internet.',
  'webhook.notPublic':
    'L’URL doit mener à une adresse https publique. Vérifiez l’orthographe de l’hôte. Les réseaux privés sont refusés.',
  'webhook.neededToChange': 'Définissez un webhook avant de changer son URL.',
  'webhook.noRotation': 'Aucun prochain secret n’attend. Commencez d’abord un renouvellement en deux étapes.',
  'webhook.neededToRotate': 'Définissez une URL de webhook avant de renouveler son secret.',
  'webhook.neededToTest': 'Définissez une URL de webhook avant d’envoyer un test.',
  'webhook.checkFormat':
    'Seul un webhook aux votes signés peut être vérifié. Les autres formats n’ont pas de signature.',
  'webhook.neededToResend': 'Définissez une URL de webhook avant de relancer des envois.',
  'webhook.ending':
    'Les envois du webhook supprimé sont encore en cours d’annulation. Réessayez dans une minute.',
  'webhook.neededToHold': 'Définissez une URL de webhook avant de mettre le webhook en pause.',
  'webhook.holdAfter': 'Les envois peuvent être suspendus après 3, 10 ou 50 premières tentatives échouées.',
  'delivery.notFound': 'Cet envoi n’existe pas.',
  'delivery.gone': 'Cet envoi n’existe plus.',
  'delivery.underWay': 'Une tentative est déjà en cours ou imminente.',
  'delivery.failedResend': 'Toutes les tentatives ont échoué. Relancez l’envoi.',
  'delivery.held': 'Cet envoi est suspendu. Reprenez le webhook pour l’envoyer.',
  'delivery.notWaiting': 'Seul un envoi qui attend sa prochaine tentative peut être réessayé.',
  'delivery.notResendable':
    'Cet envoi ne peut pas être relancé\u202f: il n’est pas terminé, son vote a été invalidé ou le compte a été supprimé.',
  'delivery.notPending': 'Seul un envoi en attente peut être annulé.',
  'replay.running': 'Une relance est déjà en cours pour ce bot. Arrêtez-la ou attendez sa fin.',
  'replay.notFound': 'Cette relance n’existe pas.',
  'replay.nothing': 'Aucun envoi ne correspond. Choisissez une période plus longue ou plus d’états.',
  'replay.tooMany': 'Plus de {max} envois correspondent. Choisissez une période plus courte.',
  'replay.range': 'Le début de la période doit précéder sa fin.',
  'replay.states': 'Choisissez au moins un état.',
  'replay.rate': 'Choisissez 1, 5 ou 20 envois par seconde.',
};

/** The subjects begin sentences, and all are singular. Sentences about them avoid participles, which have a gender. */
export const terms: Translation<typeof english.terms> = {
  subject: {
    name: 'Le nom',
    shortDescription: 'La description courte',
    longDescription: 'La description détaillée',
    prefix: 'Le préfixe',
    websiteUrl: 'Le site web',
    supportUrl: 'Le lien d’assistance',
    sourceUrl: 'Le lien du code source',
    privacyUrl: 'La politique de confidentialité',
    reportText: 'Le récit des faits',
    reason: 'Le motif',
    note: 'La note',
    templateName: 'Le nom du modèle',
    newsTitle: 'Le titre',
    newsText: 'Le texte',
    channelLabel: 'Le nom du navigateur',
    screenshotDescription: 'La description',
    search: 'La recherche',
    appeal: 'La contestation',
    answer: 'La réponse',
  },
  block: {
    vote: 'voter',
    submit: 'soumettre de bots',
    report: 'signaler de bots',
    sign_in: 'vous connecter',
  },
  state: {
    pending: 'en attente de vérification',
    approved: 'publique',
    rejected: 'refusée',
    suspended: 'suspendue',
    removed: 'supprimée',
  },
};
