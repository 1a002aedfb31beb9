import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import type { ListingCard } from '../domain/listing/card.ts';

const DEFAULT_SIZE = 24;
const MAX_SIZE = 100;

type Sizes = { readonly [Name in 'first' | 'last']?: number | null | undefined };
type Cursors = { readonly [Name in 'after' | 'before']?: string | null | undefined };

/** The complexity of a page. The list of edges multiplies it by ten. */
export const complexityOfPage = ({ first, last }: Sizes) => ({
  field: 1,
  multiplier: Math.min(first ?? last ?? DEFAULT_SIZE, MAX_SIZE) / 10,
});

/**
 * Reads a page of 24 entries, or of as many as the client wants, up to 100.
 *
 * @param toCursor the cursor of an entry
 * @param read reads the entries between two cursors; it gets one more than the page has
 */
export function resolvePage<Item extends object>(
  args: Sizes & Cursors,
  toCursor: (item: Item) => string,
  read: (range: ResolveCursorConnectionArgs) => Promise<Item[]>,
) {
  return resolveCursorConnection({ args, defaultSize: DEFAULT_SIZE, maxSize: MAX_SIZE, toCursor }, read);
}

/** As {@link resolvePage}, for a page of listings whose cursors need more than the listing. */
export async function resolveListings<Item extends { readonly listing: ListingCard }>(
  ...parameters: Parameters<typeof resolvePage<Item>>
) {
  const page = await resolvePage(...parameters);
  return { ...page, edges: page.edges.map((edge) => edge && { ...edge, node: edge.node.listing }) };
}

/**
 * Reads the argument `first` of a short list.
 *
 * @throws {InvalidInputError} when it is not between 1 and the maximum
 */
export function readFirst(first: number | null | undefined, usual: number, max: number): number {
  const limit = first ?? usual;
  if (limit >= 1 && limit <= max) return limit;
  throw new InvalidInputError('argument.outOfRange', { argument: 'first', min: 1, max });
}
