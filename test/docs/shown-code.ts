import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** The text of the element with an id, as a reader copies it; undefined when there is none. */
export function codeOf(page: string, id: string): string | undefined {
  const find = (node: Node): Node | undefined => {
    if ('attrs' in node && node.attrs.some(({ name, value }) => name === 'id' && value === id)) return node;
    for (const child of childrenOf(node)) {
      const found = find(child);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(parse(page));
  return found && textOf(found);
}

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

function textOf(node: Node): string {
  return 'value' in node ? node.value : childrenOf(node).map(textOf).join('');
}
