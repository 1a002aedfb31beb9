import type * as english from '../en/refusals.ts';
import type { Translation } from '../words.ts';

/** The sentence of each reason. Arguments are plain or numbers, because `fillIn` knows no others. */
export const refusals: Translation<typeof english.refusals> = {
  'token.invalid': 'Dieses Token ist ungültig.',
  'signIn.required': 'Melde dich zuerst an.',
  'signIn.notStartedHere':
    'Diese Anmeldung wurde nicht in diesem Browser gestartet oder hat länger als zehn Minuten gedauert.',
  'signIn.foreignResponse': 'Die Antwort des Anbieters gehört nicht zu dieser Anmeldung.',
  'signIn.cancelled': 'Du hast die Anmeldung beim Anbieter abgebrochen.',
  'signIn.refusedByProvider': 'Der Anbieter hat diese Anmeldung abgelehnt.',
  'signIn.unfinished': 'Der Anbieter hat diese Anmeldung nicht abgeschlossen.',
  'signIn.used': 'Diese Anmeldung wurde schon verwendet oder hat zu lange gedauert.',
  'role.moderatorOnly': 'Das kann nur die Moderation.',
  'role.adminOnly': 'Das kann nur die Administration.',
  'role.fromConfiguration': 'Diese Person ist durch die Konfiguration Admin. Ändere es dort.',
  'role.missing': 'Das Argument role fehlt. Mit null entfernst du die Rolle.',
  'user.neverSignedIn': 'Diese Person hat sich hier noch nie angemeldet.',
  'user.unknown': 'Über diese Person ist nichts gespeichert.',
  'user.onlyOwner':
    'Der Eintrag {botId} gehört nur dieser Person. Entferne ihn zuerst, oder lass sie jemanden als Mitinhaber einladen.',
  'user.notConfirmed':
    'Gib deinen Namen oder deine Nutzer-ID genau so ein, wie sie hier stehen. Es wurde nichts gelöscht.',
  'block.until': 'Die Moderation hat entschieden: „{why}“ Du kannst bis {until, date} {block}.',
  'block.forGood': 'Die Moderation hat entschieden: „{why}“ Du kannst {block}.',
  'block.noReason':
    'Du kannst {block}. Diese Sperre stammt von einem früheren Konto von dir, dessen Daten gelöscht wurden.',
  'block.notFound': 'Diese Sperre gibt es nicht.',
  'block.over': 'Diese Sperre ist schon vorbei.',
  'block.already': 'Dafür ist diese Person schon gesperrt. Hebe diese Sperre zuerst auf.',
  'block.team': 'Wer eine Rolle hat, kann nicht gesperrt werden. Zuerst entfernt ein Admin die Rolle.',
  'block.own':
    'Über deine eigene Sperre kannst du nicht entscheiden. Das tut jemand anderes aus der Moderation.',
  'block.end': 'Das Ende muss in der Zukunft liegen, höchstens {max, number} Tage von heute an.',
  'appeal.already': 'Du hast gegen diese Sperre schon Einspruch erhoben.',
  'appeal.answered': 'Jemand anderes hat diesen Einspruch beantwortet. Lade die Seite neu.',
  'appeal.none': 'Gegen diese Sperre gibt es keinen Einspruch.',
  'appeal.tooLate':
    'Melde dich noch einmal an, um Einspruch zu erheben: Diese Seite gilt eine Viertelstunde.',
  'ownData.busy':
    'Gerade läuft ein anderer Export oder eine andere Löschung. Es hat sich nichts geändert. Versuche es in einer Minute noch einmal.',
  'rateLimit.exceeded': 'Das waren zu viele Anfragen.',
  'outside.tooMany':
    'Es laufen schon zu viele Prüfungen anderer Server. Versuche es in zehn Sekunden noch einmal.',
  'watch.tooMany': 'Du hast zu viele Live-Seiten offen. Schließe eine davon.',
  'stream.tooMany': 'Dieses Token oder dieser Nutzer hat zu viele offene Streams. Schließe einen davon.',
  'key.changed': 'Ein anderer Befehl hat den Schlüssel geändert. Sieh dir die Schlüssel noch einmal an.',

  'attempt.delivered': 'Zugestellt: Der Empfänger hat mit {statusCode} geantwortet.',
  'attempt.status':
    'Der Empfänger hat mit {statusCode} geantwortet. Nur ein 2xx-Status gilt als zugestellt: Lass ihn mit 200 antworten.',
  'attempt.unauthorized':
    'Der Empfänger antwortete {statusCode}: Er lehnt das Secret ab. Prüfe, ob er das aktuelle hat.',
  'attempt.outdated':
    'Der Empfänger antwortete {statusCode}. Bevor du URL oder Secret geändert hast, hat er funktioniert. Also hat er wohl noch das alte Secret: Gib ihm das aktuelle und starte ihn neu.',
  'attempt.path':
    'Der Empfänger antwortete {statusCode}. Prüfe den Pfad der URL und ob er dort POST annimmt.',
  'attempt.content': 'Der Empfänger antwortete {statusCode}. Er muss einen kleinen JSON-Body annehmen.',
  'attempt.limited':
    'Der Empfänger antwortete {statusCode}: Er begrenzt Anfragen. Erhöhe seine Grenze für diesen Dienst.',
  'attempt.fault': 'Der Empfänger antwortete {statusCode}: Er hat einen Fehler. Sieh in sein Log.',
  'attempt.edge_unreachable':
    'Cloudflare vor deinem Empfänger antwortete {statusCode}: Es hat deinen Server nicht erreicht. Prüfe, ob dein Server oder Tunnel läuft und ob seine Firewall Cloudflare durchlässt.',
  'attempt.edge_timeout':
    'Cloudflare vor deinem Empfänger antwortete {statusCode}: Dein Server hat zu lange gebraucht. Antworte zuerst und erledige die Arbeit danach.',
  'attempt.edge_tls':
    'Cloudflare vor deinem Empfänger antwortete {statusCode}: TLS zwischen Cloudflare und deinem Server ist fehlgeschlagen. Prüfe das Zertifikat deines Servers und den TLS-Modus bei Cloudflare.',
  'attempt.edge_reply':
    'Cloudflare vor deinem Empfänger antwortete {statusCode}: Dein Server hat die Verbindung geschlossen oder ungültig geantwortet. Sieh in das Log deines Servers.',
  'attempt.firewall':
    'Eine Firewall vor deinem Empfänger, etwa die von Cloudflare, antwortete {statusCode}. Der Empfänger hat nichts bekommen. Erlaube in der Firewall den User-Agent {userAgent} und den Pfad der URL.',
  'attempt.next_secret':
    'Der Empfänger antwortete {statusCode}: Er lehnt das nächste Secret ab. Lass ihn das nächste neben dem aktuellen annehmen und sende noch einen Test. Für Stimmen gilt weiter das aktuelle.',
  'attempt.redirect':
    'Der Empfänger antwortete {statusCode}, eine Weiterleitung. Wir folgen ihr nicht: Setze die URL auf ihr Ziel.',
  'attempt.redirected':
    'Der Empfänger antwortete {statusCode}, eine Weiterleitung nach {location}. Wir folgen ihr nicht: Setze die URL auf ihr Ziel.',
  'attempt.blocked':
    'Die URL führt zu keiner öffentlichen https-Adresse, deshalb wurde nichts gesendet. Prüfe die Schreibweise des Hosts.',
  'attempt.refused':
    'Die Verbindung wurde abgelehnt. Auf diesem Port läuft kein Server: Starte deinen Empfänger oder korrigiere den Port.',
  'attempt.unreachable':
    'Der Host war nicht erreichbar. Prüfe, ob dein Server läuft und ob seine Firewall Verbindungen aus dem Internet auf diesem Port durchlässt.',
  'attempt.proxy':
    'Der Dienst konnte den Host über seinen eigenen Proxy nicht erreichen. Wenn das so bleibt, melde es den Betreibern dieser Seite.',
  'attempt.tls_expired': 'Das TLS-Zertifikat ist abgelaufen. Erneuere es.',
  'attempt.tls_name':
    'Das TLS-Zertifikat gilt für einen anderen Host. Besorge eines für den Host in der URL.',
  'attempt.tls_untrusted':
    'Das TLS-Zertifikat stammt von keiner bekannten Stelle, oder dein Server sendet die Zwischenzertifikate nicht mit. Installiere die ganze Kette eines Zertifikats von einer öffentlichen Stelle.',
  'attempt.tls_plain':
    'Dieser Port spricht kein TLS. Nimm den Port deines https-Servers oder stelle einen Server mit Zertifikat davor.',
  'attempt.tls_version': 'Dein Server bietet nur eine alte TLS-Version an. Schalte TLS 1.2 oder 1.3 ein.',
  'attempt.tls_unfinished':
    'Der Port ist offen, aber der TLS-Handshake wurde nicht fertig: Dein Server blieb stumm oder hat die Verbindung geschlossen. Prüfe, ob dieser Port TLS spricht, und prüfe Proxys und Firewalls davor.',
  'attempt.tls':
    'Das TLS-Zertifikat gilt nicht für diesen Host, oder der TLS-Handshake ist fehlgeschlagen. Prüfe das Zertifikat und die TLS-Einstellungen deines Servers.',
  'attempt.timeout':
    'Innerhalb von 10 Sekunden kam keine Antwort. Antworte zuerst und erledige die Arbeit danach.',
  'attempt.reset':
    'Die Verbindung wurde geschlossen, bevor eine Antwort kam. Sieh in das Log deines Empfängers und in das eines Proxys davor.',
  'attempt.protocol':
    'Die Antwort war kein gültiges HTTP. Prüfe, ob die URL den Port eines Webservers nennt.',
  'attempt.too_large': 'Die Header der Antwort waren zu groß. Sende höchstens 16 KiB davon.',
  'attempt.aborted': 'Ein Neustart dieses Dienstes hat den Versuch unterbrochen. Du musst nichts tun.',
  'attempt.secret': 'Das Webhook-Secret ist nicht mehr lesbar. Erneuere es.',
  'attempt.failed': 'Der Versuch ist fehlgeschlagen. Sende einen Test, um mehr zu erfahren.',

  'argument.outOfRange': '{argument} muss zwischen {min, number} und {max, number} liegen.',
  'argument.required': '{argument} fehlt.',
  'argument.tooLong': '{argument} darf höchstens {max, number} Zeichen haben.',
  'argument.tooMany': '{argument} darf höchstens {max, number} Einträge haben.',
  'argument.notInteger': '{argument} muss eine ganze Zahl sein.',
  'argument.notIntegerInRange':
    '{argument} muss eine ganze Zahl zwischen {min, number} und {max, number} sein.',
  'argument.notId': '{argument} muss eine ID mit 17 bis 19 Ziffern sein.',
  'body.notJson': 'Der Body ist kein gültiges JSON.',
  'body.notObject': 'Der JSON-Body muss ein Objekt sein.',
  'serverCount.two': 'Sende genau eines von server_count, guildCount und guilds, nicht {first} und {second}.',
  'serverCount.three': 'Sende genau eines von server_count, guildCount und guilds, nicht alle drei.',
  'commands.notArray': 'commands muss ein Array sein.',
  'commands.tooMany': 'commands darf höchstens {max, number} Einträge haben.',
  'command.required': '{place} fehlt.',
  'command.notText': '{place} muss ein String sein.',
  'command.length': '{place} muss {min, number} bis {max, number} Zeichen lang sein.',
  'command.notUnicode': '{place} muss gültiger Unicode-Text ohne NUL sein.',
  'command.contextMenu':
    '{place} ist ein Kontextmenü: Lass die Typen 2 und 3 weg, sie haben keine Beschreibung.',
  'command.invisible':
    '{place}.name braucht ein sichtbares Zeichen und darf keine Zeilenumbrüche oder unsichtbaren Zeichen haben.',
  'command.notObject': '{place} muss ein Objekt mit name und description sein.',
  'cursor.invalid': 'Diese Adresse ist ungültig. Öffne die Liste neu.',
  'cursor.ofOtherList': 'Diese Adresse gehört zu einer anderen Liste. Öffne die Liste neu.',
  'cursor.notFromLog': 'cursor muss ein next_cursor einer früheren Seite sein.',
  'stream.since':
    'Ein Stream muss bei der ID eines früheren Ereignisses beginnen, oder bei einem Zeitpunkt seit 1970 nach ISO 8601 mit Zeitzone.',
  'id.ofBot': 'Die ID eines Bots hat 17 bis 19 Ziffern.',
  'id.ofUser': 'Eine Nutzer-ID hat 17 bis 19 Ziffern.',
  'id.ofEdit': 'Die ID einer Änderung ist eine Zahl.',
  'id.ofNotice': 'Die ID einer Benachrichtigung ist eine Zahl.',
  'id.ofDelivery': 'Die ID einer Zustellung ist eine UUID.',
  'userName.notUnicode': 'Ein Name muss gültiger Unicode-Text ohne NUL sein.',
  'userName.tooLong': 'Ein Name darf höchstens {max, number} Zeichen lang sein.',
  'text.notUnicode': '{subject} muss gültiger Unicode-Text ohne NUL sein.',
  'text.length': '{subject} muss {min, number} bis {max, number} Zeichen lang sein.',
  'search.tooLong': 'Eine Suche darf höchstens {max, number} Zeichen lang sein.',
  'search.nul': 'Eine Suche darf das Zeichen U+0000 nicht enthalten.',
  'filter.tooManyTags': 'Wähle höchstens {max, number} Kategorien.',
  'filter.tooManyExcluded': 'Schließe höchstens {max, number} Kategorien aus.',
  'filter.unknownTag': 'Ein Filter nennt eine Kategorie, die es nicht gibt.',
  'filter.contradiction': 'Die Kategorie {tag} kann nicht zugleich verlangt und ausgeschlossen sein.',
  'filter.tooManyLanguages': 'Filtere nach höchstens {max, number} Sprachen.',
  'filter.unknownLanguage': 'Diese Sprache gibt es hier nicht.',
  'filter.servers': 'Die Mindestzahl der Server muss eine ganze Zahl ab 0 sein.',
  'filter.permissions': 'Die Höchstzahl der Berechtigungen muss eine ganze Zahl ab 0 sein.',

  'bot.notFound': 'Diesen Bot gibt es hier nicht.',
  'listing.changed': 'Der Eintrag hat sich geändert, seit du ihn gelesen hast. Lies ihn noch einmal.',
  'listing.editedElsewhere':
    'Dieser Eintrag hat sich geändert, seit du ihn geöffnet hast. Lade ihn neu und ändere ihn noch einmal.',
  'listing.otherState': 'Der Eintrag ist jetzt {state}. Lade ihn neu, um zu sehen, was passiert ist.',
  'listing.unchanged': 'Seit der Ablehnung hat sich nichts geändert. Bearbeite zuerst den Eintrag.',
  'listing.rejectedSo':
    'Seit der Ablehnung hat sich nichts geändert. Bearbeite den Eintrag, oder schreibe in die Notiz, was jetzt anders ist.',
  'listing.clearing':
    'Die Daten des entfernten Eintrags werden noch gelöscht. Versuche es gleich noch einmal.',
  'listing.exists': 'Dieser Bot ist schon eingetragen.',
  'botId.malformed': 'Die Anwendungs-ID des Bots hat 17 bis 19 Ziffern.',
  'botId.future': 'Noch keine Anwendung hat diese ID.',
  'field.required': '{subject} fehlt.',
  'field.notText': '{subject} muss ein Text sein.',
  'field.tooLong': '{subject} darf höchstens {max, number} Zeichen lang sein.',
  'field.control': '{subject} muss gültiger Unicode-Text ohne Steuerzeichen sein.',
  'field.direction': '{subject} darf keine Zeichen enthalten, die die Schreibrichtung ändern.',
  'field.invisible': '{subject} muss etwas Sichtbares enthalten.',
  'link.notHttps': '{subject} muss eine Webadresse sein, die mit https:// beginnt.',
  'link.credentials': '{subject} darf weder Benutzernamen noch Passwort enthalten.',
  'tags.unknown': 'Wähle Kategorien aus der Liste.',
  'tags.count': 'Wähle {min, number} bis {max, number} Kategorien.',
  'languages.unknown': 'Wähle Sprachen aus der Liste.',
  'language.unknown': 'Diese Sprache gibt es nicht. Gib einen Code aus zwei Buchstaben an, zum Beispiel de.',
  'languages.tooMany': 'Wähle höchstens {max, number} Sprachen.',
  'inviteScopes.unknown': 'Die Einladung kennt nur die Scopes {first} und {second}.',
  'inviteScopes.none': 'Die Einladung braucht mindestens einen Scope.',
  'invitePermissions.notNumber': 'Die Berechtigungen müssen eine Zahl sein.',
  'invitePermissions.outOfRange':
    'Die Berechtigungen müssen eine ganze Zahl von 0 bis 9223372036854775807 sein.',
  'followsPlatform.notBoolean': 'Ob der Eintrag der Plattform folgt, muss true oder false sein.',
  'markdown.tooLong': 'Der Text darf höchstens {max, number} Zeichen lang sein.',
  'picture.empty': 'Das Bild ist eine leere Datei.',
  'picture.tooLarge': 'Das Bild ist größer als {max, number} KiB.',
  'picture.unknownType': 'Die Datei ist kein PNG, JPEG, WebP oder GIF.',
  'picture.notBase64': 'Die Datei ist kein PNG, JPEG, WebP oder GIF. Sende sie in Base64.',
  'picture.tooManyPixels':
    'Das Bild hat {width, number} × {height, number} Pixel. Erlaubt sind höchstens {max, number} je Seite.',
  'picture.cutOff': 'Das Bild ist abgeschnitten: Sein Ende fehlt.',
  'picture.damaged':
    'Das Bild ist beschädigt: Es lässt sich nicht dekodieren. Speichere es neu, oder nimm ein anderes.',
  'picture.notFound': 'Der Eintrag zeigt dieses Bild nicht mehr.',
  'picture.unread':
    'Das Bild konnte gerade nicht gelesen werden. Versuche es noch einmal, oder nimm ein anderes.',
  'banner.notBase64': 'Das Banner ist keine Datei in Base64.',
  'banner.tooLarge': 'Das Banner ist größer als {max, number} KiB.',
  'banner.tooManyPixels': 'Das Bild hat mehr als {max, number} × {max, number} Pixel.',
  'banner.damaged': 'Die Datei ist kein PNG, JPEG, WebP oder GIF, oder sie ist beschädigt.',
  'banner.tooNarrow':
    'Das Banner hat {width, number} × {height, number} Pixel. Es muss mindestens {min, number} breit sein.',
  'banner.shape':
    'Das Banner hat {width, number} × {height, number} Pixel. Es muss drei- bis viermal so breit wie hoch sein.',
  'banner.tooDetailed': 'Das Bild hat zu viele Details, um gespeichert zu werden. Nimm ein einfacheres.',
  'banner.unread':
    'Das Banner konnte gerade nicht gelesen werden. Versuche es noch einmal, oder nimm ein anderes.',
  'screenshot.tooLarge': 'Der Screenshot ist größer als {max, number} KiB.',
  'screenshot.animated': 'Ein Screenshot darf nicht animiert sein. Lade ein unbewegtes Bild hoch.',
  'screenshot.tooSmall':
    'Der Screenshot hat {width, number} × {height, number} Pixel. Er muss mindestens {min, number} breit und hoch sein.',
  'screenshot.shape':
    'Der Screenshot hat {width, number} × {height, number} Pixel. Die längere Seite darf höchstens dreimal so lang sein wie die kürzere.',
  'screenshot.tooMany': 'Der Eintrag hat schon {max, number} Screenshots. Entferne zuerst einen.',
  'screenshot.twice': 'Der Eintrag hat diesen Screenshot schon.',
  'screenshot.notFound': 'Diesen Screenshot gibt es nicht mehr.',
  'screenshot.position': 'Die Position muss zwischen {min, number} und {max, number} liegen.',
  'owner.ownersOnly': 'Das können nur Inhaber dieses Eintrags.',
  'owner.readsOnly': 'Du kannst diesen Eintrag nur ansehen, nicht ändern. Frag den Inhaber.',
  'owner.mainOwnerOnly': 'Das kann nur der Inhaber dieses Eintrags, kein Mitinhaber.',
  'owner.neverSignedIn': 'Diese Person hat sich hier noch nie angemeldet. Bitte sie, sich zuerst anzumelden.',
  'owner.tooMany':
    'Ein Eintrag kann höchstens {max, number} Mitinhaber und offene Einladungen haben. Entferne zuerst eine davon.',
  'owner.already': 'Diese Person verwaltet den Eintrag schon oder ist dazu eingeladen.',
  'owner.notCoOwner': 'Diese Person ist kein Mitinhaber des Eintrags.',
  'transfer.toSelf': 'Dir gehört dieser Eintrag schon.',
  'transfer.open': 'Für diesen Eintrag gibt es schon ein offenes Angebot. Zieh es zuerst zurück.',
  'transfer.suspended': 'Ein gesperrter Eintrag kann nicht übergeben werden.',
  'transfer.over': 'Dieses Angebot gibt es nicht mehr.',
  'favourites.tooMany': 'Du folgst schon {max, number} Bots. Entferne zuerst einen davon.',
  'reminders.tooMany': 'Du hast schon {max, number} Erinnerungen. Schalte zuerst eine aus.',
  'listings.tooMany': 'Du besitzt schon {max, number} Einträge. Entferne zuerst einen.',
  'reports.tooMany':
    'Du hast {max, number} offene Meldungen. Warte, bis die Moderation einige davon angesehen hat.',

  'report.ownListing': 'Deinen eigenen Eintrag kannst du nicht melden.',
  'report.already': 'Du hast diesen Bot schon gemeldet. Die Moderation prüft es.',
  'report.notFound': 'Diese Meldung gibt es nicht.',
  'report.closed': 'Eine dieser Meldungen ist schon geschlossen. Lade die Meldungen neu.',
  'report.ids': 'reportIds muss {min, number} bis {max, number} Einträge haben.',
  'report.onlySuspensionCloses': 'Nur eine Sperre schließt die Meldungen zu einem Eintrag.',
  'decision.ownListing': 'Über deinen eigenen Eintrag kannst du nicht entscheiden. Das macht jemand anderes.',
  'decision.listings': 'listings muss 1 bis {max, number} verschiedene Bots haben.',
  'decision.severalOwners': 'Einträge, über die du gemeinsam entscheidest, müssen derselben Person gehören.',
  'decision.readAlone':
    'Öffne jeden Eintrag, um ihn zu veröffentlichen. Gemeinsam kannst du nur ablehnen oder sperren.',
  'decision.interrupted':
    'Der Dienst wurde unterbrochen. Sieh dir den Eintrag an und versuche es noch einmal.',
  'edit.decided': 'Über diese Änderung wurde schon entschieden, oder sie wurde ersetzt. Lade sie neu.',
  'claim.taken': '{moderator} bearbeitet diesen Eintrag gerade. Übernimm ihn, wenn du entscheiden willst.',
  'notes.tooMany': 'Ein Eintrag hat höchstens {max, number} Notizen.',
  'templates.tooMany': 'Du kannst höchstens {max, number} Vorlagen haben. Lösche zuerst eine.',
  'template.notFound': 'Diese Vorlage hast du nicht.',
  'site.none': 'Der Eintrag hat noch keine Website. Füge zuerst ihren Link hinzu.',
  'translation.empty': 'Eine Übersetzung braucht mindestens einen Text.',
  'translation.ownLanguage': 'In dieser Sprache sind schon die eigenen Texte des Eintrags.',
  'translation.tooMany': 'Ein Eintrag kann höchstens {max, number} Übersetzungen haben.',
  'translation.notFound': 'Diese Übersetzung gibt es nicht mehr.',
  'news.notFound': 'Diese Neuigkeit gibt es nicht mehr.',
  'news.notPublic': 'Nur ein öffentlicher Eintrag kann Neuigkeiten veröffentlichen.',
  'feature.end': 'Das Ende muss in der Zukunft liegen, höchstens {max, number} Tage von jetzt an.',
  'feature.place': 'Der Platz muss zwischen {min, number} und {max, number} liegen.',
  'feature.notPublic': 'Nur ein öffentlicher Eintrag kann empfohlen werden.',
  'feature.tooMany':
    'Höchstens {max, number} Einträge werden zugleich empfohlen. Beende zuerst einen anderen.',
  'feature.none': 'Dieser Eintrag wird nicht empfohlen.',
  'voiding.users': 'Wähle {min, number} bis {max, number} Personen aus.',
  'voiding.period': 'Das Ende muss nach dem Anfang liegen, höchstens {max, number} Tage später.',
  'voiding.none': 'Keine dieser Personen hat in diesem Zeitraum eine Stimme, die zählt.',
  'voiding.tooMany':
    'Höchstens {max, number} Stimmen lassen sich auf einmal für ungültig erklären. Wähle einen kürzeren Zeitraum oder weniger Personen.',
  'voiding.notFound': 'Diese ungültigen Stimmen gibt es nicht.',
  'voiding.restored': 'Diese Stimmen gelten schon wieder.',

  'channel.tooMany': 'Du hast schon {max, number} Kanäle. Entferne zuerst einen.',
  'channel.notFound': 'Diesen Kanal gibt es nicht mehr.',
  'channel.badPush':
    'Die Anmeldung des Browsers ist unvollständig. Lade die Seite neu und versuche es noch einmal.',
  'channel.notDiscord':
    'Das ist nicht die URL eines Discord-Webhooks. Eine solche beginnt mit https://discord.com/api/webhooks/.',
  'channel.notSlack':
    'Das ist nicht die URL eines Slack-Webhooks. Eine solche beginnt mit https://hooks.slack.com/services/.',
  'channel.language': 'Eine Sprache hat zwei Kleinbuchstaben, wie de.',
  'channel.noEmail': 'Diese Website sendet keine E\u2011Mails.',
  'channel.badEmail': 'Das ist keine E\u2011Mail-Adresse.',
  'channel.mailFailed':
    'Die E\u2011Mail konnte nicht gesendet werden. Prüfe die Adresse, oder versuche es später noch einmal.',
  'channel.wrongCode': 'Dieser Code ist falsch oder zu alt. Prüfe ihn, oder fordere einen neuen an.',
  'channel.held': 'Diese Website sendet gerade nichts. Versuche es später noch einmal.',

  'vote.windowActive': 'Du hast in den letzten 12 Stunden schon für diesen Bot abgestimmt.',
  'vote.accountTooYoung': 'Dieses Konto ist noch zu neu, um abzustimmen.',
  'captcha.notSolved': 'Das Captcha wurde nicht gelöst. Bitte versuche es noch einmal.',
  'captcha.notChecked': 'Das Captcha lässt sich gerade nicht prüfen. Bitte versuche es später noch einmal.',
  'webhook.malformed': 'Die URL ist keine gültige Webadresse.',
  'webhook.tooLong': 'Die URL darf höchstens 2.048 Zeichen lang sein.',
  'webhook.notHttps': 'Die URL muss mit https:// beginnen.',
  'webhook.credentials': 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
  'webhook.port': 'Die URL nutzt einen Port, der zu einem anderen Dienst gehört.',
  'webhook.localName':
    'Die URL muss einen öffentlichen Host nennen, keinen aus einem lokalen Netz. Nimm den Namen, den dein Server im Internet hat.',
  'webhook.notPublic':
    'Die URL muss zu einer öffentlichen https-Adresse führen. Prüfe die Schreibweise des Hosts. Private Netze sind ausgeschlossen.',
  'webhook.neededToChange': 'Lege einen Webhook fest, bevor du seine URL änderst.',
  'webhook.noRotation': 'Kein nächstes Secret wartet. Beginne zuerst einen Wechsel in zwei Schritten.',
  'webhook.neededToRotate': 'Lege eine Webhook-URL fest, bevor du das Secret erneuerst.',
  'webhook.neededToTest': 'Lege eine Webhook-URL fest, bevor du einen Test sendest.',
  'webhook.checkFormat':
    'Nur ein Webhook mit signierten Stimmen lässt sich prüfen. Die anderen Formate haben keine Signatur.',
  'webhook.neededToResend': 'Lege eine Webhook-URL fest, bevor du Zustellungen erneut sendest.',
  'webhook.ending':
    'Die Zustellungen des entfernten Webhooks werden noch abgebrochen. Versuche es in einer Minute erneut.',
  'webhook.neededToHold': 'Lege eine Webhook-URL fest, bevor du den Webhook pausierst.',
  'webhook.holdAfter':
    'Zustellungen können nach 3, 10 oder 50 fehlgeschlagenen ersten Versuchen angehalten werden.',
  'delivery.notFound': 'Diese Zustellung gibt es nicht.',
  'delivery.gone': 'Diese Zustellung gibt es nicht mehr.',
  'delivery.underWay': 'Ein Versuch läuft schon oder steht unmittelbar bevor.',
  'delivery.failedResend': 'Alle Versuche sind fehlgeschlagen. Sende die Zustellung erneut.',
  'delivery.held': 'Diese Zustellung ist angehalten. Setze den Webhook fort, um sie zu senden.',
  'delivery.notWaiting':
    'Sofort versuchen lässt sich nur eine Zustellung, die auf ihren nächsten Versuch wartet.',
  'delivery.notResendable':
    'Diese Zustellung lässt sich nicht erneut senden. Entweder ist sie noch nicht beendet, die Stimme wurde für ungültig erklärt, oder das Konto ist gelöscht.',
  'delivery.notPending': 'Nur eine wartende Zustellung lässt sich abbrechen.',
  'replay.running': 'Für diesen Bot läuft schon ein Durchlauf. Stoppe ihn oder warte, bis er beendet ist.',
  'replay.notFound': 'Diesen Durchlauf gibt es nicht.',
  'replay.nothing': 'Keine Zustellung passt. Wähle einen längeren Zeitraum oder weitere Status.',
  'replay.tooMany': 'Mehr als {max} Zustellungen passen. Wähle einen kürzeren Zeitraum.',
  'replay.range': 'Der Anfang des Zeitraums muss vor seinem Ende liegen.',
  'replay.states': 'Wähle mindestens einen Status.',
  'replay.rate': 'Wähle 1, 5 oder 20 Zustellungen pro Sekunde.',
};

