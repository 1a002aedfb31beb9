import type { Sample } from './sample.ts';

export const NEWCOMERS = [
  {
    name: 'Doorbell Fox',
    slug: 'doorbell-fox',
    short: 'Greets every newcomer by name, with a picture, a short tour and someone to talk to.',
    long: `The first minute decides whether somebody stays. Doorbell Fox makes it a good one.

- **A card** with their name and picture, in your colours.
- **A tour** of three channels, chosen by what they say they like.
- **A host:** members who volunteer are introduced, one at a time, so that nobody greets fifty people.

Quiet servers can let the fox write first, and only that.

Nothing is sent to people who asked not to be greeted.`,
    tags: ['welcome', 'images', 'social'],
    languages: ['en', 'tr', 'hi'],
    commands: {
      card: 'Designs the welcome card.',
      tour: 'Chooses the channels of the tour.',
      host: 'Volunteers to meet newcomers.',
      test: 'Rings the bell for yourself.',
      farewell: 'Sets what is said when somebody leaves.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    prefix: 'fox!',
    links: ['website', 'support', 'privacy'],
    owners: ['elif', 'priya'],
    ageDays: 977,
    votes: { weight: 36, shape: 'falling' },
    servers: { count: 96_215, shape: 'fall', silentMinutes: 11 },
    icon: { colours: ['#fdba74', '#c2410c'], accent: '#fff7ed', pattern: 'chevrons', glyph: 'fox' },
    banner: 'hills',
  },
  {
    name: 'Rolodeer',
    slug: 'rolodeer',
    short: 'Roles by button, menu or question, with limits, expiry dates and an undo for mistakes.',
    long: `Members pick their own roles, and you keep the overview.

1. Write a panel with \`/panel\`.
2. Add up to 25 roles, as buttons or as a menu.
3. Set rules: *at most two*, *only with Verified*, *ends on Sunday*.

\`/audit roles\` finds roles that nobody has, roles that mean the same, and roles that can do more than you think.

Did somebody remove the wrong role from 400 people? \`/undo\` gives it back.`,
    tags: ['roles', 'utility', 'automation'],
    languages: ['en', 'de', 'tr'],
    commands: {
      panel: 'Creates a panel of roles.',
      rule: 'Adds a rule to a role.',
      temporary: 'Gives a role until a date.',
      audit: 'Finds roles that nobody needs.',
      undo: 'Takes the last change of roles back.',
      who: 'Lists the members with a combination of roles.',
    },
    permissions: ['view', 'send', 'embed', 'roles'],
    links: ['website', 'support', 'source', 'privacy'],
    owners: ['jonas', 'elif'],
    ageDays: 655,
    votes: { weight: 19, shape: 'flat' },
    servers: { count: 71_508, shape: 'plateau', silentMinutes: 16 },
    icon: { colours: ['#bef264', '#3f6212'], accent: '#ecfccb', pattern: 'leaves', glyph: 'deer' },
    banner: 'forest',
  },
  {
    name: 'مرساة',
    slug: 'marsat',
    short: 'بوت عربي متكامل: ترحيب بالأعضاء، رتب بالأزرار، وأدوات إدارة بسيطة بلغة واضحة.',
    long: `مرساة بوت عربي صُمم للخوادم العربية من البداية، وليس ترجمة لبوت آخر.

## المزايا

- ترحيب بالأعضاء الجدد ببطاقة عربية جميلة
- اختيار الرتب بالأزرار
- تحذيرات وسجل واضح لكل إجراء
- تذكير بالمواعيد بالتقويمين الهجري والميلادي

## البداية

1. أضف البوت إلى خادمك.
2. أرسل الأمر \`/setup\`.
3. اختر القناة والرتبة.

الدعم متوفر كل يوم.`,
    tags: ['multipurpose', 'welcome', 'roles', 'moderation'],
    languages: ['ar'],
    commands: {
      setup: 'يبدأ الإعداد خطوة بخطوة.',
      welcome: 'يضبط رسالة الترحيب.',
      roles: 'ينشئ لوحة لاختيار الرتب.',
      warn: 'يحذر عضوًا ويحفظ السبب.',
      remind: 'يذكرك بموعد.',
      help: 'يعرض جميع الأوامر.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'roles', 'timeout', 'messages'],
    links: ['website', 'support', 'privacy'],
    owners: ['layla'],
    ageDays: 203,
    votes: { weight: 16, shape: 'rising' },
    servers: { count: 5128, shape: 'growth', silentMinutes: 29 },
    icon: { colours: ['#38bdf8', '#075985'], accent: '#fcd34d', pattern: 'tiles', glyph: 'anchor' },
    banner: 'sea',
  },
  {
    name: 'Swissmoth',
    slug: 'swissmoth',
    short: 'Forty small tools that do one thing each. Switch on the ones you need and forget the rest.',
    long: `Most servers need six bots. Most bots have six useful commands. Swissmoth has the commands.

**Off by default.** A new server starts with nothing but \`/tools\`. Whatever you switch on asks for its own permission,
and whatever you switch off leaves nothing behind.

A few favourites: sticky messages, server statistics, a starboard, time zones, name history, link previews, auto-threads
and a *very* small calculator.

| Plan | Tools | Price |
|---|---|---|
| Everyone | all of them | nothing |

That is the whole table.`,
    tags: ['multipurpose', 'utility', 'moderation', 'leveling', 'fun'],
    languages: ['en', 'pt', 'es', 'it', 'fr', 'de'],
    commands: {
      tools: 'Switches tools on and off.',
      sticky: 'Keeps a message at the bottom of a channel.',
      starboard: 'Collects the best messages.',
      timezone: 'Shows what time it is for somebody.',
      poll: 'Asks a quick question.',
      remind: 'Reminds you, or a channel.',
      avatar: 'Shows a picture in full size.',
      server: 'Shows numbers about this server.',
      user: 'Shows when somebody joined.',
      calc: 'Calculates.',
      colour: 'Shows a colour and its name.',
      thread: 'Opens a thread for each message.',
      emoji: 'Copies an emoji to this server.',
      about: 'Tells who made this.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'history', 'messages', 'openThreads', 'react', 'emojis'],
    prefix: '!',
    links: ['website', 'support', 'source', 'privacy'],
    owners: ['mateus', 'beatriz', 'sean'],
    ageDays: 1012,
    votes: { weight: 46, shape: 'falling' },
    servers: { count: 305_876, shape: 'fall', silentMinutes: 2 },
    icon: { colours: ['#f87171', '#7f1d1d'], accent: '#fecaca', pattern: 'crosses', glyph: 'moth' },
    banner: 'circuits',
  },
] as const satisfies readonly Sample[];
