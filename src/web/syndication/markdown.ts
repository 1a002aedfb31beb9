import MarkdownIt from 'markdown-it';

/** Joins parts of a text with an empty line between them, without those that are empty. */
export const joined = (...parts: readonly (string | undefined)[]): string =>
  [...parts.filter((part) => part !== undefined && part !== ''), ''].join('\n\n');

/** A list; an empty text without entries. */
export const listOf = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join('\n');

/** @param label as Markdown */
export const link = (label: string, url: string): string =>
  `[${label}](<${url.replaceAll(/[<>]/g, encodeURIComponent)}>)`;

/** A text of a stranger in one line, without a meaning in Markdown: no emphasis, link, address, heading or list. */
export const escaped = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\.|(?<=^\d+)[.)]|^[-+=]/gi, '\\$&');

/** Reads HTML in Markdown, as many programs do. */
const reader = new MarkdownIt('default', { html: true });

/**
 * Makes sure that a converted block holds no HTML, whatever the converter forgets.
 *
 * @param block of a text of a stranger only: the links of the page around it would break
 * @returns the same block; where it holds an element, with all `<` as `&lt;`, also in code
 */
export function withoutHtml(block: string): string {
  const isHtml = ({ type, children }: { type: string; children: unknown }): boolean =>
    type.startsWith('html_') || ((children ?? []) as { type: string; children: unknown }[]).some(isHtml);
  return reader.parse(block, {}).some(isHtml) ? block.replaceAll('<', '&lt;') : block;
}