/** The subjects begin sentences, and all are singular. */
export const terms: Translation<typeof english.terms> = {
  subject: {
    name: 'Der Name',
    shortDescription: 'Die Kurzbeschreibung',
    longDescription: 'Die ausführliche Beschreibung',
    prefix: 'Das Präfix',
    websiteUrl: 'Die Website',
    supportUrl: 'Der Support-Link',
    sourceUrl: 'Der Link zum Quellcode',
    privacyUrl: 'Die Datenschutzerklärung',
    reportText: 'Der Text der Meldung',
    reason: 'Die Begründung',
    note: 'Die Notiz',
    templateName: 'Der Name der Vorlage',
    newsTitle: 'Der Titel',
    newsText: 'Der Text',
    channelLabel: 'Der Name des Browsers',
    screenshotDescription: 'Die Beschreibung',
    search: 'Der Suchbegriff',
    appeal: 'Der Einspruch',
    answer: 'Die Antwort',
  },
  block: {
    vote: 'nicht abstimmen',
    submit: 'keine Bots einreichen',
    report: 'keine Bots melden',
    sign_in: 'dich nicht anmelden',
  },
  state: {
    pending: 'in Prüfung',
    approved: 'freigegeben',
    rejected: 'abgelehnt',
    suspended: 'gesperrt',
    removed: 'entfernt',
  },
};
