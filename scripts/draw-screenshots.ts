import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import satori from 'satori';
import sharp, { type Sharp } from 'sharp';
import { readFonts } from '../src/pictures/fonts.ts';

/** A chat with a bot, as `screenshots.json` of a sample writes it. */
interface Chat {
  readonly channel: string;
  readonly messages: readonly Message[];
}

interface Message {
  /** Who writes it; absent for the bot. */
  readonly by?: string;
  readonly text?: string;
  /** The command that the bot responds to, and who used it. */
  readonly command?: string;
  readonly user?: string;
  readonly embed?: {
    readonly title: string;
    readonly text?: string;
    /** Names and values, in one row. */
    readonly fields?: readonly (readonly [string, string])[];
    /** The length of a bar, from 0 to 1. */
    readonly progress?: number;
  };
  /** The main one begins with a star. */
  readonly buttons?: readonly string[];
}

interface Bot {
  readonly name: string;
  readonly icon: string;
  readonly color: string;
}

const SAMPLES = join(import.meta.dirname, '../src/seed/samples');
const [WIDTH, HEIGHT] = [600, 375];
/** Pixels of the picture per pixel of the drawing. */
const SCALE = 1.6;
const SVG_DPI = 72;
const COLORS = { back: '#1b1e26', raised: '#262a35', line: '#343a48', text: '#e4e7ee', muted: '#a2a9b8' };

type Style = Readonly<Record<string, string | number>>;
const node = (type: string, props: object) => ({ type, props });
const box = (style: Style, ...children: unknown[]) =>
  node('div', { style: { display: 'flex', ...style }, children: children.filter(Boolean) });
const column = (style: Style, ...children: unknown[]) =>
  box({ flexDirection: 'column', ...style }, ...children);
const picture = (src: string, size: number) =>
  node('img', { src, width: size, height: size, style: { borderRadius: size / 2, flexShrink: 0 } });
/** Keeps line breaks. */
const text = (words: string, style: Style = {}) => box({ whiteSpace: 'pre-wrap', ...style }, words);

const hueOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 360;

function initial(name: string) {
  const round = { width: 36, height: 36, borderRadius: 18, alignItems: 'center', justifyContent: 'center' };
  return box(
    {
      ...round,
      flexShrink: 0,
      backgroundColor: `hsl(${hueOf(name)}, 42%, 42%)`,
      fontWeight: 700,
      fontSize: 17,
    },
    name.slice(0, 1),
  );
}

function embed({ title, text: words, fields = [], progress }: NonNullable<Message['embed']>, color: string) {
  return column(
    {
      ...{ marginTop: 4, padding: '10px 14px', gap: 7, width: 440, borderRadius: 5 },
      ...{ backgroundColor: COLORS.raised, borderLeft: `4px solid ${color}` },
    },
    text(title, { fontWeight: 700, fontSize: 16 }),
    words && text(words, { lineHeight: 1.4 }),
    progress !== undefined &&
      box(
        { height: 6, borderRadius: 3, backgroundColor: COLORS.line },
        box({ width: `${progress * 100}%`, borderRadius: 3, backgroundColor: color }),
      ),
    fields.length > 0 &&
      box(
        { gap: 26 },
        ...fields.map(([name, value]) =>
          column({}, text(name, { fontSize: 12, color: COLORS.muted }), text(value, { fontWeight: 700 })),
        ),
      ),
  );
}

function buttonOf(label: string) {
  const isMain = label.startsWith('*');
  return text(label.replace('*', ''), {
    ...{ padding: '6px 15px', borderRadius: 5, fontWeight: 700, fontSize: 13 },
    ...(isMain ? { backgroundColor: '#4a5ae0', color: '#fff' } : { backgroundColor: COLORS.line }),
  });
}

function message({ by, text: words, command, user, ...rest }: Message, bot: Bot) {
  const chip = {
    padding: '1px 5px',
    borderRadius: 3,
    backgroundColor: '#4a5ae0',
    color: '#fff',
    fontSize: 10,
  };
  return box(
    { gap: 12, alignItems: 'flex-start' },
    by === undefined ? picture(bot.icon, 36) : initial(by),
    column(
      { gap: 3, flexGrow: 1 },
      box(
        { gap: 7, alignItems: 'center' },
        text(by ?? bot.name, { fontWeight: 700, color: by === undefined ? bot.color : COLORS.text }),
        by === undefined && text('BOT', { ...chip, fontWeight: 700 }),
        command && text(`${user} used ${command}`, { fontSize: 12, color: COLORS.muted }),
      ),
      words && text(words, { lineHeight: 1.4 }),
      rest.embed && embed(rest.embed, bot.color),
      rest.buttons && box({ gap: 8, marginTop: 5 }, ...rest.buttons.map(buttonOf)),
    ),
  );
}

function layout({ channel, messages }: Chat, bot: Bot) {
  const bar = { height: 40, padding: '0 18px', alignItems: 'center', flexShrink: 0 };
  return column(
    {
      ...{ width: WIDTH, height: HEIGHT, backgroundColor: COLORS.back, color: COLORS.text },
      ...{ fontFamily: 'Figtree, Figtree Ext', fontSize: 14 },
    },
    box(
      { ...bar, gap: 8, borderBottom: `1px solid ${COLORS.line}`, fontWeight: 700 },
      text('#', { color: COLORS.muted }),
      channel,
    ),
    column(
      { flexGrow: 1, justifyContent: 'flex-end', gap: 13, padding: '0 18px 12px', overflow: 'hidden' },
      ...messages.map((one) => message(one, bot)),
    ),
    box(
      { padding: '0 18px 14px' },
      box(
        {
          ...bar,
          flexGrow: 1,
          height: 36,
          borderRadius: 7,
          backgroundColor: COLORS.raised,
          color: COLORS.muted,
        },
        `#${channel}`,
      ),
    ),
  );
}

// Writes the pictures beside each `screenshots.json` of the samples.
const fonts = await readFonts();
for (const slug of readdirSync(SAMPLES)) {
  const folder = join(SAMPLES, slug);
  const files = slug.endsWith('.json') ? [] : readdirSync(folder);
  if (!files.includes('screenshots.json')) continue;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const svg = read('icon.svg');
  const icon = await sharp(Buffer.from(svg))
    .resize(Math.ceil(36 * SCALE))
    .png()
    .toBuffer();
  const bot: Bot = {
    name: JSON.parse(read('bot.json')).fields.name,
    icon: `data:image/png;base64,${icon.toString('base64')}`,
    color: /stop-color="(#\w+)"/.exec(svg)?.[1] ?? COLORS.text,
  };
  for (const [index, chat] of (JSON.parse(read('screenshots.json')) as Chat[]).entries()) {
    const drawing = await satori(layout(chat, bot) as Parameters<typeof satori>[0], {
      ...{ width: WIDTH, height: HEIGHT, fonts },
    });
    const image = sharp(Buffer.from(drawing), { density: SVG_DPI * SCALE });
    const write = async (name: string, picture: Sharp) =>
      writeFileSync(join(folder, name), await picture.webp({ quality: 85, effort: 6 }).toBuffer());
    await write(`screenshot-${index + 1}.webp`, image);
    await write(`thumbnail-${index + 1}.webp`, image.clone().resize(480));
  }
}
