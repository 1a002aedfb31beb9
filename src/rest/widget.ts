/** What widgets show, asked of the schema. */
export const botWidget = `query Widget($botId: ID!) {
  result: widget(botId: $botId) {
    __typename ... on Bot { botId name shortDescription serverCount voteCount checkedInAt } ...Refusal
  }
}`;

interface WidgetBot {
  readonly name: string;
  readonly serverCount: number | null;
  readonly voteCount: number;
}

const themes = {
  light: { background: '#ffffff', border: '#d5dae3', text: '#14181f', muted: '#566072', accent: '#4b4ae0' },
  dark: { background: '#181b22', border: '#363c49', text: '#f2f4f8', muted: '#a3adbd', accent: '#8f9bff' },
};

const numbers = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * A picture of a bot for other people's pages: vectors and the reader's own fonts, nothing fetched.
 *
 * @param theme which background it will stand on
 */
export function widgetSvg(bot: WidgetBot, theme: keyof typeof themes): string {
  const color = themes[theme];
  const servers = bot.serverCount === null ? 'not reported' : numbers.format(bot.serverCount);
  const votes = numbers.format(bot.voteCount);
  const name = escapeXml(shorten(bot.name, 24));
  const title = escapeXml(`${bot.name}: ${servers} servers, ${votes} votes`);
  // The clip keeps names of wide glyphs inside; bidi isolation keeps right-to-left names in their own line.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="96" viewBox="0 0 320 96" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<clipPath id="frame"><rect width="288" height="96" x="16"/></clipPath>
<rect width="319" height="95" x=".5" y=".5" rx="12" fill="${color.background}" stroke="${color.border}"/>
<g clip-path="url(#frame)" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif">
<text x="16" y="36" font-size="20" font-weight="700" fill="${color.text}" style="unicode-bidi: isolate">${name}</text>
<text x="16" y="74" font-size="15" font-weight="600" fill="${color.text}">${servers}<tspan dx="5" font-weight="400" fill="${color.muted}">servers</tspan></text>
<text x="168" y="74" font-size="15" font-weight="600" fill="${color.accent}">▲ ${votes}<tspan dx="5" font-weight="400" fill="${color.muted}">votes</tspan></text>
</g>
</svg>
`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function shorten(text: string, max: number): string {
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  return parts.length <= max ? text : `${parts.slice(0, max - 1).join('')}…`;
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
      // XML has no way to write control characters.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to drop
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? '')
  );
}
