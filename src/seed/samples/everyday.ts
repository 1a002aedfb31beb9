import type { Sample } from './sample.ts';

export const EVERYDAY = [
  {
    name: 'Knotty',
    slug: 'knotty',
    short: 'Reminders you can write the way you speak, for yourself, a friend or a whole channel.',
    long: `Tie a knot, and forget about it.

\`/knot water the plants every 3 days\`
\`/knot tell @rosa happy exam on the 14th at 8\`
\`/knot ask #team for the report on the last Friday of each month\`

Snooze with a button. Move with a word. Knots survive holidays, time changes and you.`,
    tags: ['productivity', 'utility'],
    languages: ['en', 'de'],
    commands: {
      knot: 'Ties a reminder.',
      knots: 'Lists your reminders.',
      untie: 'Removes a reminder.',
      timezone: 'Sets your time zone.',
    },
    permissions: ['view', 'send', 'embed'],
    links: ['website', 'privacy'],
    owners: ['jonas'],
    ageDays: 730,
    votes: { weight: 10, shape: 'flat' },
    servers: { count: 48_820, shape: 'plateau', silentMinutes: 21 },
    icon: { colours: ['#fca5a5', '#1d4ed8'], accent: '#fecaca', pattern: 'waves', glyph: 'knot' },
    banner: 'waves',
  },
  {
    name: 'Weatherwick',
    slug: 'weatherwick',
    short: 'The forecast for the places your members live in, with warnings that arrive before the storm.',
    long: `Members choose a place, as exact as they like: a town, a region, or just a coast.

- \`/sky\` shows today and the next three days.
- Warnings come from national weather services, as a message to those concerned and nobody else.
- On Sunday the channel gets *the sky of the week*: who had the most sun, and who should buy an umbrella.

Places are never shown to other members.`,
    tags: ['utility', 'news'],
    languages: ['en', 'de', 'sv'],
    commands: {
      sky: 'Shows the weather for your place.',
      place: 'Chooses your place.',
      warn: 'Sets which warnings you get.',
      compare: 'Compares two places.',
      moon: 'Shows the moon of tonight.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    links: ['website', 'support', 'privacy'],
    owners: ['ingrid'],
    ageDays: 517,
    isFeatured: true,
    votes: { weight: 5, shape: 'flat' },
    servers: { count: 1980, shape: 'plateau', silentMinutes: 185 },
    icon: { colours: ['#7dd3fc', '#0369a1'], accent: '#fde047', pattern: 'rays', glyph: 'sun' },
    banner: 'hills',
  },
  {
    name: 'Wanderword',
    slug: 'wanderword',
    short: 'Talk across languages: messages appear in the reader’s own one, with tone and jokes intact.',
    long: `React with a flag, and Wanderword translates for you alone. Or pair two channels, and let a Portuguese one and a
Korean one chat as if there were no sea between them.

### It tries to be polite

| Feature | Why |
|---|---|
| Keeps names, code and emoji | They are the same everywhere |
| Marks what it is not sure of | A guess should look like one |
| Offers the original | Always one tap away |

41 languages, and a setting for how formal you want to be.

Messages are translated in memory and not stored.`,
    tags: ['translation', 'utility', 'social', 'artificial-intelligence'],
    languages: ['en', 'ar', 'ja', 'es', 'fr', 'de', 'pt', 'ru', 'zh', 'tr'],
    commands: {
      translate: 'Translates a text.',
      pair: 'Connects two channels in two languages.',
      language: 'Sets your language.',
      tone: 'Sets how formal translations are.',
      glossary: 'Fixes how a word is translated here.',
      original: 'Shows the original of a message.',
    },
    permissions: ['view', 'send', 'embed', 'history', 'react', 'webhooks'],
    links: ['website', 'support', 'privacy'],
    owners: ['layla', 'haruto'],
    ageDays: 870,
    votes: { weight: 56, shape: 'rising' },
    servers: { count: 140_288, shape: 'growth', silentMinutes: 5 },
    icon: { colours: ['#fb7185', '#6d28d9'], accent: '#fbcfe8', pattern: 'tiles', glyph: 'bubbles' },
    banner: 'skyline',
  },
  {
    name: 'Tin Can Telephone',
    slug: 'tin-can-telephone',
    short: 'A string between two servers: pick up, talk to strangers politely, hang up whenever you like.',
    long: `\`/ring\` connects your channel with another server that also picked up. Ten minutes, then the string breaks, unless
both sides pull.

House rules: no links, no pictures, no age, place or real names. Three reports, and the can is taken away.`,
    tags: ['social', 'fun'],
    languages: ['en', 'ru'],
    commands: {
      ring: 'Calls another server.',
      hangup: 'Ends the call.',
      report: 'Reports a call to our team.',
      booth: 'Chooses the channel for calls.',
    },
    permissions: ['view', 'send', 'embed', 'messages'],
    prefix: 'tin!',
    links: ['website', 'support', 'privacy'],
    owners: ['wren', 'dmitri'],
    ageDays: 1041,
    votes: { weight: 3, shape: 'falling' },
    // Nobody has heard of it for three months.
    servers: { count: 2044, shape: 'fall', silentMinutes: 91 * 24 * 60 },
    icon: { colours: ['#5eead4', '#9a3412'], accent: '#fed7aa', pattern: 'rings', glyph: 'cans' },
    banner: 'sound',
  },
  {
    name: 'Faro',
    slug: 'faro-directos',
    short: 'Avisa de tus directos en el momento justo, con la portada, el juego y un resumen al terminar.',
    long: `Faro enciende la luz cuando empiezas un directo.

- **Un solo aviso** por directo, que se actualiza con el título y los espectadores
- Menciona solo a quien lo pidió
- Al terminar, publica un resumen con los mejores momentos

### Comandos útiles

\`/canal añadir\` conecta tu canal, y \`/aviso\` cambia el texto. Funciona con cuatro plataformas.

Hecho en Valparaíso, con cariño y mucho mate.`,
    tags: ['streaming', 'news'],
    languages: ['es'],
    commands: {
      canal: 'Conecta un canal de directos.',
      aviso: 'Cambia el texto del aviso.',
      suscribir: 'Elige de quién quieres recibir avisos.',
      resumen: 'Muestra el último directo.',
    },
    permissions: ['view', 'send', 'embed', 'emojis'],
    links: ['website', 'support', 'privacy'],
    owners: ['beatriz'],
    ageDays: 182,
    votes: { weight: 18, shape: 'weekends' },
    servers: { count: 10_211, shape: 'growth', silentMinutes: 15 },
    icon: { colours: ['#f9a826', '#134074'], accent: '#fef3c7', pattern: 'rays', glyph: 'lighthouse' },
    banner: 'sea',
  },
] as const satisfies readonly Sample[];
