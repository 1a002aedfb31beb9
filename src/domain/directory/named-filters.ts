import { type Facets, MAX_TAGS, MAX_WITHOUT } from './facets.ts';
import { languageNamed, type Search, searchOf } from './parse.ts';

/** The filters of a search that names nothing else, the most of them first: `spanish`, `spanish bot, few permissions`. */
export const onlyFilters = (search: Search): readonly Facets[] =>
  filtersNamed(search).flatMap((named) =>
    named.filter(({ typed }) => typed.length === 0).map(({ facets }) => facets),
  );

/**
 * Puts filters in the place of the words that name them: `german music bot` names a language and a tag. A bot must
 * speak only one of the languages of a filter, so several languages become one search each. Tags alone are none: they
 * are offered anyway.
 *
 * @returns all filters together, and then fewer of them, for when no bot fits
 */
export function filtersNamed({ must, should, not, facets }: Search): readonly (readonly Search[])[] {
  const codes = should.flatMap((wish) => wish.facets.languages ?? []);
  const unchosen = codes.filter((code) => !facets.languages.includes(code));
  const isUnwanted = (slug: string) => !facets.tags.includes(slug) && !facets.without.includes(slug);
  const unwanted = [...new Set(not.flatMap(({ term }) => term.is))].filter(isUnwanted);
  const excluded = [...facets.without, ...unwanted].slice(0, MAX_WITHOUT);
  const terms = must.filter(({ words }) => !words.every(languageNamed));
  const wanted = terms.flatMap(({ is }) => is).filter((slug) => !excluded.includes(slug));
  const tags = [...new Set([...facets.tags, ...wanted])].slice(0, MAX_TAGS);
  const rest = searchOf(
    {
      must: terms.filter(({ is }) => is.length === 0),
      not: not.filter(({ term }) => term.is.length === 0),
    },
    facets,
  );
  const all = { ...facets, without: excluded, tags };
  const ofPermissions = should
    .filter((wish) => !wish.facets.languages)
    .map((wish) => ({ ...all, ...wish.facets }));
  const ofLanguages = (some: Facets) =>
    unchosen.map((code) => ({ ...rest, facets: { ...some, languages: [code] } }));
  return [
    ...ofPermissions.map(ofLanguages),
    ...ofPermissions.map((some) => [{ ...rest, facets: some }]),
    ofLanguages(all),
    unwanted.length === 0 ? [] : [{ ...rest, facets: all }],
  ];
}
