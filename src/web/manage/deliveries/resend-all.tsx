import { useState } from 'preact/hooks';
import { Button } from '../../client/form/button.tsx';
import { Field } from '../../client/form/field.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { useAction } from '../../client/request/use-action.ts';
import { messages } from '../../words/messages.ts';
import { RESEND_ALL } from './documents.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

const labels = messages.deliveries;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Resends all deliveries that failed at or after a chosen time. */
export function ResendAll({ botId }: { botId: string }) {
  const { isBusy, outcome, run } = useAction();
  const [since, setSince] = useState(() => toLocalTime(Date.now() - DAY_MS));
  const resend = async () => {
    const time = fromLocalTime(since);
    if (time === undefined) return labels.sinceMissing;
    const { count } = await mutate(RESEND_ALL, { botId, since: time });
    return labels.resentAll({ count });
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(resend);
      }}
    >
      <h3>{labels.resendAll}</h3>
      <Field label={labels.since}>
        {(control) => (
          <div class="joined">
            <input
              {...control}
              type="datetime-local"
              value={since}
              onInput={(event) => setSince(event.currentTarget.value)}
            />
            <Button type="submit" isBusy={isBusy}>
              {labels.resendAllButton}
            </Button>
          </div>
        )}
      </Field>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}
