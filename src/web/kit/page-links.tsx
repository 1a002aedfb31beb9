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
}

/** Links to the previous and the next page; nothing where there is only one page. */
export function PageLinks(
  { hasPreviousPage, startCursor, hasNextPage, endCursor }: ResultOf<typeof pageEnds>,
  pathOf: (position: Position) => string,
): VNode | null {
  if (!hasPreviousPage && !hasNextPage) return null;
  const link = (rel: string, href: string, label: string) => (
    <a class="quiet" rel={rel} href={href}>
      {label}
    </a>
  );
  return (
    <nav class="pages" aria-label={messages.directory.pages}>
      {hasPreviousPage ? link('prev', pathOf({ before: startCursor }), messages.directory.previous) : null}
      {hasNextPage ? link('next', pathOf({ after: endCursor }), messages.directory.next) : null}
    </nav>
  );
}

/** Adds a position to the query of a link. */
export function setPosition(query: URLSearchParams, { after, before }: Position): void {
  if (after) query.set('after', after);
  if (before) query.set('before', before);
}

/** Reads a position from a query, as arguments of a connection. An empty cursor counts as none. */
export function readRange(query: URLSearchParams) {
  const before = query.get('before') || undefined;
  const after = query.get('after') || undefined;
  if (before !== undefined) return { last: PAGE_SIZE, before };
  return after === undefined ? { first: PAGE_SIZE } : { first: PAGE_SIZE, after };
}
