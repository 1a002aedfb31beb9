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
