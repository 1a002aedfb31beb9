import { type NamedTag, nameOfTag } from '../../words/tag-name.ts';
import { LOCALE } from './locale.ts';
import { texts } from './texts.ts';

/** Tags as pairs of slug and name, in the order of the names in the language of the page. */
export function namedTags(tags: readonly NamedTag[]): [slug: string, name: string][] {
  return tags
    .map((tag): [string, string] => [tag.slug, nameOfTag(texts.tags, tag)])
    .toSorted(([, one], [, other]) => one.localeCompare(other, LOCALE));
}
