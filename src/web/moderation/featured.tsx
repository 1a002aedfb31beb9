import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { Field } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { FEATURE, type ModeratedBot, type Review, UNFEATURE } from './documents.ts';

const labels = messages.moderationTools.featured;
const DAY_MS = 86_400_000;
const PROPOSED_DAYS = 14;
/** The service allows 60 days from now, and the last day ends at midnight. */
const MAX_DAYS = 59;
const PLACES = 12;

/** The date of the reader's calendar some days from now, as a date field writes it. */
function dateIn(days: number): string {
  const date = new Date(Date.now() + days * DAY_MS);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Puts a public listing on the first page until a day, and shows when that was done before. */
export function Featured({
  listing: { botId, state },
  features,
  onReload,
}: {
  listing: ModeratedBot;
  features: Review['features'];
  onReload: () => Promise<void>;
}) {
  const current = features.find(({ isCurrent }) => isCurrent);
  const [day, setDay] = useState(() => dateIn(PROPOSED_DAYS));
  const [place, setPlace] = useState(current?.place ?? 1);
  const { isBusy, outcome, problem, run } = useFieldAction();
  const act = (work: () => Promise<unknown>, done: string) =>
    void run(async () => {
      await work();
      await onReload();
      return done;
    });
  const feature = () => {
    const end = new Date(`${day}T23:59:59`);
    if (Number.isNaN(end.getTime())) return;
    act(() => mutate(FEATURE, { botId, until: end.toISOString(), place }), labels.done);
  };
  if (state !== 'APPROVED' && features.length === 0) return null;
  return (
    <section aria-labelledby="featured-title">
      <h3 id="featured-title">{labels.title}</h3>
      {state === 'APPROVED' && (
        <form
          class="form featured"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) feature();
          }}
        >
          <div class="beside">
            <Field label={labels.until} hint={labels.untilHint} problem={problem} isAlone>
              {(control) => (
                <input
                  {...control}
                  type="date"
                  min={dateIn(0)}
                  max={dateIn(MAX_DAYS)}
                  value={day}
                  onInput={({ currentTarget }) => setDay(currentTarget.value)}
                />
              )}
            </Field>
            <Field label={labels.place} hint={labels.placeHint}>
              {(control) => (
                <select
                  {...control}
                  value={place}
                  onChange={({ currentTarget }) => setPlace(Number(currentTarget.value))}
                >
                  {Array.from({ length: PLACES }, (_, index) => (
                    <option key={index} value={index + 1}>
                      {index + 1}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <div class="actions">
            <Button type="submit" isBusy={isBusy}>
              {current ? labels.change : labels.feature}
            </Button>
            {current && (
              <Button isBusy={isBusy} onClick={() => act(() => mutate(UNFEATURE, { botId }), labels.ended)}>
                {labels.end}
              </Button>
            )}
            <OutcomeLine outcome={outcome} />
          </div>
        </form>
      )}
      {features.length > 0 && (
        <ol class="history" aria-labelledby="featured-title">
          {features.map((one) => (
            <li key={one.createdAt}>
              <span class={`badge ${one.isCurrent ? 'approved' : ''}`}>
                {one.isCurrent ? labels.now({ place: one.place }) : labels.over}
              </span>{' '}
              <Time at={one.createdAt} />
              {' – '}
              <Time at={one.endedAt ?? one.featuredUntil} /> {messages.state.by}{' '}
              <bdi>{one.userName ?? one.userId}</bdi>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
