/** A tag as the schema has it, with its name in English. */
export interface NamedTag {
  readonly slug: string;
  readonly label: string;
}

/**
 * The name of a tag in a language. A tag without a translation has its name from the schema.
 *
 * @param names of the language, by slug
 */
export function nameOfTag(names: Readonly<Record<string, string>>, { slug, label }: NamedTag): string {
  return Object.hasOwn(names, slug) ? (names[slug] ?? label) : label;
}
