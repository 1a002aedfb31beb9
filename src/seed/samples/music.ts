import type { Sample } from './sample.ts';

export const MUSIC = [
  {
    name: 'Tidepool',
    slug: 'tidepool',
    short: 'Listen together: shared queues, live lyrics and sound that stays clear in a full voice channel.',
    long: `Tidepool turns a voice channel into a listening room. Everyone adds songs, everyone sees what is next, and
nobody has to be the DJ.

## What makes it different

- **Fair queues.** Songs take turns between the people who added them, so one long playlist cannot bury the rest.
- **Live lyrics.** They follow the song line by line, in a thread that is removed at the end.
- **Gentle volume.** Every song plays at the same loudness. No more jumping for the slider.
- **It remembers.** The queue survives a restart, a lost connection and a moved channel.

## First steps

1. Join a voice channel.
2. Send \`/play\` with a link or a few words.
3. Share the queue with \`/queue\`. Others add songs with one button.

> "We stopped arguing about music and started discovering it." – a book club that reads to film scores

Listeners skip a song by vote. Server managers choose how many votes that takes, who may clear the queue, and which
channels Tidepool joins.`,
    tags: ['music', 'fun', 'social'],
    languages: ['en', 'fr', 'de', 'es'],
    commands: {
      play: 'Adds a song, an album or a playlist to the queue.',
      queue: 'Shows what plays now and what comes next.',
      skip: 'Starts a vote to skip the current song.',
      pause: 'Pauses the music for everybody.',
      resume: 'Continues where the music stopped.',
      lyrics: 'Opens a thread with lyrics that follow the song.',
      shuffle: 'Mixes the queue, and keeps turns fair.',
      seek: 'Jumps to a time in the current song.',
      favourite: 'Saves the current song to your own list.',
      mix: 'Builds a queue from the favourites of everybody in the channel.',
      leave: 'Leaves the voice channel and keeps the queue.',
      settings: 'Sets volume, votes to skip and allowed channels.',
    },
    permissions: ['view', 'send', 'embed', 'connect', 'speak', 'openThreads', 'react'],
    links: ['website', 'support', 'privacy'],
    owners: ['amara', 'dmitri'],
    ageDays: 1072,
    votes: { weight: 100, shape: 'weekends' },
    servers: { count: 482_310, shape: 'growth', silentMinutes: 3 },
    icon: { colours: ['#22d3ee', '#1e3a8a'], accent: '#fde68a', pattern: 'rings', glyph: 'shell' },
    banner: 'sea',
  },
  {
    name: 'Vinylcat',
    slug: 'vinylcat',
    short: 'A radio station for your server: round-the-clock jazz, soul and lo-fi, picked by people.',
    long: `A cat, a record player, and eleven stations that never stop.

Each station is put together by hand. There is no algorithm and no advertising.

| Station | Mood |
|---|---|
| Back Alley | Hard bop and late trains |
| Windowsill | Lo-fi for rainy days |
| Velvet Paw | Soul and slow dances |
| Nine Lives | Whatever the cat likes |

Set a channel once with \`/station\`. Vinylcat joins when somebody comes in, and leaves when the room is empty.`,
    tags: ['music'],
    languages: ['en'],
    commands: {
      station: 'Chooses the station for this voice channel.',
      stations: 'Lists all stations with what they play now.',
      song: 'Names the current song, its artist and its year.',
      purr: 'Thanks the cat.',
    },
    permissions: ['view', 'send', 'embed', 'connect', 'speak'],
    prefix: 'v!',
    links: ['website', 'support'],
    owners: ['wren'],
    ageDays: 689,
    votes: { weight: 21, shape: 'flat' },
    servers: { count: 31_870, shape: 'plateau', silentMinutes: 14 },
    icon: { colours: ['#f97316', '#7c2d12'], accent: '#1c1917', pattern: 'grooves', glyph: 'cat' },
    banner: 'sound',
  },
  {
    name: 'Hushwave',
    slug: 'hushwave',
    short: 'Rain, rivers and quiet cafés in a voice channel, with focus timers for working together.',
    long: `Put Hushwave in a voice channel, and the room sounds like somewhere you can think.

### Sounds

Mix up to three at once: *rain on a tent*, *a night train*, *a café at ten*, *a river under ice*, and forty more.
Each one is a recording of at least an hour, so you will not hear it repeat.

### Focus rounds

\`/focus 25 5\` starts a round of 25 minutes with a break of 5. Members are muted during the round if they want to be.
At the end, Hushwave posts how long each of you has worked this week. That list is private by default.

Made for study halls, writing groups and people who cannot work in silence.`,
    tags: ['music', 'productivity'],
    languages: ['en', 'sv', 'de'],
    commands: {
      mix: 'Plays up to three sounds in your voice channel.',
      sounds: 'Browses all sounds by place and weather.',
      focus: 'Starts rounds of work and breaks for this channel.',
      volume: 'Sets the volume of each sound.',
      week: 'Shows your hours of focus this week.',
    },
    permissions: ['view', 'send', 'embed', 'connect', 'speak'],
    links: ['website', 'privacy'],
    owners: ['ingrid'],
    ageDays: 248,
    votes: { weight: 17, shape: 'rising' },
    servers: { count: 6240, shape: 'surge', silentMinutes: 22 },
    icon: { colours: ['#a5b4fc', '#3730a3'], accent: '#fef3c7', pattern: 'waves', glyph: 'raincloud' },
    banner: 'waves',
  },
  {
    name: 'Klangbude',
    slug: 'klangbude',
    short: 'Musikquiz für den Sprachkanal: Intro hören, Titel raten, Punkte sammeln. Auf Deutsch.',
    long: `Klangbude spielt die ersten Sekunden eines Liedes. Wer zuerst den Titel schreibt, bekommt den Punkt.

## So läuft eine Runde

1. \`/runde\` startet zehn Lieder im Sprachkanal.
2. Nach drei, sechs und zehn Sekunden gibt es weniger Punkte.
3. Tippfehler sind erlaubt: „Neunundneunzig Luftbalongs“ zählt.

## Listen

- Deutschrap, Schlager, Neue Deutsche Welle
- Filmmusik und Titellieder von Serien
- eigene Listen mit bis zu 200 Liedern

Die Bestenliste beginnt an jedem Monatsersten von vorn.`,
    tags: ['music', 'games', 'fun'],
    languages: ['de'],
    commands: {
      runde: 'Startet eine Runde mit zehn Liedern.',
      liste: 'Wählt die Liste, aus der gespielt wird.',
      bestenliste: 'Zeigt die Punkte dieses Monats.',
      stopp: 'Beendet die laufende Runde.',
      hilfe: 'Erklärt die Regeln.',
    },
    permissions: ['view', 'send', 'embed', 'react', 'connect', 'speak'],
    prefix: 'k!',
    links: ['website', 'support', 'privacy'],
    owners: ['jonas'],
    ageDays: 412,
    votes: { weight: 9, shape: 'weekends' },
    servers: { count: 2915, shape: 'plateau', silentMinutes: 51 },
    icon: { colours: ['#facc15', '#b91c1c'], accent: '#7f1d1d', pattern: 'rays', glyph: 'speaker' },
    banner: 'sound',
  },
] as const satisfies readonly Sample[];
