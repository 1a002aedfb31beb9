import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const ELEMENTS = new Set([
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'strong', 'em', 's', 'code', 'img'],
]);

/** The elements and attributes in rendered Markdown that are not allowed there, as a browser reads it. */
export function dangersOf(html: string): string[] {
  const dangers: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (node.nodeName === '#text') return;
    if (!('tagName' in node)) {
      dangers.push(node.nodeName);
      return;
    }
    if (!ELEMENTS.has(node.tagName)) dangers.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (!isHarmless(node.tagName, name, value)) dangers.push(`${node.tagName} ${name}=${value}`);
    }
    for (const child of node.childNodes) visit(child);
  };
  for (const node of parseFragment(html).childNodes) visit(node);
  return dangers;
}

/** Images come from this site, and have nothing but their text and their size. */
const IMAGE: Readonly<Record<string, RegExp>> = {
  src: /^\/bot\/\d{17,19}\/image\/[\da-f]{64}$/,
  alt: /^/,
  width: /^\d+$/,
  height: /^\d+$/,
  loading: /^lazy$/,
  decoding: /^async$/,
};

function isHarmless(tag: string, name: string, value: string): boolean {
  if (tag === 'ol') return name === 'start' && /^\d+$/.test(value);
  if (tag === 'img') return IMAGE[name]?.test(value) ?? false;
  if (tag !== 'a') return false;
  if (name === 'rel') return value === 'nofollow ugc noopener';
  // A browser resolves it against the address of the page, too.
  const base = 'https://this.site.example/bot/1';
  return (
    name === 'href' &&
    URL.canParse(value, base) &&
    ['https:', 'http:', 'mailto:'].includes(new URL(value, base).protocol)
  );
}
