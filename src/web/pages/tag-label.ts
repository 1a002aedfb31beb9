import { currentLanguage } from '../language.ts';
import { text } from '../text.ts';

interface Tag {
  readonly slug: string;
  readonly label: string;
}

/** The name of a tag in the language of the page. A tag without a translation has its name from the schema. */
export function tagLabel({ slug, label }: Tag): string {
  const names: Readonly<Record<string, string>> = text.tags;
  return Object.hasOwn(names, slug) ? (names[slug] ?? label) : label;
}

/** Tags with the most bots first; equal ones in alphabetical order. */
export function byUse<Of extends Tag & { readonly botCount: number }>(tags: readonly Of[]): Of[] {
  return sortTags(tags).toSorted((one, other) => other.botCount - one.botCount);
}

/** Tags in the alphabetical order of the page's language. */
export function sortTags<Of extends Tag>(tags: readonly Of[]): Of[] {
  return tags.toSorted((one, other) => tagLabel(one).localeCompare(tagLabel(other), currentLanguage()));
}
