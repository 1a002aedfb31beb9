import { Facts } from '../../client/section.tsx';
import { formatAge, formatDuration, formatShare, formatTime, useNow } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { explanationOf } from '../attempt-words.ts';
import type { RecentAttempt, Watched } from './documents.ts';

const labels = messages.deliveries.statistics;
/**
 * The success rate and the durations of the last 30 days. A delivery counts when it has ended, so the last attempts that
 * failed are named beside it.
 */
export function DeliveryStatistics({
  data,
  attempts,
}: {
  data: Watched['deliveryStatistics'] | undefined;
  attempts: readonly RecentAttempt[];
}) {
  const ended = data ? data.delivered + data.failed : 0;
  const failures = attempts.filter(({ failure }) => failure !== null).length;
  return (
    <>
      <Facts
        class="delivery-statistics"
        label={labels.title}
        facts={{
          [labels.success]: (
            <Figure
              value={data && ended > 0 ? formatShare(data.delivered / ended) : undefined}
              note={data && labels.counts(data)}
            />
          ),
          [labels.untilDelivered]: <Durations of={data?.untilDelivered} />,
          [labels.ofAttempt]: <Durations of={data?.ofAttempt} />,
        }}
      />
      {failures > 0 && <p class="hint">{labels.failures({ failed: failures, count: attempts.length })}</p>}
      <p class="hint">{labels.votesOnly}</p>
    </>
  );
}

function Durations({ of }: { of: { p50: number; p99: number } | null | undefined }) {
  return (
    <Figure
      value={of ? formatDuration(of.p50) : undefined}
      note={of ? labels.slowest({ duration: formatDuration(of.p99) }) : undefined}
    />
  );
}

function Figure({ value, note }: { value: string | undefined; note: string | null | undefined }) {
  return (
    <>
      <strong>{value ?? messages.common.unknown}</strong>
      {/* The space is kept while nothing is known, so that nothing moves. */}
      <span class="muted text-small">{note ?? '\u00a0'}</span>
    </>
  );
}

const TICK_MS = 5000;

/** The last ten attempts of the bot with the status of each (section 2 of the contract). A click opens the delivery. */
export function LastAttempts({
  attempts,
  onOpen,
}: {
  attempts: readonly RecentAttempt[];
  onOpen: (deliveryId: string) => void;
}) {
  const now = useNow(TICK_MS);
  return (
    <div class="last-attempts">
      <h3 id="attempts-title">{messages.deliveries.caption}</h3>
      <ol aria-labelledby="attempts-title">
        {attempts.map((attempt) => (
          <li key={`${attempt.deliveryId}/${attempt.round}/${attempt.number}`}>
            <button
              type="button"
              class={attempt.failure === null ? 'good' : 'bad'}
              title={`${explanationOf(attempt)} ${formatTime(attempt.startedAt)}`}
              onClick={() => onOpen(attempt.deliveryId)}
            >
              <strong>{attempt.statusCode ?? attempt.failure}</strong>
              <span>{formatAge(attempt.startedAt, now)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
