import { TAGS } from '../listing/tags.ts';

/**
 * Words that mean the same for somebody who looks for a bot, in English, German, Spanish and French. A search for one
 * also finds the others. A plural or an ending is found without an entry. Words of several parts are written as one
 * entry, such as `anti raid`, which also matches `anti-raid` and `antiraid`. A line with the label of a tag means that
 * tag. The second column has the tags where bots of this kind often are. With a `=` before it, all bots with the tag
 * match: no bot says "anti spam" of itself, but each moderation bot may do it.
 */
const LINES: readonly (readonly [words: string, often?: string])[] = [
  ['anime, animes, manga, otaku, waifu, webtoon'],
  ['cosplay', 'anime'],
  [
    'art, arte, drawing, draw, painting, paint, kunst, zeichnen, zeichnung, malen, gemälde, dibujo, dibujar, dessin',
  ],
  ['sketch, scribble, skizze, boceto, croquis', 'art'],
  ['palette, paleta, colour, color, farbe, farbpalette, couleur', 'art'],
  [
    'artificial intelligence, ai, gpt, chatgpt, llm, chatbot, machine learning, ki, künstliche intelligenz, ia, ' +
      'inteligencia artificial, intelligence artificielle',
  ],
  ['image generator, text to image, bildgenerator', 'artificial-intelligence, images'],
  [
    'automation, automatic, automate, automatisch, automatisierung, automatisieren, automatización, automatisation',
  ],
  ['workflow, trigger, schedule, scheduler, cron, zeitplan', 'automation'],
  [
    'economy, currency, coin, money, wirtschaft, währung, geld, economía, moneda, dinero, économie, monnaie, argent',
  ],
  ['shop, store, market, laden, geschäft, tienda, boutique', 'economy'],
  ['bank, treasury, schatzkammer', 'economy'],
  ['casino, gambling, gamble, glücksspiel, apuestas', 'economy'],
  ['education, educational, learn, learning, lernen, bildung, educación, aprender, éducation, apprendre'],
  [
    'study, school, homework, class, schule, hausaufgabe, unterricht, escuela, deberes, école, devoirs',
    'education',
  ],
  ['vocabulary, flash card, vokabel, karteikarte, lernkarte, vocabulario, tarjeta, vocabulaire', 'education'],
  ['quiz, trivia, quizfrage, quizspiel', 'games, education'],
  [
    'events, event, veranstaltung, evento, événement, appointment, meeting, rsvp, termin, treffen, cita, réunion',
  ],
  ['calendar, kalender, calendario, calendrier', 'events'],
  ['birthday, bday, geburtstag, cumpleaños, aniversario, anniversaire', 'events, social'],
  ['fun, funny, entertainment, spaß, spass, lustig, unterhaltung, diversión, divertido, amusant'],
  ['meme, memes', 'fun, images'],
  ['joke, humor, humour, witz, chiste, blague', 'fun'],
  ['games, game, gaming, minigame, mini game, spiel, spiele, juego, jeu, jeux'],
  ['chess, schach, ajedrez, échecs', 'games'],
  ['werewolf, werewolves, wolf, wolves, mafia, werwolf, werwölfe, hombre lobo, loup garou', 'games'],
  ['fishing, angeln, angelspiel, fischen, pesca, pêche', 'games'],
  ['puzzle, riddle, rätsel, acertijo, énigme', 'games'],
  ['dice, würfel, würfeln, dado, dés', 'role-playing, games'],
  ['dungeon, verlies, kerker, mazmorra, donjon', 'role-playing, games'],
  ['adventure, quest, abenteuer, aventura, aventure', 'role-playing'],
  [
    'giveaways, giveaway, raffle, sweepstake, lottery, prize, verlosung, gewinnspiel, lotterie, sorteo, concours, tirage, ' +
      'cadeau',
  ],
  ['images, image, picture, photo, bild, bilder, foto, imagen'],
  ['gif', 'images'],
  ['caption, bildunterschrift, leyenda, légende', 'images'],
  ['wallpaper, hintergrundbild', 'images'],
  ['leveling, level, levelling, xp, levelsystem, stufe, nivel, niveau'],
  ['rank, ranking, leaderboard, rangliste, bestenliste, clasificación, classement', '=leveling'],
  [
    'logging, log, logger, audit, audit log, protokoll, protokollierung, registro, journal, journaux, ' +
      'journalisation',
  ],
  [
    'moderation, mod, moderator, moderate, automod, auto mod, moderieren, moderación, modération, ' +
      'modérateur, modérer',
  ],
  ['anti raid, raid, raids, raider, raidschutz, anti nuke, nuke', '=moderation'],
  ['anti spam, spam, spammer, spamschutz, spamfilter, scam, phishing', '=moderation'],
  [
    'swear, swearing, swear word, bad word, profanity, word filter, insult, toxic, schimpfwort, schimpfwörter, ' +
      'wortfilter, beleidigung, gros mots, insulte, palabrota',
    '=moderation',
  ],
  ['ban, bannen, kick, rauswerfen, bannir, expulser', '=moderation'],
  ['mute, timeout, stummschalten, silenciar', '=moderation'],
  ['warn, warning, verwarnung, warnung, advertencia, avertissement, avertir', 'moderation'],
  ['deleted, delete, deletion, gelöscht, löschen, löschung, supprimé, supprimer, borrado'],
  ['deleted message, deletion, deletions, gelöschte nachricht, messages supprimé', '=logging'],
  ['message, nachricht, nachrichten, mensaje'],
  [
    'verification, verify, captcha, door check, verifizierung, verifizieren, verificación, vérification',
    'moderation, welcome',
  ],
  [
    'protection, protect, security, safety, sicherheit, schutz, schützen, seguridad, sécurité, protéger',
    '=moderation',
  ],
  ['multipurpose, multi purpose, all in one, allrounder, everything, mehrzweck, allzweck, alleskönner'],
  ['music, song, tune, track, melody, musik, lied, lieder, melodie, música, canción, musique, chanson'],
  ['playlist, queue, wiedergabeliste, warteschlange', 'music'],
  ['player, abspielen', 'music'],
  ['spotify, soundcloud', '=music'],
  ['lo fi', 'music'],
  // Well-known bots, by which people say what they look for.
  ['mee6', '=moderation, =leveling, welcome'],
  ['dyno, carl bot, wick', '=moderation'],
  ['probot, arcane', '=leveling, =moderation'],
  ['dank memer', '=economy, fun'],
  ['groovy, rythm, hydra, jockie music, fredboat', '=music'],
  ['mudae, karuta', 'anime, games'],
  ['ticket tool', '=tickets'],
  ['giveawaybot, giveaway boat', '=giveaways'],
  ['radio, radio station, radiosender', 'music'],
  ['lyrics, songtext, liedtext, paroles', 'music'],
  ['audio, sound, ton, sonido', 'music'],
  ['voice channel, voice, sprachkanal, canal de voz', 'music'],
  ['rain, ambient, white noise, regen, lluvia, pluie', 'music'],
  ['news, newspaper, headline, nachrichten, neuigkeit, zeitung, noticias, periódico, actualités'],
  ['rss, feed', 'news'],
  ['announcement, announce, ankündigung, anuncio, annonce', 'news'],
  ['weather, forecast, wetter, wettervorhersage, vorhersage, clima, pronóstico, météo', 'utility, news'],
  ['storm, sturm, unwetter, gewitter, tormenta, tempête', 'utility'],
  ['polls, poll, survey, ballot, umfrage, encuesta, sondage'],
  ['voting, vote, election, abstimmung, abstimmen, wahl, votación', '=polls'],
  ['productivity, produktivität, productividad, productivité'],
  ['reminder, remind, erinnerung, erinnern, recordatorio, rappel', 'productivity'],
  ['todo, to do, task, aufgabe, tarea, tâche', 'productivity'],
  ['timer, pomodoro, stoppuhr, focus, konzentration', 'productivity'],
  ['note, notiz, nota', 'productivity'],
  ['time zone, zeitzone, zona horaria, fuseau horaire', 'utility'],
  [
    'programming, code, coding, developer, programmieren, programmierung, entwickler, programación, programmation',
  ],
  ['debug, bug, debugger, fehlersuche', 'programming'],
  ['github, compiler', 'programming'],
  [
    'roles, role, rolle, rol, rôle, autorole, auto role, self role, reaction role, button role, reaktionsrolle',
  ],
  [
    'role playing, roleplay, roleplaying, role play, rp, rpg, dnd, rollenspiel, ' +
      'juego de rol, jeu de rôle',
  ],
  ['tabletop, pen and paper, tischrollenspiel', 'role-playing'],
  ['social, community, sozial, gemeinschaft, comunidad, communauté'],
  ['friend, freund, amigo, ami', 'social'],
  ['profile, profil, perfil', 'social'],
  ['marriage, marry, heirat, heiraten', 'social'],
  ['streaming, stream, streamer, twitch, livestream, live stream, übertragung, directo'],
  ['youtube, video', 'streaming'],
  ['notification, alert, announcement, benachrichtigung, notificación, aviso', 'streaming'],
  ['tickets, ticket, support ticket, helpdesk, help desk, modmail'],
  ['support, help, hilfe, ayuda, aide', 'tickets'],
  [
    'translation, translate, translator, übersetzen, übersetzung, übersetzer, traducir, traducción, traductor, ' +
      'traduire, traduction, traducteur',
  ],
  ['language, sprache, idioma, langue', 'translation'],
  ['utility, utilities, util, tool, werkzeug, nützlich, utilidad, herramienta, outil'],
  ['calculator, calc, rechner, taschenrechner, calculadora', 'utility'],
  ['converter, convert, umrechner, umrechnen', 'utility'],
  ['stats, statistic, analytics, statistik, estadística, statistique', 'utility'],
  ['embed', 'utility'],
  [
    'welcome, welcomer, welcome message, welcome image, welcome card, welcome channel, join message, greet, greeting, ' +
      'newcomer, onboarding, willkommen, willkommensnachricht, willkommensbild, begrüßen, begrüßung, bienvenida, ' +
      'mensaje de bienvenida, bienvenue, message de bienvenue, accueil, accueillir',
  ],
  ['goodbye, farewell, leave message, verabschiedung, abschied, despedida', 'welcome'],
];

