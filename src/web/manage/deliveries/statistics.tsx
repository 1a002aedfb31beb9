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
        class="fit-7.5 gap-3 my-4"
        eachClass="framed px-4 py-3 bg-background max-[27rem]:last:odd:col-span-full"
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
      <strong class="block text-title font-semibold tracking-[-.01em]">
        {value ?? messages.common.unknown}
      </strong>
      {/* The space is kept while nothing is known, so that nothing moves. */}
      <span class="block text-small text-muted">{note ?? '\u00a0'}</span>
    </>
  );
}

const TICK_MS = 5000;
const ATTEMPT =
  'grid content-start size-full sm:min-h-0 border-0 border-t-3 border-current rounded-[.375rem] px-2 py-[.35rem] ' +
  'text-start text-tiny font-regular shadow-none hover:[filter:brightness(.97)]';

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
    <div>
      <h3 id="attempts-title">{messages.deliveries.caption}</h3>
      <ol class="items grid grid-cols-5 md:grid-cols-10 gap-1.5" aria-labelledby="attempts-title">
        {attempts.map((attempt) => (
          <li key={`${attempt.deliveryId}/${attempt.round}/${attempt.number}`}>
            <button
              type="button"
              class={`${ATTEMPT} ${attempt.failure === null ? 'text-good bg-good-tint' : 'text-bad bg-bad-tint'}`}
              title={`${explanationOf(attempt)} ${formatTime(attempt.startedAt)}`}
              onClick={() => onOpen(attempt.deliveryId)}
            >
              <strong class="font-mono text-small">{attempt.statusCode ?? attempt.failure}</strong>
              <span>{formatAge(attempt.startedAt, now)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
