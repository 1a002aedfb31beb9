import type { VariablesOf } from '../../../documents/graphql.ts';
import type { WATCH_DELIVERIES } from './documents.ts';

/** Which deliveries the page shows. */
export type Filter = Readonly<NonNullable<VariablesOf<typeof WATCH_DELIVERIES>['filter']>>;

export const STATES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
const USER_ID = /^\d{17,19}$/;

/** Whether a text can be the id of a user. */
export const isUserId = (text: string) => USER_ID.test(text);

/** Reads the filter from the address of the page. What cannot be read is left out. */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const state = STATES.find((each) => each.toLowerCase() === query.get('state'));
  const userId = query.get('user');
  const [from, to] = [readTime(query.get('from')), readTime(query.get('to'))];
  return {
    ...(state && { state }),
    ...(userId && isUserId(userId) && { userId }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Writes the filter into the address, so that a reload or a link shows the same. Other parameters stay. */
export function writeFilter({ state, userId, from, to }: Filter): void {
  const url = new URL(location.href);
  const values = { state: state?.toLowerCase(), user: userId, from, to };
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, '', url);
}

function readTime(text: string | null): string | undefined {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
