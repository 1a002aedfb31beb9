import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { routes } from '../../rest/routes.ts';
import { MAX_TRANSLATIONS } from '../../terms/listing-fields.ts';
import type { DocsContext } from './docs-page.tsx';
import { exampleOf, PLACEHOLDER, receiverExamples, requestExamples, streamRequest } from './examples.ts';

const PART = /\{\{([\w.]+)\}\}/g;
const ATTRIBUTE = /^(.*) \{([#.])([\w-]+)\}$/s;
const MEANING = /^(.+)\n: (.+)$/s;

/**
 * Reads a file of `pages/`. It is Markdown, with HTML where Markdown has no words, and has four things more:
 *
 * - `{#id}` or `{.class}` at the end of a heading or paragraph
 * - a language, an id and a label behind the fence of each code
 * - a term, and its meaning in the next line behind `: `, in the element `dl`
 * - `{{name}}` for what the program knows: `partNamed` has the names
 *
 * The address `https://bots.example` and the id of the sample bot in it are replaced, as in the examples.
 *
 * @returns HTML
 */
export function renderProse(file: string, context: DocsContext): string {
  // The files are our own, so their HTML is safe.
  const markdown = new MarkdownIt({ html: true });
  markdown.core.ruler.before('inline', 'prose', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      // Elements follow each other without line breaks.
      token.block = false;
      if (token.type === 'html_block') token.content = token.content.trim();
      if (token.type === 'th_open') token.attrSet('scope', 'col');
      const [start, end] = [tokens[index - 1], tokens[index + 1]];
      if (token.type === 'inline' && start && end) readParagraph(start, token, end, context);
    }
  });
  markdown.renderer.rules.softbreak = () => ' ';
  markdown.renderer.rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const [language = '', id = '', ...label] = info.split(' ');
    return renderToString(
      context.code.one(fillIn(content.trimEnd(), context), language, id, label.join(' ')),
    );
  };
  const text = readFileSync(join(import.meta.dirname, 'pages', file), 'utf8');
  return markdown.render(text.replaceAll(PLACEHOLDER, context.baseUrl));
}

/** Reads a paragraph, a heading or a cell: its text between the tokens that open and close it. */
function readParagraph(start: Token, text: Token, end: Token, context: DocsContext): void {
  if (text.content.replace(PART, '') === '') {
    text.type = 'html_block';
    start.hidden = end.hidden = true;
  }
  const [, content = text.content, kind, name = ''] = ATTRIBUTE.exec(text.content) ?? [];
  if (kind !== undefined) start.attrSet(kind === '#' ? 'id' : 'class', name);
  const [, term, meaning] = MEANING.exec(content) ?? [];
  if (term !== undefined) start.tag = end.tag = 'div';
  text.content = fillIn(term === undefined ? content : `<dt>${term}</dt><dd>${meaning}</dd>`, context);
}

function fillIn(text: string, context: DocsContext): string {
  return text.replaceAll(PART, (_, name: string) => {
    const part = partNamed(name, context);
    return typeof part === 'string' ? part : renderToString(part);
  });
}

/**
 * What stands where a text has this name between double braces.
 *
 * @throws when there is none
 */
function partNamed(name: string, { baseUrl, clients, code }: DocsContext): string | VNode {
  if (name === 'client') return clients.npm;
  if (name === 'translations') return String(MAX_TRANSLATIONS);
  if (name === 'receiver.examples') return code.inLanguages('receiver', receiverExamples());
  if (name === 'stream.request') return streamRequest(baseUrl);
  const [endpoint = '', kind] = name.split('.');
  if (kind === 'examples') return code.inLanguages(endpoint, requestExamples(endpoint, baseUrl));
  if (kind === 'request') return requestExamples(endpoint, baseUrl)[0]?.code ?? '';
  const route = routes.find(({ path }) => path.endsWith(`/${endpoint}`));
  const response = kind === 'response' && route ? exampleOf(route.docs.response) : undefined;
  if (response === undefined) throw new Error(`The pages have no part with the name ${name}.`);
  return response;
}
