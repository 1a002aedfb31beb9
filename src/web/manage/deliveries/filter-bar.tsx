import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../client/form/button.tsx';
import { Field } from '../../client/form/field.tsx';
import { messages } from '../../words/messages.ts';
import { type Filter, isUserId, STATES } from './filter.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

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
