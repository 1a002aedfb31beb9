import { Button } from '../form/button.tsx';
import { formatDuration, formatRelative } from '../format.ts';
import { texts } from '../texts.ts';
import { Time, useNow } from '../time.tsx';
import type { Delivery, Watched } from './documents.ts';

type Attempt = NonNullable<Watched['recentAttempts']>[number];

const labels = texts.deliveries;

/** @param isLatest whether this attempt is the last one of its delivery, and so shows the delivery's state */
export function AttemptItem({
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
      {isLatest && <DeliveryState delivery={delivery} />}
      {attempt.excerpt !== '' && (
        <details>
          <summary>{labels.response}</summary>
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

const TICK_MS = 5000;

function DeliveryState({ delivery: { id, state, nextAttemptAt } }: { delivery: Delivery }) {
  const now = useNow(TICK_MS);
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
