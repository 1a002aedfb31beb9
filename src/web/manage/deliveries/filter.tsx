import { useEffect, useMemo, useState } from 'preact/hooks';
import type { VariablesOf } from '../../../documents/graphql.ts';
import { Button } from '../../client/buttons.tsx';
import { InputField, SelectField } from '../../client/fields.tsx';
import { readTime, toLocalTime } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import type { WATCH_DELIVERIES } from './documents.ts';

const labels = messages.deliveries;

const FILTER =
  'fit-10.5 max-md:grid-cols-[2fr_3fr] max-md:[&>:nth-child(n+3)]:col-span-full gap-x-3 gap-y-2 items-end mt-6 mb-3 ' +
  '[&_label]:text-small [&_:is(input,select,button)]:h-11';

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
  return (
    <search class={FILTER} aria-label={labels.filter}>
      <SelectField
        label={labels.state}
        value={filter.state ?? ''}
        options={[['', labels.allStates], ...STATES.map((state) => [state, labels.states[state]] as const)]}
        onValue={(state) => onChange({ ...filter, state: state || null })}
      />
      <InputField
        label={labels.user}
        problem={isTouched ? problem : undefined}
        isAlone
        inputMode="numeric"
        maxLength={19}
        placeholder={labels.anyUser}
        value={userId}
        onValue={enterUser}
        onBlur={() => setTouched(true)}
        onFocus={() => setTouched(false)}
      />
      {(['from', 'to'] as const).map((which) => (
        <InputField
          key={which}
          label={labels[which]}
          type="datetime-local"
          value={toLocalTime(filter[which])}
          onChange={({ currentTarget }) =>
            onChange({ ...filter, [which]: readTime(currentTarget.value) ?? null })
          }
        />
      ))}
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

const STATES = ['PENDING', 'HELD', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
const USER_ID = /^\d{17,19}$/;

/** Whether a text can be the id of a user. */
const isUserId = (text: string) => USER_ID.test(text);

/** Reads the filter from the address of the page. What cannot be read is left out. */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const state = STATES.find((each) => each.toLowerCase() === query.get('state'));
  const userId = query.get('user');
  const [from, to] = [readTime(query.get('from') ?? ''), readTime(query.get('to') ?? '')];
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
