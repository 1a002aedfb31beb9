import type { Sample } from './sample.ts';

export const PICTURES = [
  {
    name: 'Brushling',
    slug: 'brushling',
    short: 'Sketches ideas with you, from a rough scribble to a finished picture, and shows every step.',
    long: `Brushling is a small studio assistant. You describe, it sketches, you correct, it tries again.

## A conversation, not a slot machine

\`/sketch a lighthouse keeper who is a heron\` gives four rough sketches in pencil. Pick one and say what is wrong with it.
After three or four rounds you have a picture that is *yours*, and a strip that shows how it came about.

## Fair to artists

- trained on pictures whose makers agreed and are paid
- refuses "in the style of" living people
- signs its pictures, so that nobody passes them off as a painting

## Studio rules for servers

| Setting | Default |
|---|---|
| Pictures a member and day | 8 |
| Channels | those that you name |
| Filter | strict, and stricter |

> "My players finally know what the innkeeper looks like." – a game master`,
    tags: ['artificial-intelligence', 'art', 'images', 'fun'],
    languages: ['en', 'ja', 'hi'],
    commands: {
      sketch: 'Makes four rough sketches of an idea.',
      refine: 'Changes a sketch by what you say.',
      finish: 'Turns a sketch into a picture.',
      steps: 'Shows how a picture came about.',
      gallery: 'Shows the favourites of this server.',
      palette: 'Draws with the colours of a picture.',
      credits: 'Shows how many pictures are left today.',
      rules: 'Sets channels, limits and the filter.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'openThreads'],
    links: ['website', 'support', 'privacy'],
    owners: ['priya', 'haruto'],
    ageDays: 231,
    votes: { weight: 88, shape: 'spike' },
    servers: { count: 76_541, shape: 'step', silentMinutes: 2 },
    icon: { colours: ['#f0abfc', '#db2777'], accent: '#fde68a', pattern: 'blobs', glyph: 'brush' },
    banner: 'waves',
  },
  {
    name: 'Palettino',
    slug: 'palettino',
    short: 'Colour palettes from photos, words or moods, checked for contrast and ready to copy.',
    long: `Send a photo, and get five colours. Send a word, and get a feeling.

\`\`\`
/palette "autumn in a library"
#3B2A20  #7A4B2A  #B98244  #E4CFA1  #57614A
\`\`\`

Each palette names which pairs are easy to read. Export as text, CSS or a picture.`,
    tags: ['art', 'utility', 'images'],
    languages: ['en', 'it'],
    commands: {
      palette: 'Makes a palette from a photo or a word.',
      contrast: 'Checks whether two colours are easy to read.',
      name: 'Names a colour.',
      export: 'Sends a palette as text, CSS or a picture.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    links: ['website', 'source'],
    owners: ['elif'],
    ageDays: 2,
    votes: { weight: 3, shape: 'rising' },
    servers: { count: 3, shape: 'growth', silentMinutes: 55 },
    icon: { colours: ['#fef08a', '#0891b2'], accent: '#f43f5e', pattern: 'blobs', glyph: 'palette' },
    banner: 'bubbles',
  },
  {
    name: 'Captionfish',
    slug: 'captionfish',
    short: 'Everyone captions the same picture, everyone votes, and the funniest line wins the bowl.',
    long: `A round takes three minutes:

1. A picture appears. It comes from free archives, so it is usually a confused sheep from 1911.
2. Everybody sends a caption in secret.
3. Everybody votes.
4. The winner keeps the **golden bowl** until somebody takes it from them.

Captions are filtered, and managers can add words. \`/hall\` shows the best of all time.`,
    tags: ['images', 'fun', 'games', 'polls'],
    languages: ['en', 'pt'],
    commands: {
      round: 'Starts a round.',
      caption: 'Sends your caption in secret.',
      bowl: 'Shows who has the golden bowl.',
      hall: 'Shows the best captions of all time.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'react'],
    prefix: 'cf!',
    links: ['website'],
    owners: ['mateus'],
    ageDays: 320,
    votes: { weight: 20, shape: 'weekends' },
    servers: { count: 16_043, shape: 'plateau', silentMinutes: 20 },
    icon: { colours: ['#fdba74', '#0284c7'], accent: '#f97316', pattern: 'bubbles', glyph: 'fishbowl' },
    banner: 'bubbles',
  },
  {
    name: 'アニメ暦',
    slug: 'anime-goyomi',
    short:
      '今季アニメの放送予定をお知らせ。話数ごとの感想スレッドはネタバレ防止つきで、作品検索や視聴記録もこれ一つで使えます。',
    long: `好きな作品を登録すると、放送の時間にお知らせします。

## できること

- 今季の番組表を曜日ごとに表示
- 話数ごとの感想スレッドを自動で作成（ネタバレ防止つき）
- 視聴記録と「どこまで見たか」の共有
- 作品・声優・主題歌の検索

## はじめかた

1. \`/bangumi\` で番組表を開きます。
2. 気になる作品の「登録」を押します。
3. あとは待つだけです。

English commands are available with \`/language en\`.`,
    tags: ['anime', 'news', 'social'],
    languages: ['ja'],
    commands: {
      bangumi: '今季の番組表を表示します。',
      touroku: '作品を登録します。',
      kiroku: '視聴記録をつけます。',
      sagasu: '作品・声優・主題歌を探します。',
      thread: '感想スレッドの設定をします。',
      language: 'Changes the language.',
    },
    permissions: ['view', 'send', 'embed', 'openThreads', 'threads'],
    links: ['website', 'support', 'privacy'],
    owners: ['haruto'],
    ageDays: 395,
    votes: { weight: 38, shape: 'weekends' },
    servers: { count: 19_730, shape: 'growth', silentMinutes: 8 },
    icon: { colours: ['#fbcfe8', '#e11d48'], accent: '#fb7185', pattern: 'petals', glyph: 'torii' },
    banner: 'petals',
  },
] as const satisfies readonly Sample[];
