import { LOCALE } from './locale.ts';
import { texts } from './texts.ts';

interface Tag {
  readonly slug: string;
  readonly label: string;
}

/** Tags as pairs of slug and name, in the order of the names in the language of the page. */
export function namedTags(tags: readonly Tag[]): [slug: string, name: string][] {
  const names: Readonly<Record<string, string>> = texts.tags;
  return tags
    .map(({ slug, label }): [string, string] => [slug, names[slug] ?? label])
    .toSorted(([, one], [, other]) => one.localeCompare(other, LOCALE));
}
