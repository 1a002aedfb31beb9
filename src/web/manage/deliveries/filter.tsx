import { useEffect, useMemo, useState } from 'preact/hooks';
import type { VariablesOf } from '../../../documents/graphql.ts';
import { Button } from '../../client/buttons.tsx';
import { Field } from '../../client/fields.tsx';
import { messages } from '../../words/messages.ts';
import type { WATCH_DELIVERIES } from '../documents.ts';

const labels = messages.deliveries;

/** Chooses which deliveries are listed. The user's id counts as soon as it is complete. */
export function FilterBar({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [userId, setUserId] = useState(filter.userId ?? '');
  const [isTouched, setTouched] = useState(false);
  useEffect(() => setUserId(filter.userId ?? ''), [filter.userId]);
  const problem = useMemo(
    () => (userId === '' || isUserId(userId) ? undefined : { message: messages.common.idProblem }),
    [userId],
  );
  const enterUser = (text: string) => {
    const entered = text.trim();
    setUserId(entered);
    if (entered === '' || isUserId(entered)) onChange({ ...filter, userId: entered || null });
  };
  const enterTime = (which: 'from' | 'to') => (event: { currentTarget: HTMLInputElement }) =>
    onChange({ ...filter, [which]: fromLocalTime(event.currentTarget.value) ?? null });
  return (
    <search class="delivery-filter" aria-label={labels.filter}>
      <Field label={labels.state}>
        {(control) => (
          <select
            {...control}
            value={filter.state ?? ''}
            onChange={(event) =>
              onChange({
                ...filter,
                state: STATES.find((state) => state === event.currentTarget.value) ?? null,
              })
            }
          >
            <option value="">{labels.allStates}</option>
            {STATES.map((state) => (
              <option key={state} value={state}>
                {labels.states[state]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={labels.user} problem={isTouched ? problem : undefined} isAlone>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autocomplete="off"
            maxLength={19}
            placeholder={labels.anyUser}
            value={userId}
            onInput={(event) => enterUser(event.currentTarget.value)}
            onBlur={() => setTouched(true)}
            onFocus={() => setTouched(false)}
          />
        )}
      </Field>
      <Field label={labels.from}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={filter.from ? toLocalTime(filter.from) : ''}
            onChange={enterTime('from')}
          />
        )}
      </Field>
      <Field label={labels.to}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={filter.to ? toLocalTime(filter.to) : ''}
            onChange={enterTime('to')}
          />
        )}
      </Field>
      {isFiltered(filter) && <Button onClick={() => onChange({})}>{labels.clear}</Button>}
    </search>
  );
}

/** Whether a filter leaves anything out. */
export function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some(Boolean);
}

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

/** The value of a `datetime-local` control: in the reader's time zone, without naming it. */
export function toLocalTime(time: string | number): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns an ISO 8601 timestamp; undefined when the control is empty */
export function fromLocalTime(value: string): string | undefined {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
