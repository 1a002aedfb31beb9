import { formatAge, formatTime } from '../../client/format.ts';
import { useNow } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import type { RecentAttempt } from './documents.ts';
import { explanationOf } from './explanation.ts';

const labels = messages.deliveries;
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
      <h3 id="attempts-title">{labels.caption}</h3>
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
