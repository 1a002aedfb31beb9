import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { TextImage } from '../../db/tables.ts';
import { createCache } from '../../lib/cache.ts';
import { imagePath } from './images.ts';

/** Longer URLs stay plain text. Reference links could repeat a long one until the page has many megabytes. */
const MAX_ADDRESS_LENGTH = 300;
/** Tables add empty cells to short rows, and reference links repeat their target. These limits bound the output. */
const MAX_CELLS = 20_000;
const MAX_HTML_LENGTH = 200_000;
/**
 * Finding bare URLs takes quadratic time: a thousand took 0.7 s. In a text with more than this, bare URLs stay plain
 * text.
 */
const MAX_BARE_ADDRESSES = 100;
/** Further images of a text stay links. */
export const MAX_IMAGES = 8;
/** The only addresses of images that may appear on a page: those of this site. */
const IMAGE_PATH = /^\/bot\/\d{17,19}\/image\/[\da-f]{64}$/;
const ADDRESS = /^(https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt('default', { html: false });
markdown.validateLink = (address) =>
  address.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(address) && URL.canParse(address);
// Without this, `node.js` and `ada@example.com` become links.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// One pass for all pictures of a text. A search per picture takes quadratic time.
markdown.core.ruler.push('linked_pictures', ({ tokens }) => {
  for (const { children } of tokens) {
    let isLinked = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') isLinked = true;
      else if (token.type === 'link_close') isLinked = false;
      else if (token.type === 'image') token.meta = { isLinked };
    }
  }
});
// The outline of the page has no gaps: the text begins at most one level below the heading of its section, and each of
// its levels is one below that of the heading above it.
markdown.core.ruler.push('outline', ({ tokens }) => {
  const above: { readonly written: number; readonly shown: number }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const written = Number(token.tag.slice(1));
      while (above.length > 0 && (above.at(-1)?.written ?? 0) >= written) above.pop();
      above.push({ written, shown: Math.min(written, (above.at(-1)?.shown ?? 1) + 1) });
    }
    if (token.type.startsWith('heading_')) token.tag = `h${above.at(-1)?.shown}`;
  }
});
// Pages load nothing from other sites: an image that is not stored here becomes a link.
markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const image = tokens[index];
  const text = renderer.renderInlineAsText(image?.children ?? [], options, env);
  const url = String(image?.attrGet('src') ?? '');
  const { botId, images } = env as Partial<ShownImages>;
  const stored = images?.find((one) => one.url === url);
  const { escapeHtml } = markdown.utils;
  if (stored && 'hash' in stored) {
    const { hash, width, height } = stored;
    const size = `width="${width}" height="${height}"`;
    return `<img src="${imagePath(botId ?? '', hash)}" alt="${escapeHtml(text)}" ${size} loading="lazy" decoding="async">`;
  }
  const label = escapeHtml(text || 'Image');
  return image?.meta?.isLinked ? label : `<a href="${escapeHtml(url)}">${label}</a>`;
};

/** The images of a text that this site serves. */
interface ShownImages {
  readonly botId: string;
  readonly images: readonly TextImage[];
}

const NO_IMAGES: ShownImages = { botId: '', images: [] };

/**
 * Finds the URLs of the images that a text shows, each once.
 *
 * @returns at most eight
 */
export function imagesNamedIn(text: string): string[] {
  markdown.set({ linkify: false });
  const urls = new Set<string>();
  for (const { children } of markdown.parse(text, {})) {
    for (const token of children ?? []) {
      if (token.type === 'image') urls.add(String(token.attrGet('src')));
    }
  }
  return [...urls].filter((url) => /^https?:/i.test(url)).slice(0, MAX_IMAGES);
}

/**
 * Finds where the links of a text lead, as the page shows them: also those of its images, which are links until this
 * service has stored them.
 *
 * @returns URLs as they are written
 */
export function linksIn(text: string): string[] {
  if (cellsAtMost(text) > MAX_CELLS) return [];
  findBareAddresses(text);
  const tokens = markdown.parse(text, {}).flatMap(({ children }) => children ?? []);
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') return [String(token.attrGet('href'))];
    return token.type === 'image' ? [String(token.attrGet('src'))] : [];
  });
}

/** Bare URLs of this text become links, unless it has too many. */
function findBareAddresses(text: string): void {
  markdown.set({ linkify: text.split(/\/\/|mailto:/i).length <= MAX_BARE_ADDRESSES + 1 });
}

/**
 * Rendering takes a millisecond, which is most of the cost of a page. Only texts of listings are kept: a preview could
 * otherwise push them out.
 */
const rendered = createCache<string, { readonly text: string; readonly shown: ShownImages }>({
  // The page cache keeps most results, too.
  maxBytes: 8 * 1024 * 1024,
  memoMethod: (_key, _stale, { context: { text, shown } }) => renderMarkdown(text, shown),
});

/**
 * Renders the text of a listing as `renderMarkdown` does, and keeps the result.
 *
 * @param shown the stored images that it may show; all others become links
 */
export function renderListingText(text: string, shown: ShownImages): string {
  // JSON of a list: no text can be read as another text with other images.
  const key = JSON.stringify([shown.botId, shown.images, text]);
  return rendered.memo(key, { context: { text, shown } });
}

/**
 * Renders untrusted Markdown. HTML in it is shown as text. Links get `rel="nofollow ugc noopener"`. Headings begin at
 * the second level, because the page has the first. A text with a very large result is shown as plain text.
 *
 * @param shown the stored images that it may show; all others become links
 * @returns HTML that is safe in any page
 */
export function renderMarkdown(text: string, shown = NO_IMAGES): string {
  findBareAddresses(text);
  const html = cellsAtMost(text) > MAX_CELLS ? undefined : markdown.render(text, { ...shown });
  const safe = html === undefined || html.length > MAX_HTML_LENGTH ? undefined : sanitize(html);
  // The `rel` attribute of links can double the length.
  return safe === undefined || safe.length > MAX_HTML_LENGTH
    ? `<pre>${markdown.utils.escapeHtml(text)}</pre>`
    : safe;
}

function cellsAtMost(text: string): number {
  const lines = text.split('\n');
  return lines.length * lines.reduce((most, line) => Math.max(most, line.split('|').length), 1);
}

/** The second defence: it is safe even for untrusted HTML. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'strong', 'em', 's', 'code', 'img'],
    ],
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !IMAGE_PATH.test(attribs.src ?? ''),
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    // The content of these elements is not text for readers.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'iframe',
      'xmp',
      'noembed',
      'noframes',
      'title',
      'template',
      'math',
      'svg',
    ],
    transformTags: {
      h1: 'h2',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      h5: 'h6',
      a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc noopener' }),
    },
  });
}
