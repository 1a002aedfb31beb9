import { TAGS } from '../listing/tags.ts';

/**
 * Other words for each tag, in English and German. A plural or an ending is found without an entry. Words of several
 * parts are written as one entry, such as `anti raid`; that also matches `anti-raid`.
 */
const WORDS: Readonly<Record<string, string>> = {
  anime: 'animes, manga, waifu, otaku, cosplay, webtoon',
  art: 'drawing, draw, sketch, painting, paint, palette, kunst, zeichnen, zeichnung',
  'artificial-intelligence':
    'ai, gpt, chatgpt, llm, chatbot, image generator, machine learning, ki, künstliche intelligenz',
  automation:
    'automatic, automate, workflow, trigger, schedule, scheduler, cron, automatisch, automatisierung',
  economy: 'currency, coin, money, shop, bank, casino, gambling, gamble, wirtschaft, währung, geld',
  education:
    'learn, learning, study, school, homework, quiz, vocabulary, flash card, lernen, schule, bildung',
  events: 'event, calendar, birthday, meeting, rsvp, veranstaltung, termin, kalender, geburtstag',
  fun: 'funny, meme, joke, humor, humour, entertainment, spaß, spass, witz',
  games: 'game, gaming, minigame, mini game, trivia, quiz, chess, puzzle, spiel, spiele',
  giveaways: 'giveaway, raffle, prize, sweepstake, lottery, verlosung, gewinnspiel',
  images: 'image, picture, photo, gif, meme, caption, filter, wallpaper, bild, foto',
  leveling: 'level, levelling, levels, xp, rank, ranking, leaderboard, stufe, rangliste',
  logging: 'log, logger, logs, audit, audit log, protokoll, protokollierung',
  moderation:
    'mod, moderator, moderate, automod, auto mod, anti raid, antiraid, raid, anti spam, antispam, ban, kick, mute, ' +
    'warn, warning, verification, verify, protection, security, moderieren, sicherheit, schutz',
  multipurpose: 'multi purpose, all in one, allrounder, everything, mehrzweck, alleskönner',
  music:
    'song, play, player, radio, lyrics, playlist, audio, sound, spotify, voice channel, musik, lied, lieder, abspielen',
  news: 'newspaper, headline, rss, feed, announcement, weather, nachrichten, neuigkeit, wetter',
  polls: 'poll, survey, voting, ballot, umfrage, abstimmung',
  productivity:
    'reminder, remind, todo, to do, task, timer, note, pomodoro, erinnerung, aufgabe, notiz, produktivität',
  programming: 'code, coding, developer, github, debug, compiler, programmieren, entwickler',
  roles: 'role, self role, reaction role, button role, autorole, auto role, rolle',
  'role-playing':
    'roleplay, roleplaying, role play, rp, rpg, dnd, dice, adventure, rollenspiel, würfel, abenteuer',
  social: 'friend, community, profile, chat, birthday, marriage, sozial, freund, gemeinschaft',
  streaming: 'stream, streamer, twitch, youtube, live, notification, übertragung',
  tickets: 'ticket, support ticket, support, helpdesk, help desk, modmail, hilfe',
  translation: 'translate, translator, language, übersetzen, übersetzung, übersetzer, sprache',
  utility: 'util, utilities, tool, calculator, converter, weather, embed, werkzeug, nützlich',
  welcome: 'greet, greeting, welcomer, goodbye, newcomer, onboarding, willkommen, begrüßung, begrüssung',
};

/** The slugs of each word, and of each phrase with spaces between its words. */
const SLUGS = new Map<string, string[]>();
for (const { slug, label } of TAGS) {
  const phrases = [label.toLowerCase().replaceAll('-', ' '), ...(WORDS[slug]?.split(', ') ?? [])];
  for (const phrase of new Set(phrases)) SLUGS.set(phrase, [...(SLUGS.get(phrase) ?? []), slug]);
}

/** Words in the longest phrase. */
const MAX_PHRASE = 3;
/** The endings of plurals and inflections, and what replaces them: `songs`, `matches`, `stories`, `Umfragen`, `Lieder`. */
const ENDINGS = [
  [/ies$/, 'y'],
  [/[sne]$/, ''],
  [/(?:es|en|er)$/, ''],
] as const;

/** What somebody searches for: one word, or a phrase that names tags. */
export interface Term {
  readonly words: readonly string[];
  /** Slugs of the tags that it names. */
  readonly tags: readonly string[];
}

/** Divides words into terms. The longest phrase that names a tag wins. */
export function termsOf(words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let start = 0; start < words.length; ) {
    const longest = Math.min(MAX_PHRASE, words.length - start);
    const sizes = Array.from({ length: longest }, (_, index) => longest - index);
    const size = sizes.find((size) => slugsOf(words.slice(start, start + size)).length > 0) ?? 1;
    const own = words.slice(start, start + size);
    terms.push({ words: own, tags: slugsOf(own) });
    start += size;
  }
  return terms;
}

/** The words that name tags. They are known, so they are no misspellings. */
export const TAG_WORDS: readonly string[] = [...SLUGS.keys()].filter((phrase) => !phrase.includes(' '));

/** The tags that a word or a beginning of one names, best first: `mus` may become `music` or `musik`. */
export function slugsBeginning(text: string): string[] {
  const exact = slugsOf([text]);
  const begun = text.length < 2 ? [] : [...SLUGS].filter(([phrase]) => phrase.startsWith(text));
  // The label of a tag counts more than its other words.
  const labels = TAGS.filter(({ label }) => label.toLowerCase().startsWith(text)).map(({ slug }) => slug);
  return [...new Set([...labels, ...exact, ...begun.flatMap(([, slugs]) => slugs)])];
}

function slugsOf(words: readonly string[]): readonly string[] {
  const phrase = words.join(' ');
  const forms = [phrase, ...ENDINGS.map(([ending, instead]) => phrase.replace(ending, instead))];
  return forms.map((form) => SLUGS.get(form)).find((slugs) => slugs !== undefined) ?? [];
}
