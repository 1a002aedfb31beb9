/** An element that the page has. */
export const the = <Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind => within.querySelector<Kind>(selector) as Kind;

export const all = <Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind[] => [...within.querySelectorAll<Kind>(selector)];

/** The element that an event happened to. */
export const targetOf = <Kind extends Element = HTMLElement>({ target }: Event): Kind => target as Kind;
