import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { messages } from '../words/messages.ts';

/** Bots on one page of a list. */
const PAGE_SIZE = 24;

export const pageEnds = graphql(
  'fragment PageEnds on PageInfo { hasNextPage endCursor hasPreviousPage startCursor }',
);

/** The cursor at which a page begins or ends; none for the first page. */
export interface Position {
  readonly after?: string | null;
  readonly before?: string | null;
  /** The number of the first entry of the page, for lists that count. */
  readonly from?: number | undefined;
}

/** A page beside this one. */
interface Neighbour {
  readonly rel: 'prev' | 'next';
  readonly position: Position;
  readonly label: string;
}

/** The numbers of the first entry of a page and of the next one. */
interface Numbers {
  readonly from: number;
  readonly next: number;
}

/**
 * The previous and the next page, where they are.
 *
 * @param numbers for lists that count
 */
export function neighbours(
  { hasPreviousPage, startCursor, hasNextPage, endCursor }: ResultOf<typeof pageEnds>,
  numbers?: Numbers,
): readonly Neighbour[] {
  const previous = { before: startCursor, from: numbers && Math.max(1, numbers.from - PAGE_SIZE) };
  const next = { after: endCursor, from: numbers?.next };
  return [
    ...(hasPreviousPage
      ? [{ rel: 'prev', position: previous, label: messages.directory.previous } as const]
      : []),
    ...(hasNextPage ? [{ rel: 'next', position: next, label: messages.directory.next } as const] : []),
  ];
}

/** Links to the previous and the next page; nothing where there is only one page. The numbers are as in `neighbours`. */
export function PageLinks({
  pageInfo,
  pathOf,
  numbers,
}: {
  pageInfo: ResultOf<typeof pageEnds>;
  pathOf: (position: Position) => string;
  numbers?: Numbers | undefined;
}): VNode | null {
  const pages = neighbours(pageInfo, numbers);
  if (pages.length === 0) return null;
  return (
    <nav class="pages mt-4 flex flex-wrap gap-3" aria-label={messages.directory.pages}>
      {pages.map(({ rel, position, label }) => (
        <a class="quiet" rel={rel} href={pathOf(position)}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Adds a position to the query of a link. */
export function setPosition(query: URLSearchParams, { after, before, from }: Position): void {
  if (after) query.set('after', after);
  if (before) query.set('before', before);
  if (from !== undefined && (after || before)) query.set('from', `${from}`);
}

/** Reads the number of the first entry of a page, which is only for people. The first page begins with 1. */
export function readFrom(query: URLSearchParams): number {
  return isFirstPageOf(query) ? 1 : Number(/^[1-9]\d{0,6}$/.exec(query.get('from') ?? '')?.[0] ?? Number.NaN);
}

/** Whether a query has no position. */
export const isFirstPageOf = (query: URLSearchParams): boolean => !query.get('after') && !query.get('before');

/** Reads a position from a query, as arguments of a connection. An empty cursor counts as none. */
export function readRange(query: URLSearchParams) {
  const before = query.get('before') || undefined;
  const after = query.get('after') || undefined;
  if (before !== undefined) return { last: PAGE_SIZE, before };
  return after === undefined ? { first: PAGE_SIZE } : { first: PAGE_SIZE, after };
}