/** Words with one meaning, and the tags that go with it. */
export interface Concept {
  /** In lower case; a phrase has spaces between its words. */
  readonly words: readonly string[];
  /** Slugs of the tags that mean the same. */
  readonly is: readonly string[];
  /** Slugs of the tags whose bots match, as they match by the words. */
  readonly within: readonly string[];
  /** Slugs of the tags where bots of this kind often are. */
  readonly often: readonly string[];
}

const labelOf = (label: string) => label.toLowerCase().replaceAll('-', ' ');

const CONCEPTS: readonly Concept[] = LINES.map(([text, tags]) => {
  const words = text.split(', ');
  const is = TAGS.filter(({ label }) => words.includes(labelOf(label))).map(({ slug }) => slug);
  const often = tags?.replaceAll('=', '').split(', ') ?? [];
  return { words, is, within: tags?.startsWith('=') ? often : is, often };
});

/** Without accents: `begrussung` and `begruessung` are typed for `begrüßung`. */
export const plain = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll(/[aou]e/g, ([vowel = '']) => vowel)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** The concepts of each word and phrase; a phrase also stands without its spaces. */
const BY_PHRASE = new Map<string, Concept[]>();
/** The same, without accents. */
const BY_PLAIN = new Map<string, readonly Concept[]>();
for (const concept of CONCEPTS) {
  for (const phrase of new Set(concept.words.flatMap((word) => [word, word.replaceAll(' ', '')]))) {
    const concepts = [...(BY_PHRASE.get(phrase) ?? []), concept];
    BY_PHRASE.set(phrase, concepts);
    BY_PLAIN.set(plain(phrase), concepts);
  }
}

