import { graphql, type ResultOf } from '../documents/graphql.ts';
import { type Granted, refusal } from './route.ts';

/** The data of a widget. */
export const botWidget = graphql(
  `query Widget($botId: ID!) {
    result: widget(botId: $botId) {
      __typename ... on Bot { botId name shortDescription serverCount voteCount checkedInAt } ...Refusal
    }
  }`,
  [refusal],
);

type WidgetBot = Granted<ResultOf<typeof botWidget>['result']>;

const themes = {
  light: { background: '#ffffff', border: '#d5dae3', text: '#14181f', muted: '#566072', accent: '#4b4ae0' },
  dark: { background: '#181b22', border: '#363c49', text: '#f2f4f8', muted: '#a3adbd', accent: '#8f9bff' },
};

const exact = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const wordFor = (count: number | null, word: string) => (count === 1 ? word : `${word}s`);

/** The maximum width of a name in pixels, and its font sizes. */
const NAME_WIDTH = 288;
const NAME_SIZE = { largest: 20, smallest: 14 };
/** A text whose first letter belongs to a right-to-left script. */
const RIGHT_TO_LEFT =
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Draws the widget as SVG for other sites. It uses the reader's own fonts and loads nothing.
 *
 * @param theme the background of the page
 */
export function widgetSvg({ name, serverCount, voteCount }: WidgetBot, theme: keyof typeof themes): string {
  const color = themes[theme];
  const servers = serverCount === null ? '–' : compact.format(serverCount);
  const title = `${name}: ${
    serverCount === null
      ? 'servers not reported'
      : `${exact.format(serverCount)} ${wordFor(serverCount, 'server')}`
  }, ${exact.format(voteCount)} ${wordFor(voteCount, 'vote')}`;
  const { shown, size } = fitName(name);
  // The text anchor keeps the name at the same edge. The direction decides the side of the ellipsis.
  const direction = RIGHT_TO_LEFT.test(name) ? 'direction="rtl" text-anchor="end"' : 'direction="ltr"';
  // Widths are estimates. The clip handles wider fonts and stacked combining marks.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="96" viewBox="0 0 320 96" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<clipPath id="line"><rect x="12" y="8" width="296" height="44"/></clipPath>
<rect width="319" height="95" x=".5" y=".5" rx="12" fill="${color.background}" stroke="${color.border}"/>
<g font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="15" font-weight="600" fill="${color.text}">
<g clip-path="url(#line)"><text x="16" y="37" font-size="${size}" font-weight="700" unicode-bidi="isolate" ${direction}>${escapeXml(shown)}</text></g>
<text x="16" y="74">${servers}<tspan dx="5" font-weight="400" fill="${color.muted}">${wordFor(serverCount, 'server')}</tspan></text>
<path d="M168 74l6-11 6 11z" fill="${color.accent}"/>
<text x="187" y="74">${compact.format(voteCount)}<tspan dx="5" font-weight="400" fill="${color.muted}">${wordFor(voteCount, 'vote')}</tspan></text>
</g>
</svg>
`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Fits a name into the widget: it reduces the font size, and cuts the name at the smallest size. */
function fitName(name: string): { shown: string; size: number } {
  const parts = Array.from(graphemes.segment(name), ({ segment }) => ({ segment, width: widthOf(segment) }));
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const { largest, smallest } = NAME_SIZE;
  if (width * smallest <= NAME_WIDTH) {
    return { shown: name, size: Math.min(largest, Math.floor((10 * NAME_WIDTH) / width) / 10) };
  }
  let left = NAME_WIDTH / smallest - widthOf('…');
  let shown = '';
  for (const part of parts) {
    left -= part.width;
    if (left < 0) break;
    shown += part.segment;
  }
  return { shown: `${shown.trimEnd()}…`, size: smallest };
}

const EMOJI_WIDTH = 1.4;
/** Widths of bold characters in em. The first match counts. Fonts differ, so these are widths of wide fonts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u, 0],
  // One character with the width of a sentence.
  [/\ufdfd/u, 10],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, EMOJI_WIDTH],
  [/[ ijlftrI.,:;'|!/()[\]-]/, 0.5],
  [/[mwMW@%ÆŒæœ]/, 1.15],
  [/[ЖШЩЮЫжшщюы]/, 1.35],
  [/[&#+<=>~]|(?=\p{Lu})[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}]/u, 0.88],
  [/[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{ASCII}]/u, 0.73],
];
/** The width of all other characters, such as ideographs. */
const FULL_WIDTH = 1.05;

/** Estimates the maximum width of a grapheme in em. */
function widthOf(grapheme: string): number {
  if (/^\p{RGI_Emoji}$/v.test(grapheme)) return EMOJI_WIDTH;
  return Array.from(grapheme).reduce(
    (sum, character) => sum + (WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? FULL_WIDTH),
    0,
  );
}

const XML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeXml(text: string): string {
  return (
    text
      // XML cannot contain control characters.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? '')
  );
}
