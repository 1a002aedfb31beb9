import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

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
// Pages load nothing from other sites, so a picture becomes a link.
markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const image = tokens[index];
  const text = renderer.renderInlineAsText(image?.children ?? [], options, env) || 'Image';
  const label = markdown.utils.escapeHtml(text);
  if (image?.meta?.isLinked) return label;
  return `<a href="${markdown.utils.escapeHtml(String(image?.attrGet('src') ?? ''))}">${label}</a>`;
};

/** Rendering takes a millisecond, which is most of the cost of a page. */
const rendered = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  memoMethod: render,
  sizeCalculation: (html, text) => html.length + text.length + 1,
});

/**
 * Renders untrusted Markdown. HTML in it is shown as text. Links get `rel="nofollow ugc noopener"`. Headings begin at
 * the second level, because the page has the first.
 *
 * @returns HTML that is safe in any page
 */
export function renderMarkdown(text: string): string {
  return rendered.memo(text);
}

/** A text with a very large result is shown as plain text. */
function render(text: string): string {
  markdown.set({ linkify: text.split(/\/\/|mailto:/i).length <= MAX_BARE_ADDRESSES + 1 });
  const html = cellsAtMost(text) > MAX_CELLS ? undefined : markdown.render(text);
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
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'strong', 'em', 's', 'code'],
    ],
    allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
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
