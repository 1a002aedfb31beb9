import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** Longer addresses are left as text: by references, one could be repeated until the page is many megabytes long. */
const MAX_ADDRESS_LENGTH = 300;
/** Tables fill their rows with empty cells, and references repeat what they refer to: nobody needs so much of it. */
const MAX_CELLS = 20_000;
const MAX_HTML_LENGTH = 200_000;
/** Finding bare addresses takes the square of their number: a thousand of them took 0.7 s. More of them are left as text. */
const MAX_BARE_ADDRESSES = 100;
const ADDRESS = /^(https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt('default', { html: false });
markdown.validateLink = (address) =>
  address.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(address) && URL.canParse(address);
// Otherwise node.js and ada@example.com would be links.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Once for all pictures of a text: each looking back for its link by itself would take the square of their number.
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
// Pages ask no other site for anything, and a picture of one would: a link takes its place.
markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const image = tokens[index];
  const text = renderer.renderInlineAsText(image?.children ?? [], options, env) || 'Image';
  const label = markdown.utils.escapeHtml(text);
  if (image?.meta?.isLinked) return label;
  return `<a href="${markdown.utils.escapeHtml(String(image?.attrGet('src') ?? ''))}">${label}</a>`;
};

/** Rendering takes a millisecond, which would be most of what a page costs. */
const rendered = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  memoMethod: render,
  sizeCalculation: (html, text) => html.length + text.length + 1,
});

/**
 * Renders what a stranger wrote in Markdown. HTML within it is shown as the text it is; links are marked as a
 * stranger's; headings begin at the second level, below the page's own.
 *
 * @returns HTML that is safe in any page
 */
export function renderMarkdown(text: string): string {
  return rendered.memo(text);
}

/** Text that would become something huge is shown as it was written. */
function render(text: string): string {
  markdown.set({ linkify: text.split(/\/\/|mailto:/i).length <= MAX_BARE_ADDRESSES + 1 });
  const html = cellsAtMost(text) > MAX_CELLS ? undefined : markdown.render(text);
  const safe = html === undefined || html.length > MAX_HTML_LENGTH ? undefined : sanitize(html);
  // Marking links as a stranger's can double the length.
  return safe === undefined || safe.length > MAX_HTML_LENGTH
    ? `<pre>${markdown.utils.escapeHtml(text)}</pre>`
    : safe;
}

function cellsAtMost(text: string): number {
  const lines = text.split('\n');
  return lines.length * lines.reduce((most, line) => Math.max(most, line.split('|').length), 1);
}

/** The second line of defence, which would hold if the first let everything through. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'strong', 'em', 's', 'code'],
    ],
    allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    // Nothing within these is text for people.
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
