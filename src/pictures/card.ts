import satori from 'satori';
import { meanColor, renderSvg, toSquarePng } from './encode.ts';
import { readFonts } from './fonts.ts';
import type { Card } from './job.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const ICON = 232;
/** The width that is left beside the icon. */
const TEXT = WIDTH - 2 * 76 - ICON - 52;
/** The background, which the icon's colour tints. */
const DARK = [17, 19, 26] as const;

type Style = Readonly<Record<string, string | number>>;
interface Box {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
}

const box = (style: Style, ...children: (Box | string | undefined)[]): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: children.filter((child) => child !== undefined) },
});
const picture = (png: Buffer, size: number, radius: number): Box => ({
  type: 'img',
  props: {
    src: `data:image/png;base64,${png.toString('base64')}`,
    width: size,
    height: size,
    style: { borderRadius: radius },
  },
});

/** What stands beside the name: a picture, or the colour behind the name's initial. */
interface Icon {
  readonly png: Buffer;
  readonly isColor: boolean;
}

/**
 * Draws a card as PNG. Texts become outlines, so nothing of a stranger's text is markup. An icon that cannot be decoded
 * is left out.
 */
export async function drawCard(card: Card): Promise<Buffer> {
  const icon = await iconOf(card);
  const svg = await satori(layout(card, icon, await meanColor(icon.png)) as Parameters<typeof satori>[0], {
    width: WIDTH,
    height: HEIGHT,
    fonts: await readFonts(),
  });
  return renderSvg(svg);
}

async function iconOf({ icon, hue }: Card): Promise<Icon> {
  const png = icon && (await decoded(icon).catch(() => undefined));
  return { png: png ?? (await colored(hue)), isColor: png === undefined };
}

function decoded({ mediaType, image }: NonNullable<Card['icon']>): Promise<Buffer> {
  return mediaType.startsWith('image/svg')
    ? renderSvg(Buffer.from(image).toString(), 2 * ICON)
    : toSquarePng(image, 2 * ICON);
}

function colored(hue: number): Promise<Buffer> {
  const fill = `hsl(${hue},45%,36%)`;
  return renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="${fill}"/></svg>`,
    9,
  );
}

function layout(card: Card, { png, isColor }: Icon, color: readonly number[]): Box {
  const [name, description, siteName] = [card.name, card.description, card.siteName].map(drawable);
  const isBare = name === undefined && description === undefined;
  const tint = `rgb(${color.map((part, place) => Math.round(part * 0.5 + (DARK[place] ?? 0) * 0.5)).join()})`;
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '72px 76px 56px',
      color: '#f5f6fa',
      backgroundImage: `linear-gradient(150deg, ${tint}, rgb(${DARK.join()}) 70%)`,
      borderBottom: `12px solid ${card.accent}`,
      boxSizing: 'border-box',
      fontFamily: 'Figtree, Figtree Ext',
    },
    isBare
      ? box({ justifyContent: 'center', paddingTop: 36 }, picture(png, 1.3 * ICON, 68))
      : box({ gap: 52 }, isColor ? initial(png, name) : picture(png, ICON, 52), texts(name, description)),
    box(
      { justifyContent: 'space-between', alignItems: 'center', fontSize: 34 },
      box({ gap: 16 }, ...card.facts.map(chip)),
      siteName === undefined ? undefined : box({ fontWeight: 700, color: '#f5f6fa' }, siteName),
    ),
  );
}

/** The picture of a bot without one: its initial, in white on its colour. */
function initial(icon: Buffer, name = ''): Box {
  const [first = ''] = name;
  const center = { alignItems: 'center', justifyContent: 'center' } as const;
  return box(
    { position: 'relative', width: ICON, height: ICON },
    picture(icon, ICON, 52),
    box(
      {
        ...center,
        position: 'absolute',
        top: 0,
        left: 0,
        width: ICON,
        height: ICON,
        fontSize: 124,
        fontWeight: 700,
      },
      first.toLocaleUpperCase('en'),
    ),
  );
}

function texts(name: string | undefined, description: string | undefined): Box {
  const text = { display: 'block', wordBreak: 'break-word' } as const;
  return box(
    {
      flexDirection: 'column',
      justifyContent: description === undefined || name === undefined ? 'center' : 'flex-start',
      gap: 24,
      width: TEXT,
      minHeight: ICON,
    },
    name === undefined
      ? undefined
      : box(
          {
            ...text,
            fontSize: name.length > 18 ? 68 : 88,
            fontWeight: 700,
            lineHeight: 1.08,
            letterSpacing: '-0.02em',
            lineClamp: 2,
          },
          name,
        ),
    description === undefined
      ? undefined
      : box(
          { ...text, textWrap: 'balance', fontSize: 41, lineHeight: 1.35, color: '#ccd0db', lineClamp: 4 },
          description,
        ),
  );
}

function chip(fact: string): Box {
  return box(
    {
      padding: '10px 24px',
      borderRadius: 999,
      backgroundColor: 'rgba(255, 255, 255, 0.1)',
      color: '#e6e8ef',
    },
    fact,
  );
}

/**
 * The characters of the card's font (Figtree, latin and latin-ext). The card has no other fonts: those of all scripts
 * take 100 MB, and those of the machine differ.
 */
// A test compares it with the font.
const IN_FONT =
  /[ \u0021-\u007e\u00a1-\u00ac\u00ae-\u0113\u0116-\u0127\u012a-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164-\u0165\u016a-\u017e\u01cd-\u01ce\u0218-\u021b\u0237\u02c6-\u02c7\u02da\u02dc-\u02dd\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039-\u203a\u2044\u20ac\u20b9\u2122\u2191\u2193\u2212\u2215]/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Prepares a text of a stranger for the card. Symbols that the font lacks, such as emoji, are left out.
 *
 * @returns undefined when the font lacks a letter or a digit, or nothing is left: the card then does without the text
 */
export function drawable(text: string): string | undefined {
  let kept = '';
  for (const character of text.normalize('NFC').replace(/\s/gu, ' ')) {
    if (IN_FONT.test(character)) kept += character;
    else if (LETTER.test(character)) return undefined;
  }
  const shown = kept.replace(/ {2,}/g, ' ').trim();
  return LETTER.test(shown) ? shown : undefined;
}
