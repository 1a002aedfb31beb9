import type { Route } from './route.ts';

/** How other lists are paged. A client that sends one of these would read the first page for ever. */
const PAGING_OF_OTHERS = new Set(['page', 'offset', 'before', 'after', 'since', 'skip', 'start']);

/**
 * Finds a query parameter that the client means and the route does not have: a known one in other case, or one of
 * paging as other lists have it. All other unknown ones are ignored: a cache buster harms nobody.
 *
 * @returns a sentence for a developer
 */
export function wrongParameter({ docs }: Pick<Route, 'docs'>, query: URLSearchParams): string | undefined {
  const known = (docs.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
  for (const given of query.keys()) {
    if (known.includes(given)) continue;
    const meant = known.find((name) => name.toLowerCase() === given.toLowerCase());
    if (meant !== undefined) return `The query parameter is called ${meant}, in this case.`;
    if (known.includes('cursor') && PAGING_OF_OTHERS.has(given.toLowerCase())) {
      return `There is no query parameter ${given.toLowerCase()}: pass the next_cursor of a response as cursor.`;
    }
  }
  return undefined;
}
