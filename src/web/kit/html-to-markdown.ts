import type { NodeHtmlMarkdown, TranslatorConfig, TranslatorConfigObject } from 'node-html-markdown';

/** Controls of a page, and what is only for readers with or without scripts. */
const IGNORED = ['button', 'details', 'label', 'legend', 'noscript'];

/** The library indents neither paragraphs nor code in an item, and knows no lists of descriptions. */
const TRANSLATORS: TranslatorConfigObject = {
  li: ({ listKind, listItemNumber }) => ({
    surroundingNewlines: 1,
    postprocess: ({ content }) => asItem(listKind === 'OL' ? `${listItemNumber}. ` : '- ', content),
  }),
  dt: { surroundingNewlines: 1, postprocess: ({ content }) => asItem('- ', `**${content.trim()}**`) },
  dd: { surroundingNewlines: 1, postprocess: ({ content }) => asItem('  ', content) },
};

/** Code in a line. The library forgets its marks in cells and in links, so that its text became elements. */
const CODE: TranslatorConfig = {
  noEscape: true,
  spaceIfRepeatingChar: true,
  postprocess: ({ content }) => {
    const marks = '`'.repeat(Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
    const space = marks.length > 1 ? ' ' : '';
    return marks + space + content + space + marks;
  },
};

/** Code keeps its empty lines empty. */
const asItem = (marker: string, content: string): string =>
  content.trim() === ''
    ? ''
    : marker + content.trim().replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);

let loaded: Promise<(fence: string) => NodeHtmlMarkdown> | undefined;

/** Longer than what stands in the text, so that code cannot end it. */
function fenceFor(html: string): string {
  const runs = [...html.matchAll(/`{3,}/g)].map(([run]) => run.length);
  return '`'.repeat(Math.max(2, ...runs) + 1);
}

/**
 * The library is loaded by the first request that needs it: it takes 5 MB, and people who read pages never need it.
 *
 * @param html that is safe to show
 */
export async function htmlToMarkdown(html: string): Promise<string> {
  loaded ??= import('node-html-markdown').then((library) => (codeFence) => {
    const options = { ignore: IGNORED, bulletMarker: '-', codeFence };
    const converter = new library.NodeHtmlMarkdown(options, TRANSLATORS);
    converter.tableCellTranslators.set('code', CODE);
    converter.aTagTranslators.set('code', CODE);
    return converter;
  });
  // The library writes a line break of its own.
  return (await loaded)(fenceFor(html)).translate(html.replaceAll('\n</code></pre>', '</code></pre>'));
}
