import { useEffect, useState } from 'preact/hooks';
import { Loading, OutcomeLine, useAction } from './action.tsx';
import { act, type LiveState, type Refused, watch } from './api.ts';
import { Button, Field } from './controls.tsx';
import { type Delivery, RESEND, RESEND_ALL, WATCH_DELIVERIES, type Watched } from './documents.ts';
import { formatDuration, formatRelative } from './format.ts';
import { focusFirst, Section, Time, useNow } from './parts.tsx';
import { texts } from './texts.ts';

type Attempt = NonNullable<Watched['recentAttempts']>[number];
type Watching = NonNullable<Watched['deliveries']>[number];

const labels = texts.deliveries;

/** The last attempts, as they happen. */
export function Deliveries({ botId }: { botId: string }) {
  const [shown, setShown] = useState<Watched>();
  const [state, setState] = useState<LiveState>('connecting');
  const [refusal, setRefusal] = useState<Refused>();
  const { isBusy, outcome, run } = useAction();
  useEffect(
    () =>
      watch(
        WATCH_DELIVERIES,
        { botId },
        { onData: ({ bot }) => setShown(bot), onState: setState, onRefused: setRefusal },
      ),
    [botId],
  );
  const resend = (deliveryId: string) =>
    void run(async () => {
      await act(RESEND, { botId, deliveryId });
      focusFirst('#attempts-title');
      return labels.resent;
    });
  const attempts = shown?.recentAttempts ?? [];
  const newest = attempts[0];
  const first = shown?.deliveries?.filter(isWaitingForFirst).length ?? 0;
  return (
    <Section id="deliveries" title={texts.sections.deliveries}>
      <p class={`connection ${refusal ? 'lost' : state}`} role="status">
        {refusal?.message ?? { connecting: labels.connecting, live: labels.live, lost: labels.lost }[state]}
      </p>
      <p class="hidden" role="status">
        {newest && labels.newest(newest.statusCode ?? newest.failure ?? '', newest.explanation)}
      </p>
      {!shown && !refusal && <Loading />}
      {first > 0 && <p>{labels.waiting(first)}</p>}
      {shown && attempts.length === 0 && <p class="muted">{labels.empty}</p>}
      {attempts.length > 0 && (
        <>
          <h3 id="attempts-title" tabIndex={-1}>
            {labels.caption}
          </h3>
          <ol class="attempts" aria-labelledby="attempts-title">
            {attempts.map((attempt, index, all) => (
              <AttemptItem
                key={`${attempt.deliveryId}/${attempt.round}/${attempt.number}`}
                attempt={attempt}
                isLatest={all.findIndex(({ deliveryId }) => deliveryId === attempt.deliveryId) === index}
                isBusy={isBusy}
                onResend={resend}
              />
            ))}
          </ol>
        </>
      )}
      <ResendAll botId={botId} />
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}

function isWaitingForFirst({ state, round, attempts }: Watching): boolean {
  return state === 'PENDING' && !attempts.some((attempt) => attempt.round === round);
}

/** @param isLatest whether what becomes of the delivery is told here */
function AttemptItem({
  attempt,
  isLatest,
  isBusy,
  onResend,
}: {
  attempt: Attempt;
  isLatest: boolean;
  isBusy: boolean;
  onResend: (deliveryId: string) => void;
}) {
  const { delivery } = attempt;
  const status = attempt.statusCode ?? attempt.failure ?? '';
  return (
    <li>
      <p class="attempt-head">
        <span class={`badge ${attempt.failure === null ? 'approved' : 'rejected'}`}>{status}</span>
        <strong>{attempt.explanation}</strong>
      </p>
      <p class="muted">
        <Time at={attempt.startedAt} /> · {labels.attempt(attempt.number, attempt.round)} ·{' '}
        {formatDuration(attempt.durationMs)} · {labels.by(labels.kinds[delivery.kind], delivery.userId)}
      </p>
      {attempt.retryAfterSeconds !== null && (
        <p class="muted">{labels.retryAfter(attempt.retryAfterSeconds)}</p>
      )}
      {isLatest && <Standing delivery={delivery} />}
      {attempt.excerpt !== '' && (
        <details>
          <summary>{labels.answer}</summary>
          <pre>{attempt.excerpt}</pre>
        </details>
      )}
      {isLatest && delivery.state === 'FAILED' && (
        <Button isBusy={isBusy} label={labels.resendOf(delivery.id)} onClick={() => onResend(delivery.id)}>
          {labels.resend}
        </Button>
      )}
    </li>
  );
}

function Standing({ delivery: { id, state, nextAttemptAt } }: { delivery: Delivery }) {
  const now = useNow(5000);
  return (
    <p class="muted">
      {labels.id} <code>{id}</code>:{' '}
      {state !== 'PENDING' ? (
        labels.states[state]
      ) : nextAttemptAt === null || Date.parse(nextAttemptAt) <= now ? (
        labels.underWay
      ) : (
        <>
          {labels.due} <Time at={nextAttemptAt} /> ({formatRelative(nextAttemptAt, now)})
        </>
      )}
    </p>
  );
}

function ResendAll({ botId }: { botId: string }) {
  const { isBusy, outcome, run } = useAction();
  const [since, setSince] = useState(() => localTime(Date.now() - 24 * 60 * 60 * 1000));
  const resend = async () => {
    const time = new Date(since);
    if (Number.isNaN(time.getTime())) return labels.sinceMissing;
    const { count } = await act(RESEND_ALL, { botId, since: time.toISOString() });
    return labels.resentAll(count);
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

/** As the control takes it: without a zone, in the reader's. */
function localTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
