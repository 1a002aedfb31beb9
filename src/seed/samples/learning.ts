import type { Sample } from './sample.ts';

export const LEARNING = [
  {
    name: 'Redlight Herald',
    slug: 'redlight-herald',
    short: 'Goes live when you do: one tidy announcement, a clip reel afterwards, and no spam in between.',
    long: `You press *Start stream*. Redlight Herald does the rest.

- an announcement with your own words, picture and role
- a live thread that closes itself
- a reel of the five most watched moments, an hour after the end
- a monthly page about what your viewers liked

Streams of friends can share a channel: their announcements are merged into one board that is always up to date.`,
    tags: ['streaming', 'events'],
    languages: ['en', 'ru', 'es'],
    commands: {
      live: 'Connects your stream.',
      words: 'Writes your announcement.',
      board: 'Shows who is live now.',
      reel: 'Shows the best moments of the last stream.',
      month: 'Shows what your viewers liked this month.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'openThreads', 'threads'],
    links: ['website', 'support', 'privacy'],
    owners: ['dmitri', 'beatriz'],
    ageDays: 704,
    votes: { weight: 27, shape: 'flat' },
    servers: { count: 66_902, shape: 'growth', silentMinutes: 6 },
    icon: { colours: ['#ef4444', '#3b0764'], accent: '#fecaca', pattern: 'rings', glyph: 'horn' },
    banner: 'sound',
  },
  {
    name: 'Gazettine',
    slug: 'gazettine',
    short: 'A small newspaper for your server: the best conversations of the week, printed every Sunday.',
    long: `On Sunday morning, Gazettine prints a front page: what was discussed, who helped whom, which picture got the most
hearts, and the notices that members handed in.

Editors (you) see a draft on Saturday and can strike anything out. Members can ask not to be quoted.

**Sections:** front page, letters, lost and found, weather, chess problem, obituaries for deleted channels.`,
    tags: ['news', 'social', 'fun'],
    languages: ['en', 'fr'],
    commands: {
      issue: 'Shows the issue of this week.',
      draft: 'Opens the draft for editors.',
      notice: 'Hands in a notice.',
      quote: 'Suggests a message for the front page.',
      unquote: 'Asks not to be quoted.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'history'],
    links: ['website', 'privacy'],
    owners: ['sean', 'layla'],
    ageDays: 4,
    votes: { weight: 8, shape: 'rising' },
    servers: { count: 57, shape: 'surge', silentMinutes: 31 },
    icon: { colours: ['#e7e5e4', '#57534e'], accent: '#1c1917', pattern: 'ruled', glyph: 'newspaper' },
    banner: 'waves',
  },
  {
    name: 'Flashferret',
    slug: 'flashferret',
    short: 'Flash cards that come back just before you forget them, alone or as a class.',
    long: `Make a deck from a list, a file or a chat:

\`/deck add biology "mitochondrion" "makes energy for the cell"\`

Every day Flashferret asks you a few cards, the ones you are about to forget. That takes three minutes. In a class, it
shows the teacher which cards are hard, but not for whom.

Decks can be shared under a free licence. There are about 9 000.`,
    tags: ['education', 'productivity'],
    languages: ['en', 'tr', 'de'],
    commands: {
      study: 'Asks the cards of today.',
      deck: 'Makes, shares or copies a deck.',
      class: 'Opens a class.',
      streak: 'Shows how many days in a row you studied.',
      hard: 'Shows the cards that you forget most.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    links: ['website', 'support', 'source', 'privacy'],
    owners: ['elif'],
    ageDays: 264,
    votes: { weight: 6, shape: 'flat' },
    servers: { count: 1325, shape: 'growth', silentMinutes: 290 },
    icon: { colours: ['#fed7aa', '#78350f'], accent: '#fde047', pattern: 'crosses', glyph: 'cards' },
    banner: 'facets',
  },
  {
    name: 'Tertulia',
    slug: 'tertulia',
    short: 'Intercambio de idiomas: encuentra compañero, habla quince minutos y recibe correcciones amables.',
    long: `Cada tarde, a las siete, Tertulia junta a personas que quieren practicar el idioma de la otra.

1. Dinos qué hablas y qué aprendes con \`/perfil\`.
2. Entra en la sala cuando suene la campana.
3. Quince minutos en un idioma, quince en el otro.

Al final, cada uno anota **dos** correcciones. Solo dos: nadie aprende con veinte.`,
    tags: ['education', 'social', 'events'],
    languages: ['es', 'en'],
    commands: {
      perfil: 'Dice qué hablas y qué aprendes.',
      campana: 'Elige a qué hora puedes.',
      corregir: 'Anota una corrección.',
      cuaderno: 'Muestra tus correcciones.',
    },
    permissions: ['view', 'send', 'embed', 'connect', 'speak', 'privateThreads'],
    links: ['website', 'support', 'privacy'],
    owners: ['beatriz', 'layla'],
    ageDays: 3,
    votes: { weight: 4, shape: 'rising' },
    // It has not reported yet.
    icon: { colours: ['#fca5a5', '#831843'], accent: '#fef3c7', pattern: 'bubbles', glyph: 'cup' },
    banner: 'hills',
  },
] as const satisfies readonly Sample[];
