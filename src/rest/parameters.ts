import type { Route } from './route.ts';

/** How other lists are paged. A client that sends one of these would read the first page for ever. */
const PAGING_OF_OTHERS = new Set(['page', 'offset', 'before', 'after', 'since', 'skip', 'start']);

/**
 * Makes a function that finds a query parameter which the client means and the route does not have: a known one in
 * other case, or one of paging as other lists have it. All other unknown ones are ignored: a cache buster harms nobody.
 *
 * @returns gives a sentence for a developer
 */
export function createParameterCheck({
  docs,
}: Pick<Route, 'docs'>): (query: URLSearchParams) => string | undefined {
  const names = (docs.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
  const known = new Set(names);
  const inAnyCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  const isPaged = known.has('cursor');
  return (query) => {
    for (const given of query.keys()) {
      if (known.has(given)) continue;
      const lower = given.toLowerCase();
      const meant = inAnyCase.get(lower);
      if (meant !== undefined) {
        return `There is no query parameter ${given}: write ${meant}, since upper and lower case matter.`;
      }
      if (isPaged && PAGING_OF_OTHERS.has(lower)) {
        return `There is no query parameter ${lower}: pass the next_cursor of a response as cursor.`;
      }
    }
    return undefined;
  };
}
