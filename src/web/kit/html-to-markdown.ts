/**
 * The library is loaded by the first request that needs it: it takes 5 MB, and people who read pages never need it.
 *
 * @param html that is safe to show
 */
export async function htmlToMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown } = await import('node-html-markdown');
  return NodeHtmlMarkdown.translate(html);
}
