import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { TestService } from '../kit/service.ts';

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a reader sees: without markup, with entities read, white space folded. */
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly cookie?: string;
  /** Sent as a browser sends a form. */
  readonly form?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** Asks for a page as a browser does, without following redirects. */
export async function visit(service: TestService, path: string, asked: Asked = {}): Promise<Shown> {
  const response = await fetch(service.url + path, {
    method: asked.method ?? (asked.form ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: { ...(asked.cookie && { cookie: asked.cookie }), ...asked.headers },
    ...(asked.form && { body: new URLSearchParams(asked.form) }),
  });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: textOf(html) };
}

function textOf(html: string): string {
  return (
    html
      // A class may have the sign that ends a tag: `[&>.icon]:mt-2`.
      .replace(/<(?:"[^"]*"|[^">])*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
  );
}

export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** With the text of everything in it, white space folded. */
  readonly text: string;
}

/** Tests often look for several things of one page. */
let last: { html: string; elements: readonly PageElement[] } | undefined;

/** Every element of a page, in its order, as a browser finds them. */
export function elementsOf(html: string): readonly PageElement[] {
  if (last?.html === html) return last.elements;
  const found: PageElement[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('value' in node) return node.value;
    if (!('childNodes' in node)) return '';
    const index = found.length;
    const isElement = 'tagName' in node;
    if (isElement) found.push({ name: node.tagName, attributes: {}, text: '' });
    const text = node.childNodes.map(walk).join('');
    if (isElement) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found[index] = { name: node.tagName, attributes, text: text.replace(/\s+/g, ' ').trim() };
    }
    return text;
  };
  walk(parse(html));
  last = { html, elements: found };
  return found;
}

/** The links of a page, by their text. */
export function linksOf(html: string): Record<string, string> {
  const links = elementsOf(html).filter(({ name }) => name === 'a');
  return Object.fromEntries(links.map(({ text, attributes }) => [text, attributes.href ?? '']));
}
