import { locale } from './current-language.ts';
import { messages } from './messages.ts';

/** A tag as the schema has it, with its name in English. */
export interface NamedTag {
  readonly slug: string;
  readonly label: string;
}

/** The name of a tag in the language of the page. A tag without a translation has its name from the schema. */
export function tagLabel({ slug, label }: NamedTag): string {
  const names: Readonly<Record<string, string>> = messages.tags;
  return Object.hasOwn(names, slug) ? (names[slug] ?? label) : label;
}

/** Tags with the most bots first; equal ones in alphabetical order. */
export function byUse<Of extends NamedTag & { readonly botCount: number }>(tags: readonly Of[]): Of[] {
  return sortTags(tags).toSorted((one, other) => other.botCount - one.botCount);
}

/** Tags in the alphabetical order of the page's language. */
export function sortTags<Of extends NamedTag>(tags: readonly Of[]): Of[] {
  return tags.toSorted((one, other) => tagLabel(one).localeCompare(tagLabel(other), locale()));
}

/** Tags as pairs of slug and name, in the same order. */
export const namedTags = (tags: readonly NamedTag[]): [slug: string, name: string][] =>
  sortTags(tags).map((tag) => [tag.slug, tagLabel(tag)]);
