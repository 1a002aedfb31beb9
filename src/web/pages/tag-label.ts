import { currentLanguage } from '../language.ts';
import { text } from '../text.ts';
import { type NamedTag, nameOfTag } from '../words/tag-name.ts';

/** The name of a tag in the language of the page. */
export const tagLabel = (tag: NamedTag): string => nameOfTag(text.tags, tag);

/** Tags with the most bots first; equal ones in alphabetical order. */
export function byUse<Of extends NamedTag & { readonly botCount: number }>(tags: readonly Of[]): Of[] {
  return sortTags(tags).toSorted((one, other) => other.botCount - one.botCount);
}

/** Tags in the alphabetical order of the page's language. */
export function sortTags<Of extends NamedTag>(tags: readonly Of[]): Of[] {
  return tags.toSorted((one, other) => tagLabel(one).localeCompare(tagLabel(other), currentLanguage()));
}