/** The endings of plurals and inflections, and what replaces them: `songs`, `matches`, `stories`, `Umfragen`, `Lieder`, `niveaux`. */
const ENDINGS = [
  [/ies$/, 'y'],
  [/[snex]$/, ''],
  [/(?:es|en|er)$/, ''],
] as const;

/** The single words of the table. They are known, so they are no misspellings. */
export const KNOWN_WORDS: readonly string[] = [...BY_PHRASE.keys()].filter((phrase) => !phrase.includes(' '));

/** The concepts that a word or phrase names, also with an ending or without accents. */
export function conceptsOf(phrase: string): readonly Concept[] {
  const forms = [phrase, ...ENDINGS.map(([ending, instead]) => phrase.replace(ending, instead))];
  const find = (known: ReadonlyMap<string, readonly Concept[]>, forms: readonly string[]) =>
    forms.map((form) => known.get(form)).find((concepts) => concepts !== undefined);
  return find(BY_PHRASE, forms) ?? find(BY_PLAIN, forms.map(plain)) ?? [];
}

/** So many letters at the end of a word may be missing, of which at least so many are there. */
const MAX_MISSING = 2;
const MIN_BEGINNING = 6;

/** The concepts of a word without its last letters: `welcom`. */
export function conceptsBegun(text: string): readonly Concept[] {
  if (text.length < MIN_BEGINNING) return [];
  const begun = KNOWN_WORDS.find((word) => word.startsWith(text) && word.length <= text.length + MAX_MISSING);
  return begun === undefined ? [] : conceptsOf(begun);
}

/** The tags that a word or a beginning of one names, best first: `mus` may become `music` or `musik`. */
export function slugsBeginning(text: string): string[] {
  const begun = text.length < 2 ? [] : [...BY_PHRASE].filter(([phrase]) => phrase.startsWith(text));
  // The label of a tag counts more than its other words.
  const labels = TAGS.filter(({ label }) => label.toLowerCase().startsWith(text)).map(({ slug }) => slug);
  const named = [...conceptsOf(text), ...begun.flatMap(([, concepts]) => concepts)];
  return [...new Set([...labels, ...named.flatMap(({ is }) => is), ...named.flatMap(({ often }) => often)])];
}
