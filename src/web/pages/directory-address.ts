import { text } from '../text.ts';
import { type Position, setPosition } from './page-links.ts';

export type Order = keyof typeof text.directory.orders;

/** What a visitor searches for, and in which order. */
export interface Search {
  /** Words, or an empty text for all bots. */
  readonly search: string;
  readonly order: Order;
}

/** The order of a list whose address names none. */
export function defaultOrder(search: string): Order {
  return search === '' ? 'VOTES' : 'RELEVANCE';
}

/** The path of a page of the directory, without the parameters that have their default. */
export function directoryPath(
  { search, order }: Search,
  tagSlug: string | undefined,
  position: Position = {},
): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (order !== defaultOrder(search)) query.set('order', order.toLowerCase());
  setPosition(query, position);
  const path = tagSlug === undefined ? '/' : `/tag/${tagSlug}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Reads search and order from a query. An unknown order counts as none. */
export function readSearch(query: URLSearchParams): Search {
  const search = query.get('q')?.trim() ?? '';
  const order = query.get('order')?.toUpperCase() ?? '';
  const isOrder = Object.hasOwn(text.directory.orders, order) && (order !== 'RELEVANCE' || search !== '');
  return { search, order: isOrder ? (order as Order) : defaultOrder(search) };
}
