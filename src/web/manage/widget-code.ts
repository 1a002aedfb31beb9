/** The background that a widget is made for. `auto` follows the reader's theme, in HTML only. */
export type WidgetTheme = 'auto' | 'light' | 'dark';

/**
 * Writes the code that embeds the widget of a bot elsewhere.
 *
 * @param origin the start of absolute URLs
 * @param alt the picture in words
 */
export function widgetCode(
  { origin, botId, alt }: { readonly origin: string; readonly botId: string; readonly alt: string },
  theme: WidgetTheme,
): { readonly html: string; readonly markdown: string } {
  const page = `${origin}/bot/${botId}`;
  const picture = `${origin}/widget/${botId}.svg`;
  const shown = theme === 'dark' ? `${picture}?theme=dark` : picture;
  const image = `<img src="${shown}" width="320" height="96" alt="${escapeHtml(alt)}">`;
  const dark = `<source srcset="${picture}?theme=dark" media="(prefers-color-scheme: dark)">`;
  return {
    html: `<a href="${page}">${theme === 'auto' ? `<picture>${dark}${image}</picture>` : image}</a>`,
    markdown: `[![${alt.replace(/[\\[\]]/g, '\\$&')}](${shown})](${page})`,
  };
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
